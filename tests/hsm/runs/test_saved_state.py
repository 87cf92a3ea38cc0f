"""Saved states: a run resumes from bytes bit for bit, and invalid bytes are refused."""

import copy
import hashlib
import os
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import thread_time

import msgpack
import pytest

from hsm.chart import robot_chart
from hsm.control.assembly import MotionSettings, build_cycle, load_profile
from hsm.control.cycle import ControlCycle
from hsm.runs.reader import RecordedRun
from hsm.runs.records import RunError
from hsm.runs.saved_state import StateCodec, StateError, about_control
from hsm.runs.writer import header_of
from hsm.simulated.simulation import Simulation, load_plant
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import with_term
from motions.walking.terms.term import BalanceTerm
from tests.hsm.control.bench import Bench
from tests.hsm.runs.going_on import Player, differences, draw_points, write_runs

WALK = MotionRequest(Motion.WALK, forward=0.15)


def codec(cycle: ControlCycle, settings: MotionSettings) -> StateCodec:
    return StateCodec(about_control(cycle, settings), (settings, cycle.machine.chart))


@pytest.fixture(scope="module")
def walking(settings: MotionSettings) -> Simulation:
    """Return the simulation of a walking robot."""
    simulation = Simulation(settings, load_plant("standard"), state="Stand.Normal")
    for _ in range(150):
        simulation.step(WALK)
    return simulation


def test_a_restored_run_continues_bit_for_bit_in_a_fresh_process(tmp_path: Path) -> None:
    """The robot walks, falls, gets up and is lifted; the benchmarks cover whole runs."""
    write_runs(tmp_path, 1)
    assert differences(tmp_path, draw_points(1, 3, seconds=1.0, end=15.0)) == []


def test_a_state_is_small_and_costs_less_than_eight_cycles_of_physics(
    walking: Simulation,
) -> None:
    walking.save()  # finds the shared objects once

    def shortest(what: Callable[[], object]) -> float:
        times = []
        for _ in range(20):
            begin = thread_time()
            what()
            times.append(thread_time() - begin)
        return min(times)

    assert shortest(walking.save) < 8.0 * shortest(lambda: walking.step(WALK))
    assert len(walking.save()) < 200_000


def test_restoring_an_earlier_state_repeats_the_same_run(walking: Simulation) -> None:
    data = walking.save()
    first = [walking.step(WALK).command for _ in range(50)]
    walking.restore(data)
    assert [walking.step(WALK).command for _ in range(50)] == first


def test_moving_head_and_arms_are_saved_too(settings: MotionSettings) -> None:
    made = [Simulation(settings, load_plant("standard"), state="Stand.Normal") for _ in range(2)]
    wished = replace(
        WALK,
        head=HeadWish(HeadMode.TARGET, target=(2.0, 1.0, 0.0)),
        left_arm=ArmWish(ArmProgram.BACK),
        right_arm=ArmWish(point_at=(1.0, -0.5, 0.3)),
    )
    for _ in range(60):
        made[0].step(wished)
    made[1].restore(made[0].save())
    for request in [wished] * 30 + [WALK] * 60:
        first, second = (simulation.step(request).command for simulation in made)
        assert first == second


def test_a_control_cycle_is_saved_without_its_robot(settings: MotionSettings) -> None:
    bench, other = Bench(settings).standing(), Bench(settings)
    for _ in range(100):
        bench.step(WALK)
    data = codec(bench.cycle, settings).pack(bench.cycle.state())
    other.cycle.set_state(codec(other.cycle, settings).unpack(data))
    other.time, other.positions, other.stiffness = bench.time, bench.positions, bench.stiffness
    for _ in range(300):
        assert bench.step(WALK) == other.step(WALK)


def test_a_state_of_another_robot_is_refused_in_one_sentence(
    walking: Simulation, settings: MotionSettings
) -> None:
    data = walking.save()
    for plant, robot, what in (("worn", 0, "plant"), ("standard", 3, "robot")):
        other = Simulation(settings, load_plant(plant), robot=robot, state="Stand.Normal")
        with pytest.raises(StateError) as caught:
            other.restore(data)
        assert re.fullmatch(
            rf"the state belongs to {what} \w+, but here it is \w+", str(caught.value)
        )


