"""The DCM error of a pendulum that swings sideways over the right sole."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE, GRAVITY
from motions.walking.configuration import WalkingParameters
from motions.walking.step import Step, StepKind
from motions.walking.terms.pendulum import DcmError, PendulumParameters
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step


def way(begin: float, end: float, time: float, duration: float) -> float:
    """Return a position that moves evenly from `begin` to `end` in `duration`, m."""
    return begin + (end - begin) * min(max(time / duration, 0.0), 1.0)


@pytest.fixture
def excess(walking: WalkingParameters) -> DcmError:
    return DcmError(walking.pendulum, walking.step, 0.05)


def swing_over(
    excess: DcmError, pendulum: PendulumParameters, turning: float, late: float, until: float
) -> None:
    """Let a pendulum swing that turns back `turning` m inside the sole, delayed by a time, s."""
    state = robot_state(support=support(Side.RIGHT), **SOLES)
    sole, step = state.sole(Side.RIGHT), a_step(Side.LEFT)
    turning_time = 0.5 * step.duration + late
    for cycle in range(round(until / CYCLE) + 1):
        time = cycle * CYCLE
        inside = turning * math.cosh(pendulum.rate * (time - turning_time))
        com = (state.com[0], sole.y + inside, state.com[2])
        excess.update(replace(state, com=com), replace(step, time=time))


@pytest.mark.parametrize("late", [0.0, 0.1, 0.2])
def test_an_undisturbed_torso_swings_back_at_its_planned_speed_however_late_it_is(
    walking: WalkingParameters, excess: DcmError, late: float
) -> None:
    pendulum = walking.pendulum
    swing_over(excess, pendulum, pendulum.turning_side, late, until=0.2 + late)
    # The speed filter lags by 18 ms.
    assert excess.returning == pytest.approx(0.0, abs=0.005)


def test_a_late_torso_is_behind_its_course(walking: WalkingParameters, excess: DcmError) -> None:
    pendulum = walking.pendulum
    swing_over(excess, pendulum, pendulum.turning_side, late=0.1, until=0.3)
    assert excess.side < -0.01


def test_a_torso_that_has_swung_further_out_swings_back_faster(
    walking: WalkingParameters, excess: DcmError
) -> None:
    pendulum = walking.pendulum
    swing_over(excess, pendulum, 0.4 * pendulum.turning_side, late=0.1, until=0.4)
    assert excess.returning > 0.01


def test_a_torso_that_falls_outwards_does_not_swing_back(
    walking: WalkingParameters, excess: DcmError
) -> None:
    swing_over(excess, walking.pendulum, -0.01, late=0.0, until=0.25)
    assert excess.returning < -0.005


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize(
    ("forward", "left", "shift"),
    [(0.0, 0.04, 0.0), (0.0, 0.0, 0.03), (0.0, 0.04, 0.03), (0.06, 0.0, 0.0), (-0.05, 0.0, 0.0)],
)
def test_a_torso_that_follows_the_commanded_support_foot_has_no_error(
    walking: WalkingParameters,
    excess: DcmError,
    swing: Side,
    forward: float,
    left: float,
    shift: float,
) -> None:
    """The hips move against the commanded support foot by the same distance, a few cycles late."""
    pendulum, shape = walking.pendulum, walking.step
    support_, aside = swing.other, swing.sign * left
    state = robot_state(support=support(support_), **SOLES)
    sole = state.sole(support_)
    step = replace(a_step(swing, Step(forward, aside)), hip_shift=swing.sign * shift)
    begin = (0.5 * forward, 0.01 * swing.sign)
    step.start.of(support_).forward, step.start.of(support_).side = begin
    # The support foot makes its share of a side step, and likewise of the shift of both feet.
    end = (-0.5 * forward, shape.support_share * swing.sign * (shift - left))
    errors = []
    for cycle in range(round(0.24 / CYCLE)):
        time = cycle * CYCLE
        late = time - pendulum.delay
        foot = (
            way(begin[0], end[0], late, step.duration - shape.lead),
            way(begin[1], end[1], late, step.duration - shape.side_lead),
        )
        inside = pendulum.turning_side * math.cosh(pendulum.rate * (time - 0.5 * step.duration))
        com = (
            sole.x + pendulum.centre_forward - foot[0],
            sole.y + swing.sign * inside - foot[1],
            state.com[2],
        )
        now = replace(step, time=time, forward_time=time, side_time=time)
        excess.update(replace(state, com=com), now)
        moving = time < step.duration - max(shape.lead, shape.side_lead)
        if moving and late > 0.08:  # the speed filter needs a few cycles
            errors.append((excess.forward, excess.side))
    assert len(errors) > 3
    for one, other in errors:
        assert one == pytest.approx(0.0, abs=0.012), "the landing's loss of speed is a guess"
        assert other == pytest.approx(0.0, abs=0.008)


def test_without_a_history_or_a_course_there_is_no_error(
    walking: WalkingParameters, excess: DcmError
) -> None:
    nothing = (0.0,) * 4
    assert (excess.forward, excess.side, excess.outward, excess.returning) == nothing
    standing = robot_state(support=support(Side.RIGHT), **SOLES)
    for state, kind in (
        (replace(standing, contact=False), StepKind.STEPPING),
        (standing, StepKind.STARTING),
        (standing, StepKind.EMERGENCY_STAND),
    ):
        swing_over(excess, walking.pendulum, 0.4 * walking.pendulum.turning_side, 0.1, until=0.4)
        assert excess.returning and excess.side and excess.outward and excess.forward
        excess.update(state, replace(a_step(Side.LEFT), kind=kind))
        assert (excess.forward, excess.side, excess.outward, excess.returning) == nothing


def test_a_new_step_measures_the_error_from_its_own_side_without_a_jump_of_the_sole(
    walking: WalkingParameters, excess: DcmError
) -> None:
    pendulum = walking.pendulum
    swing_over(excess, pendulum, pendulum.turning_side, late=0.1, until=0.3)
    side = excess.side
    excess.begin()
    assert excess.side == -side != 0.0


def test_the_pendulum_diverges_at_the_rate_of_its_height(walking: WalkingParameters) -> None:
    """Linear inverted pendulum: omega squared is g over its height."""
    pendulum = replace(walking.pendulum, height=0.2)
    assert pendulum.rate**2 * 0.2 == pytest.approx(GRAVITY)


def forward_of(excess: DcmError, ahead: float, steps: int) -> float:
    """Return the forward error at the end of the last of some steps over the right sole, m.

    The centre of mass is ahead of its position in a standing robot by a distance, m.
    """
    state = robot_state(support=support(Side.RIGHT), **SOLES)
    com = (state.com[0] + ahead, *state.com[1:])
    for _ in range(steps):
        excess.begin()
        for cycle in range(1, 20):
            excess.update(replace(state, com=com), replace(a_step(Side.LEFT), time=cycle * CYCLE))
    return excess.forward


@pytest.mark.parametrize("ahead", [0.05, -0.05])
def test_an_error_common_to_all_steps_over_a_foot_is_no_fall(
    walking: WalkingParameters, excess: DcmError, ahead: float
) -> None:
    first = forward_of(excess, ahead, 1)
    usual = forward_of(excess, ahead, 100)
    band, most = walking.pendulum.usual_band, walking.pendulum.usual_limit
    assert abs(first) > band
    assert abs(usual) == pytest.approx(max(band, abs(first) - most), abs=1e-3)
    assert excess.usual[Side.LEFT] == 0.0


def test_an_error_within_the_band_is_kept(excess: DcmError) -> None:
    first = forward_of(excess, 0.0, 1)
    assert forward_of(excess, 0.0, 50) == pytest.approx(first, abs=1e-9)


def test_a_torso_that_regains_its_speed_at_once_has_the_speed_of_its_course(
    walking: WalkingParameters,
) -> None:
    errors = []
    for recovery in (0.0, 1e-9):
        pendulum = replace(walking.pendulum, recovery=recovery)
        error = DcmError(pendulum, walking.step, 0.05)
        running = a_step(step=Step(0.06, 0.0, 0.0))
        running.time = running.forward_time = 0.1
        error.update(robot_state(support=support(Side.RIGHT)), running)
        errors.append(error.forward)
    assert errors[0] == pytest.approx(errors[1])
