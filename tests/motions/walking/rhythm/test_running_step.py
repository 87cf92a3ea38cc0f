"""What ends a step and what freezes it, in the engine."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import Step, StepEnd, StepKind
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import a_step, forward, on, standing_command


def begin(engine: WalkingEngine) -> None:
    """Begin a step with the left foot."""
    engine.begin_step(StepKind.STARTING, forward(0.2), on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None and engine.running.swing is Side.LEFT


def ended_after(engine: WalkingEngine) -> float:
    """Return the duration of the step, s."""
    assert engine.running is not None and engine.running.end is not None
    return engine.running.time


def run_until_done(engine: WalkingEngine, state: object, limit: int = 400) -> int:
    for cycle in range(1, limit):
        engine.update(state)  # type: ignore[arg-type]
        if engine.done:
            return cycle
    raise AssertionError(f"the step did not end within {limit} cycles")


def test_a_support_switch_in_the_first_half_of_a_step_is_ignored(engine: WalkingEngine) -> None:
    begin(engine)
    engine.update(on(Side.LEFT, switched=True))
    assert not engine.done


def test_a_support_switch_in_the_second_half_ends_the_step(engine: WalkingEngine) -> None:
    begin(engine)
    for _ in range(12):
        engine.update(on(Side.RIGHT))
    engine.update(on(Side.LEFT, switched=True))
    assert engine.end is StepEnd.SWITCH


def test_a_step_is_aborted_when_its_swing_foot_carries_the_robot_too_early(
    engine: WalkingEngine,
) -> None:
    begin(engine)
    run_until_done(engine, on(Side.LEFT, pressed=Side.LEFT))
    assert engine.end is StepEnd.ABORT
    assert ended_after(engine) == pytest.approx(0.07 + 3 * 0.012, abs=0.012)


def test_a_step_without_a_switch_ends_after_two_and_a_half_seconds(engine: WalkingEngine) -> None:
    begin(engine)
    run_until_done(engine, on(Side.RIGHT))
    assert engine.end is StepEnd.OVERTIME
    assert ended_after(engine) == pytest.approx(2.5, abs=0.03)


def test_a_late_step_of_a_quiet_robot_ends_without_a_switch(engine: WalkingEngine) -> None:
    begin(engine)
    run_until_done(engine, robot_state(support=support(Side.RIGHT), imu_quiet_time=1.0))
    assert engine.end is StepEnd.QUIET
    assert 0.25 <= ended_after(engine) < 0.3


def test_a_loaded_swing_foot_stops_its_forward_motion_but_is_still_lowered(
    engine: WalkingEngine,
) -> None:
    begin(engine)
    for _ in range(8):
        engine.command()
        engine.update(on(Side.RIGHT))
    before = engine.placement.offsets(engine.command().positions)
    for _ in range(14):
        engine.update(on(Side.RIGHT, pressed=Side.LEFT))
        feet = engine.placement.offsets(engine.command().positions)
    assert feet.left.forward == pytest.approx(before.left.forward, abs=1e-6)
    assert feet.turn == pytest.approx(before.turn, abs=1e-6)
    assert feet.left.lift == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize(
    ("pitch", "rate"), [(0.0, 1.0), (-5.0, 1.0), (-7.5, 0.75), (-10.0, 0.5), (-20.0, 0.5)]
)
def test_the_forward_motion_slows_down_when_the_torso_leans_back(
    engine: WalkingEngine, pitch: float, rate: float
) -> None:
    begin(engine)
    running = engine.running
    assert running is not None
    before = running.forward_time
    engine.update(robot_state(support=support(Side.RIGHT), pitch=math.radians(pitch)))
    assert running.forward_time - before == pytest.approx(rate * 0.012, rel=1e-3)


def test_the_walk_delay_lasts_three_cycles_and_stretches_the_swing_leg(
    engine: WalkingEngine,
) -> None:
    engine.begin_delay(forward(0.2), on(Side.RIGHT), standing_command(engine))
    lifts = []
    while not engine.done:
        lifts.append(engine.placement.offsets(engine.command().positions).left.lift)
        engine.update(on(Side.RIGHT))
    assert lifts == pytest.approx([-0.00233, -0.00467, -0.007], abs=1e-5)


def test_the_gyro_feedback_fades_within_100_ms_in_the_air(engine: WalkingEngine) -> None:
    spinning = robot_state(gyro=(0.0, 1.0, 0.0))
    for _ in range(20):
        engine.gyros.update(spinning)
    assert engine.gyros.ankle_pitch == pytest.approx(0.05, rel=0.01)
    for _ in range(9):
        engine.gyros.update(robot_state(gyro=(0.0, 1.0, 0.0), contact=False))
    assert engine.gyros.ankle_pitch == 0.0


def paced(walking: WalkingParameters, way: float, pitch: float) -> float:
    """Return the advance of a step's forward clock at a pitch, rad, in cycles."""
    slow_down = replace(walking.slow_down, active=True)
    running = a_step(step=Step(x=way))
    before = running.forward_time
    running.advance(
        robot_state(support=support(Side.RIGHT), pitch=pitch), 0.0, walking.ends, slow_down
    )
    return (running.forward_time - before) / CYCLE


@pytest.mark.parametrize("lean", [0.0, 0.5, 1.0, 3.0])
def test_a_forward_step_waits_for_a_torso_that_leans_back(
    walking: WalkingParameters, lean: float
) -> None:
    """The pace drops linearly over the range of the pitch and stays constant beyond it."""
    slow = walking.slow_down
    pace = paced(walking, 0.05, slow.from_pitch - lean * slow.range)
    assert pace == pytest.approx(1.0 - slow.factor * min(lean, 1.0))


def test_a_forward_step_never_runs_ahead_of_a_torso_that_leans_forward(
    walking: WalkingParameters,
) -> None:
    assert paced(walking, 0.05, math.radians(20.0)) == pytest.approx(1.0)


@pytest.mark.parametrize("pitch", [-30.0, -5.0, 0.0, 20.0])
def test_a_backward_step_is_never_slowed_down_by_a_pitch(
    walking: WalkingParameters, pitch: float
) -> None:
    assert paced(walking, -0.05, math.radians(pitch)) == pytest.approx(1.0)


@pytest.mark.parametrize(("trusted", "ended"), [(True, True), (False, False)])
def test_only_trusted_soles_abort_a_step_whose_swing_foot_carries(
    engine: WalkingEngine, trusted: bool, ended: bool
) -> None:
    begin(engine)
    # Too little pressure to freeze the step, and no switch: only the support side is wrong.
    lifted = support(Side.LEFT, left_pressure=False, trusted=trusted)
    for _ in range(18):
        engine.update(robot_state(support=lifted))
    assert (engine.end is StepEnd.ABORT) is ended
    assert engine.done is ended


@pytest.mark.parametrize("kind", StepKind)
@pytest.mark.parametrize("end", [None, *StepEnd])
def test_only_a_normal_step_whose_foot_took_the_weight_is_completed(
    kind: StepKind, end: StepEnd | None
) -> None:
    step = replace(a_step(), kind=kind, end=end)
    took = end in {StepEnd.SWITCH, StepEnd.PASSED}
    assert step.completed is (took and kind is StepKind.STEPPING)