def test_a_state_of_other_parameters_is_refused(settings: MotionSettings) -> None:
    cycle = build_cycle(settings)
    data = codec(cycle, settings).pack(cycle.state())
    fast = replace(settings, profile=load_profile("fast"))
    with pytest.raises(StateError, match="belongs to parameters"):
        codec(build_cycle(fast), fast).unpack(data)


def test_a_state_saved_without_a_timeline_cannot_be_restored_with_one(
    walking: Simulation, tmp_path: Path
) -> None:
    write_runs(tmp_path, 1)
    script = Player(tmp_path, 0).script
    data = walking.save()
    walking.step(WALK)
    after = walking.save()
    with pytest.raises(StateError, match="without its timeline"):
        walking.restore(data, script)
    assert walking.save() == after


@pytest.mark.parametrize("cut", [0, 5, 18, 40, 400, -1])
def test_a_damaged_state_is_refused(walking: Simulation, cut: int) -> None:
    with pytest.raises(StateError, match="damaged|not a saved state"):
        walking.restore(walking.save()[:cut])


def test_a_flipped_bit_in_a_state_is_found(walking: Simulation) -> None:
    data = bytearray(walking.save())
    data[-300] ^= 1
    with pytest.raises(StateError, match="checksum"):
        walking.restore(bytes(data))


class Calls:
    """An object that calls a function when it is unpickled."""

    def __init__(self, function: object, *arguments: object) -> None:
        self.call = function, arguments

    def __reduce__(self) -> tuple[object, ...]:
        return self.call


def forged(codec: StateCodec, state: object) -> bytes:
    """Return a state with a valid front and a forged pickle."""
    body = pickle.dumps(state)
    front: bytes = msgpack.packb([codec._about, hashlib.sha256(body).digest()])
    return b"nao-hsm state 1\n" + len(front).to_bytes(4, "little") + front + body


@pytest.mark.parametrize(
    "harm",
    [
        Calls(os.system, "true"),
        Calls(eval, "1"),
        Calls(Simulation),
        Calls(getattr, "", "join"),
        Calls(__import__, "os"),
        Path("x"),
        StateError,
    ],
    ids=["os.system", "eval", "Simulation", "getattr", "import", "Path", "StateError"],
)
def test_an_untrusted_state_can_neither_call_nor_import_anything(harm: object) -> None:
    codec = StateCodec({}, ())
    with pytest.raises(StateError, match="may not be in a state"):
        codec.unpack(forged(codec, harm))


def test_saving_an_object_that_has_no_place_in_a_state_is_refused() -> None:
    for what in (lambda: None, Path("x"), open):
        with pytest.raises(TypeError, match="cannot be saved"):
            StateCodec({}, ()).pack({"it": what})


@dataclass(frozen=True, slots=True)
class Switch:
    active: bool


class OwnTerm(BalanceTerm):
    group = "own_term"


def with_own_term(settings: MotionSettings) -> MotionSettings:
    return replace(settings, walking=with_term(settings.walking, OwnTerm, Switch(True)))


def test_a_walk_with_a_users_own_term_is_not_saved_and_says_why(
    settings: MotionSettings,
) -> None:
    simulation = Simulation(with_own_term(settings), load_plant("ideal"))
    for again in (simulation.save, partial(copy.copy, simulation)):
        with pytest.raises(TypeError, match="the walk's term OwnTerm cannot be saved or copied"):
            again()


def test_a_run_with_a_users_own_term_is_not_replayed_and_says_why(
    settings: MotionSettings, tmp_path: Path
) -> None:
    own = with_own_term(settings)
    header = header_of(robot_chart(settings.robot.cycle), own, {}, None)
    told = "was recorded with own_term in its walk, which is no term of the project"
    with pytest.raises(RunError, match=told) as caught:
        RecordedRun(tmp_path / "run.hsm", header, (), closed=True).settings()
    assert caught.value.hint.startswith("If a program added it with `with_term`, `read_series(")


def test_nan_infinity_and_signed_zero_are_restored_bit_for_bit() -> None:
    codec = StateCodec({}, ())
    values = [float("nan"), -0.0, float("inf"), 5e-324]
    again = codec.unpack(codec.pack(values))
    assert [pickle.dumps(value) for value in again] == [pickle.dumps(value) for value in values]
