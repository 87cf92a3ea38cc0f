"""The control cycle on hand-made frames: boot, requests, lost frames and all kinds of defects."""

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import CYCLE, SensorFrame, Touch
from hsm.chart import Leaf
from hsm.chart.leaves import ROBOT
from hsm.control.assembly import MotionSettings
from hsm.control.cycle import Outcome
from hsm.states.catalogue import goes_on
from motions.locomotion.wish import Footsteps, FootstepWish, PreviewWish
from motions.picked_up import FeetReturn
from motions.requests import Motion, MotionRequest
from motions.stand import Standing
from tests.hsm.control.bench import Bench, knee_broken, unchanged

STAND = MotionRequest()
WALK = MotionRequest(Motion.WALK, forward=0.15)


@pytest.fixture
def bench(settings: MotionSettings) -> Bench:
    return Bench(settings)


def in_the_air(frame: SensorFrame) -> SensorFrame:
    return replace(frame, fsr=(0.0,) * len(frame.fsr))


def events(outcomes: Iterator[Outcome]) -> list[str]:
    return [o.transition.event for o in outcomes if o.transition is not None]


def test_an_upright_limp_robot_boots_and_rises_to_stand(bench: Bench) -> None:
    assert events(bench.run(5.0, STAND)) == ["boot", "rise", "risen"]
    assert bench.cycle.machine.name == "Stand.Normal"


def test_nothing_is_stiff_before_the_robot_has_booted(bench: Bench) -> None:
    for outcome in bench.run(5.0, STAND):
        if outcome.leaf.startswith("Stand"):
            break
        assert max(outcome.command.stiffness) == 0.0


def test_a_lying_robot_that_boots_asks_to_be_held_and_never_gets_up(bench: Bench) -> None:
    # Gravity acts along the torso's x axis: the robot lies on its back.
    def lying(frame: SensorFrame) -> SensorFrame:
        felt = (9.81, 0.0, frame.accelerometer[2] - 9.81)
        return replace(frame, accelerometer=felt, angles=(0.0, -0.5 * math.pi))

    taken = [bench.step(STAND, lying).transition for _ in range(400)]
    assert [t.event for t in taken if t is not None] == ["boot", "hold_upright"]


def test_a_walk_request_leads_through_the_delay_to_the_first_step(bench: Bench) -> None:
    bench.standing()
    assert events(bench.run(0.3, WALK))[:2] == ["walk_delayed", "first_step"]


def test_the_first_command_of_a_state_continues_the_last_one(bench: Bench) -> None:
    bench.standing()
    before = bench.positions
    for outcome in bench.run(3.0, WALK):
        if outcome.transition is not None:
            pairs = zip(outcome.command.positions, before, strict=True)
            jump = max(abs(a - b) for a, b in pairs)
            assert math.degrees(jump) < 6.0, outcome.transition
        before = outcome.command.positions


@pytest.mark.parametrize(
    ("leaf", "what"),
    [
        ("Stand.Rising", Standing),
        ("Stand.Lowering", Standing),
        ("PickedUp.Returning", FeetReturn),
    ],
)
def test_a_timeout_names_exactly_the_fact_that_did_not_come(
    bench: Bench, leaf: str, what: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what, "done", False)
    held = leaf.startswith("PickedUp")
    bench.cycle.start_in(leaf, bench.frame())
    taken = [o.transition for o in bench.run(5.0, STAND, in_the_air if held else unchanged)]
    timeout = next(t for t in taken if t is not None and t.event == "timeout")
    assert timeout.source == leaf
    lasted = timeout.seconds_in_state
    assert timeout.because == f"done did not come true and {leaf} lasted {lasted:.2f} s"


def test_a_limp_request_overrides_a_walk_within_one_cycle(bench: Bench) -> None:
    bench.standing()
    list(bench.run(0.5, WALK))
    outcome = bench.step(MotionRequest(Motion.LIMP))
    assert outcome.leaf == "Limp.Limp"
    assert max(outcome.command.stiffness) == 0.0


def test_the_chest_button_held_for_a_second_makes_the_robot_limp(bench: Bench) -> None:
    bench.standing()
    touch = [0.0] * len(Touch)
    touch[Touch.CHEST] = 1.0
    outcomes = [
        bench.step(STAND, lambda frame: replace(frame, touch=tuple(touch)))
        for _ in range(round(1.1 / CYCLE))
    ]
    assert outcomes[0].leaf == "Stand.Normal" and outcomes[-1].leaf == "Limp.Limp"
    (limp,) = [outcome.transition for outcome in outcomes if outcome.transition is not None]
    assert limp.because == "sit requested, chest button at 1.0"


def test_a_sit_request_while_walking_stops_first_and_then_sits_down(bench: Bench) -> None:
    bench.standing().steps = True
    list(bench.run(0.5, WALK))
    taken = events(bench.run(8.0, MotionRequest(Motion.SIT)))
    assert taken.index("stopped") < taken.index("sit_down")


def test_a_silent_behaviour_makes_the_robot_sit_down(bench: Bench) -> None:
    bench.standing()
    list(bench.run(10.0, STAND))
    taken = events(bench.run(5.0, None))
    assert taken[0] == "sit_down"


def test_a_second_without_frames_leads_to_off_and_repeats_the_last_command(bench: Bench) -> None:
    bench.standing()
    before = bench.step(STAND).command
    outcome = bench.step(STAND, lambda _: None)
    for _ in range(90):
        outcome = bench.step(STAND, lambda _: None)
    assert outcome.leaf == "Off"
    assert outcome.command.positions == pytest.approx(before.positions, abs=1e-3)


