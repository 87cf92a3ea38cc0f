"""A step while it runs, without an engine: its clocks, what ends it, and how it ended."""

import math
from dataclasses import replace

import pytest

from hardware.frames import CYCLE
from hardware.robots.model import Side
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.rhythm.running_step import RunningStep, StepEndParameters
from motions.walking.step import Step, StepEnd
from tests.fakes import robot_state, support
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


def test_a_step_begins_with_all_clocks_at_rest_and_nothing_decided() -> None:
    step = a_step()
    assert (step.time, step.forward_time, step.side_time) == (0.0, 0.0, 0.0)
    assert (step.extent, step.hip_shift, step.wrong_cycles) == (0.0, 0.0, 0)
    assert step.frozen is False and step.end is None
    assert step.support is Side.RIGHT and a_step(Side.RIGHT).support is Side.LEFT


def test_its_phase_is_the_share_of_its_duration_and_beyond_it_it_is_late() -> None:
    for share, late in ((0.0, False), (0.5, False), (1.0, False), (1.2, True)):
        step = a_step(share=share)
        assert step.phase == pytest.approx(share)
        assert step.late is late
    assert replace(a_step(), time=5 * CYCLE).lasted == pytest.approx(4 * CYCLE)


@pytest.mark.parametrize(("share", "stands"), [(0.3, False), (0.45, True)])
@pytest.mark.parametrize("swing", Side)
def test_a_swing_foot_with_pressure_stands_still_in_a_later_part_of_the_step(
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


def test_a_tilt_on_purpose_is_no_lean_to_wait_for(
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
def test_a_switch_to_the_swing_foot_ends_a_step_and_one_to_the_other_does_not(
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


def test_three_cycles_on_the_wrong_foot_abort_a_step_once_some_time_has_passed(
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


@pytest.mark.parametrize(
    ("end", "side", "contact", "unshifted"),
    [
        (StepEnd.OVERTIME, Side.RIGHT, True, True),
        (StepEnd.OVERTIME, Side.LEFT, True, False),
        (StepEnd.OVERTIME, Side.RIGHT, False, False),
        (StepEnd.PREDICTED, Side.RIGHT, True, False),
        (None, Side.RIGHT, True, False),
    ],
)
def test_a_step_that_ended_on_its_old_support_foot_is_unshifted(
    end: StepEnd | None, side: Side, contact: bool, unshifted: bool
) -> None:
    step = replace(a_step(Side.LEFT), end=end)
    assert step.unshifted(robot_state(support=support(side), contact=contact)) is unshifted
