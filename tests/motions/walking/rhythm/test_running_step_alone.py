"""A running step without an engine: its clocks, its possible ends and its results."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.rhythm.running_step import RunningStep, StepEndParameters
from motions.walking.step import Step, StepEnd
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step, on


@pytest.fixture
def ends(walking: WalkingParameters) -> StepEndParameters:
    own = walking.ends
    return replace(
        own,
        earliest=0.5,
        latest=3.0,
        quiet_time=0.4,
        abort=replace(own.abort, active=True, after=0.05, cycles=3),
        freeze=replace(own.freeze, active=True, from_phase=0.4),
    )


def advanced(
    walking: WalkingParameters,
    ends: StepEndParameters,
    step: RunningStep,
    state: RobotState,
    tilt: float = 0.0,
) -> RunningStep:
    step.advance(state, tilt, ends, replace(walking.slow_down, active=True))
    return step


def test_a_new_step_has_its_clocks_at_zero_and_nothing_decided() -> None:
    step = a_step()
    assert (step.time, step.forward_time, step.side_time) == (0.0, 0.0, 0.0)
    assert (step.extent, step.hip_shift, step.wrong_cycles) == (0.0, 0.0, 0)
    assert step.frozen is False and step.end is None
    assert step.support is Side.RIGHT and a_step(Side.RIGHT).support is Side.LEFT


def test_the_phase_is_the_share_of_the_duration_and_a_step_beyond_it_is_late() -> None:
    for share, late in ((0.0, False), (0.5, False), (1.0, False), (1.2, True)):
        step = a_step(share=share)
        assert step.phase == pytest.approx(share)
        assert step.late is late
    assert replace(a_step(), time=5 * CYCLE).lasted == pytest.approx(4 * CYCLE)


@pytest.mark.parametrize(("share", "stands"), [(0.3, False), (0.45, True)])
@pytest.mark.parametrize("swing", Side)
def test_a_loaded_swing_foot_freezes_only_in_a_later_part_of_the_step(
    walking: WalkingParameters, ends: StepEndParameters, swing: Side, share: float, stands: bool
) -> None:
    step = a_step(swing, share=share)
    before = step.time
    advanced(walking, ends, step, on(swing.other, pressed=swing))
    assert step.time == pytest.approx(before + CYCLE)
    assert step.frozen is stands
    moved = 0.0 if stands else CYCLE
    assert (step.forward_time, step.side_time) == pytest.approx((moved, moved))
    advanced(walking, ends, step, on(swing.other))
    assert not step.frozen and step.side_time == pytest.approx(moved + CYCLE)


def test_an_intentional_tilt_does_not_slow_the_step_down(
    walking: WalkingParameters, ends: StepEndParameters
) -> None:
    tilt = math.radians(20.0)
    state = replace(on(Side.RIGHT), pitch=-tilt)
    forward = Step(0.05)
    step = advanced(walking, ends, a_step(step=forward), state, tilt)
    assert step.forward_time == pytest.approx(CYCLE) == pytest.approx(step.side_time)
    waiting = advanced(walking, ends, a_step(step=forward), state)
    assert waiting.forward_time < 0.9 * CYCLE and waiting.side_time == pytest.approx(CYCLE)


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize(("share", "end"), [(0.4, None), (0.5, StepEnd.SWITCH)])
def test_only_a_switch_to_the_swing_foot_ends_a_step(
    walking: WalkingParameters,
    ends: StepEndParameters,
    swing: Side,
    share: float,
    end: StepEnd | None,
) -> None:
    step = a_step(swing, share=share)
    assert advanced(walking, ends, step, on(swing, switched=True)).end is end
    step = a_step(swing, share=share)
    assert advanced(walking, ends, step, on(swing.other, switched=True)).end is None


@pytest.mark.parametrize(
    ("share", "quiet", "end"),
    [
        (0.9, 0.5, None),
        (1.0, 0.5, StepEnd.QUIET),
        (1.0, 0.3, None),
        (2.9, 0.0, None),
        (3.0, 0.0, StepEnd.OVERTIME),
    ],
)
def test_a_late_step_ends_when_the_robot_is_quiet_or_after_a_multiple_of_its_duration(
    walking: WalkingParameters,
    ends: StepEndParameters,
    share: float,
    quiet: float,
    end: StepEnd | None,
) -> None:
    state = robot_state(support=support(Side.RIGHT), imu_quiet_time=quiet)
    assert advanced(walking, ends, a_step(Side.LEFT, share=share), state).end is end


def test_three_cycles_on_the_wrong_foot_abort_a_step_after_its_first_part(
    walking: WalkingParameters, ends: StepEndParameters
) -> None:
    step, told = a_step(Side.LEFT), []
    for _ in range(8):
        advanced(walking, ends, step, on(Side.LEFT))
        told.append(step.wrong_cycles)
    assert told == [0, 0, 0, 0, 1, 2, 3, 4]
    assert step.end is StepEnd.ABORT
    off = replace(ends, abort=replace(ends.abort, active=False))
    step = a_step(Side.LEFT, share=0.3)
    for _ in range(5):
        advanced(walking, off, step, on(Side.LEFT))
    assert step.end is None and step.wrong_cycles == 0


def test_shared_weight_and_flickering_cells_abort_no_step(
    walking: WalkingParameters, ends: StepEndParameters
) -> None:
    both = support(Side.LEFT, balance=ends.abort.balance, left_pressure=False)
    step = a_step(Side.LEFT, share=0.3)
    for _ in range(8):
        advanced(walking, ends, step, robot_state(support=both))
    assert step.end is None and step.wrong_cycles == 0
    for _ in range(4):
        for foot in (Side.LEFT, Side.LEFT, Side.RIGHT):
            state = robot_state(support=support(foot, left_pressure=False))
            advanced(walking, ends, step, state)
    assert step.end is None and step.wrong_cycles == 0


@pytest.mark.parametrize(
    ("end", "side", "contact", "unshifted"),
    [
        (StepEnd.OVERTIME, Side.RIGHT, True, True),
        (StepEnd.OVERTIME, Side.LEFT, True, False),
        (StepEnd.OVERTIME, Side.RIGHT, False, False),
        (StepEnd.PREDICTED, Side.RIGHT, True, False),
        (StepEnd.PASSED, Side.RIGHT, True, False),
        (StepEnd.STUCK, Side.RIGHT, True, True),
        (None, Side.RIGHT, True, False),
    ],
)
def test_a_step_that_ended_on_its_old_support_foot_is_unshifted(
    end: StepEnd | None, side: Side, contact: bool, unshifted: bool
) -> None:
    step = replace(a_step(Side.LEFT), end=end)
    assert step.unshifted(robot_state(support=support(side), contact=contact)) is unshifted


def between_the_feet(*, rate: float = 0.0, middle: float = 0.0, **cells: Any) -> RobotState:
    """Return a robot on its right foot, its centre of mass left of the middle by `middle`, m."""
    loaded = support(Side.RIGHT, **{"left_pressure": True, **cells})
    com = (0.0, middle, 0.035)
    return robot_state(support=loaded, gyro=(rate, 0.0, 0.0), com=com, roll=0.0, **SOLES)


def end_of(
    walking: WalkingParameters, ends: StepEndParameters, state: RobotState, seconds: float
) -> StepEnd | None:
    """Return the end of a step of the left foot within `seconds` after its planned end."""
    step = a_step(Side.LEFT, share=0.99)
    for _ in range(round(seconds / CYCLE)):
        advanced(walking, ends, step, state)
        if step.end is not None:
            return step.end
    return None


def test_a_late_step_ends_when_the_torso_hangs_over_its_support_foot(
    walking: WalkingParameters, ends: StepEndParameters
) -> None:
    after = ends.stuck.after
    hangs = between_the_feet()
    assert end_of(walking, ends, hangs, after - 2 * CYCLE) is None
    assert end_of(walking, ends, hangs, after + 3 * CYCLE) is StepEnd.STUCK
    comes = between_the_feet(rate=-1.5 * ends.stuck.still)
    assert end_of(walking, ends, comes, after + 3 * CYCLE) is None, "it swings to the left foot"
    in_air = between_the_feet(left_pressure=False)
    assert end_of(walking, ends, in_air, after + 3 * CYCLE) is None
    off = replace(ends, stuck=replace(ends.stuck, active=False))
    assert end_of(walking, off, hangs, after + 3 * CYCLE) is None


def test_a_late_step_ends_when_the_weight_swings_past_the_middle_whatever_the_cells_report(
    walking: WalkingParameters, ends: StepEndParameters
) -> None:
    rate, beyond = -1.5 * ends.stuck.still, ends.passed.beyond + 0.002
    passed = between_the_feet(rate=rate, middle=beyond)
    assert end_of(walking, ends, passed, 0.1) is StepEnd.PASSED
    for other in (
        between_the_feet(rate=rate, middle=beyond - 0.004),
        between_the_feet(rate=-rate, middle=beyond),
        between_the_feet(rate=rate, middle=beyond, left_pressure=False),
    ):
        assert end_of(walking, ends, other, 0.1) is None
    dead = between_the_feet(
        rate=rate, middle=beyond, left_pressure=False, dead_cells=(True,) + (False,) * 7
    )
    assert end_of(walking, ends, dead, 0.1) is StepEnd.PASSED, "it may be loaded without showing it"
    off = replace(ends, passed=replace(ends.passed, active=False))
    assert end_of(walking, off, passed, 0.1) is None