def test_a_restart_while_the_robot_is_stiff_does_not_let_it_drop(bench: Bench) -> None:
    bench.stiffness = (1.0,) * JOINT_COUNT
    taken = []
    for outcome in bench.run(1.0, STAND):
        taken += [outcome.transition.event] if outcome.transition else []
        if outcome.leaf != "Off":
            assert max(outcome.command.stiffness) > 0.1
    assert taken[0] == "reconnect"


@pytest.mark.parametrize("stiffness", [0.0, 0.4])
def test_a_robot_that_starts_with_a_broken_joint_sensor_ends_in_fault_and_limp(
    bench: Bench, stiffness: float
) -> None:
    def found(frame: SensorFrame) -> SensorFrame:
        return replace(knee_broken(frame), stiffness=(stiffness,) * JOINT_COUNT)

    outcomes = [bench.step(STAND, found) for _ in range(400)]
    assert {outcome.leaf for outcome in outcomes} == {"Off", "Fault"}
    assert max(max(outcome.command.stiffness) for outcome in outcomes) <= max(stiffness, 0.2)
    assert max(outcomes[-1].command.stiffness) == 0.0


def test_a_broken_joint_sensor_ends_in_fault_after_three_frames(bench: Bench) -> None:
    bench.standing()
    leaves = [bench.step(STAND, knee_broken).leaf for _ in range(4)]
    assert leaves[1] == "Stand.Normal" and leaves[3] == "Fault"


DEFECTS = {
    "perception": lambda cycle: (cycle._perception, "update"),
    "monitors": lambda cycle: (cycle._monitors, "update"),
    "sensing components": lambda cycle: (cycle.components.walking.gyros, "update"),
    "walking update": lambda cycle: (cycle.components.walking, "update"),
    "walking command": lambda cycle: (cycle.components.walking, "command"),
    "planning a step": lambda cycle: (cycle.components.walking, "begin_step"),
    "leg kinematics": lambda cycle: (cycle.components.walking.placement, "joints"),
    "output stage": lambda cycle: (cycle._outputs, "limit"),
}


@pytest.mark.parametrize("place", DEFECTS)
def test_an_exception_anywhere_ends_in_fault_with_a_damped_robot_in_the_same_cycle(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    bench.standing()
    list(bench.run(0.5, WALK))

    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("injected")

    owner, name = DEFECTS[place](bench.cycle)
    monkeypatch.setattr(type(owner), name, fail)
    for _ in range(40):  # a step is planned no later than the next support switch
        outcome = bench.step(WALK)
        if outcome.transition is not None and outcome.transition.event == "defect":
            break
    assert outcome.leaf == "Fault"
    assert "injected" in outcome.transition.because
    assert set(outcome.command.stiffness) == {0.2}
    assert all(math.isfinite(value) for value in outcome.command.positions)


def test_a_fault_becomes_limp_after_two_seconds_even_if_the_defect_stays(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.standing()

    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("injected")

    monkeypatch.setattr(type(bench.cycle._perception), "update", fail)
    outcomes = list(bench.run(2.2, STAND))
    assert {o.leaf for o in outcomes} == {"Fault"}
    assert outcomes[0].command.stiffness[0] == 0.2
    assert outcomes[-1].command.stiffness[0] == 0.0
    assert sum(o.transition is not None for o in outcomes) == 1


def test_a_command_that_is_not_finite_never_leaves_the_cycle(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.standing()
    list(bench.run(0.3, WALK))
    engine = bench.cycle.components.walking
    command = engine.command()
    broken = replace(command, positions=(math.nan,) + command.positions[1:])
    monkeypatch.setattr(type(engine), "command", lambda self: broken)
    outcome = bench.step(WALK)
    assert outcome.leaf == "Fault"
    assert "head_yaw" in outcome.transition.because
    assert all(math.isfinite(value) for value in outcome.command.positions)


def test_commands_stay_within_the_joint_limits(bench: Bench, settings: MotionSettings) -> None:
    bench.standing()
    for outcome in bench.run(4.0, MotionRequest(Motion.WALK, 0.25, 0.2, 2.0)):
        for joint, spec in enumerate(settings.robot.specs):
            assert spec.min <= outcome.command.positions[joint] <= spec.max


def test_a_scheduled_footstep_starts_at_its_time_unless_the_request_is_withdrawn(
    bench: Bench,
) -> None:
    late = Footsteps((FootstepWish(Side.LEFT, 0.0, 0.1, at=8.0),))
    wish = MotionRequest(Motion.PREVIEW, preview=PreviewWish(late))
    bench.standing()
    assert events(bench.run(6.0, wish)) == ["preview_walk"]
    assert events(bench.run(1.0, STAND)) == ["halt", "stopped"]
    bench.standing()
    assert events(bench.run(8.0, replace(wish, number=1)))[:2] == ["preview_walk", "lift_off"]


@pytest.mark.parametrize(
    "leaf", [leaf for leaf in ROBOT.leaves if not goes_on(leaf.name)], ids=lambda leaf: leaf.name
)
def test_a_run_can_start_in_every_leaf_that_does_not_continue_another(
    bench: Bench, leaf: Leaf
) -> None:
    bench.standing().cycle.start_in(leaf.path, bench.frame())
    assert "defect" not in events(bench.run(0.5, WALK))
