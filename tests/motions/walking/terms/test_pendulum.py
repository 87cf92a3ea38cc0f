"""What a pendulum that swings sideways over the right sole has beyond its course."""

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
    """Return where something is that moves evenly from `begin` to `end` in `duration`."""
    return begin + (end - begin) * min(max(time / duration, 0.0), 1.0)


@pytest.fixture
def excess(walking: WalkingParameters) -> DcmError:
    return DcmError(walking.pendulum, walking.step, 0.05)


def swing_over(
    excess: DcmError, pendulum: PendulumParameters, turning: float, late: float, until: float
) -> None:
    """Let a pendulum that turns back `turning` m inside the sole, and that late, swing."""
    state = robot_state(support=support(Side.RIGHT), **SOLES)
    sole, step = state.sole(Side.RIGHT), a_step(Side.LEFT)
    turning_time = 0.5 * step.duration + late
    for cycle in range(round(until / CYCLE) + 1):
        time = cycle * CYCLE
        inside = turning * math.cosh(pendulum.rate * (time - turning_time))
        com = (state.com[0], sole.y + inside, state.com[2])
        excess.update(replace(state, com=com), replace(step, time=time))


@pytest.mark.parametrize("late", [0.0, 0.1, 0.2])
def test_an_undisturbed_torso_swings_back_as_fast_as_it_should_however_late_it_is(
    walking: WalkingParameters, excess: DcmError, late: float
) -> None:
    pendulum = walking.pendulum
    swing_over(excess, pendulum, pendulum.turning_side, late, until=0.2 + late)
    # The filter of the speed is 18 ms late.
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
def test_a_torso_that_follows_the_support_foots_command_has_nothing_beyond_its_course(
    walking: WalkingParameters,
    excess: DcmError,
    swing: Side,
    forward: float,
    left: float,
    shift: float,
) -> None:
    """The hips go the other way than the foot they stand on: as far, a few cycles late."""
    pendulum, shape = walking.pendulum, walking.step
    support_, aside = swing.other, swing.sign * left
    state = robot_state(support=support(support_), **SOLES)
    sole = state.sole(support_)
    step = replace(a_step(swing, Step(forward, aside)), hip_shift=swing.sign * shift)
    begin = (0.5 * forward, 0.01 * swing.sign)
    step.start.of(support_).forward, step.start.of(support_).side = begin
    # Of a side step the support foot takes its share, of the shift of both feet likewise.
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
        if moving and late > 0.08:  # the filter of the speed needs a few cycles
            errors.append((excess.forward, excess.side))
    assert len(errors) > 3
    for one, other in errors:
        assert one == pytest.approx(0.0, abs=0.012), "the landing's loss of speed is a guess"
        assert other == pytest.approx(0.0, abs=0.008)


def test_before_anything_and_without_a_course_a_robot_has_nothing_beyond_it(
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


def test_a_new_step_sees_the_error_from_its_own_side_and_measures_no_jump_of_the_sole(
    walking: WalkingParameters, excess: DcmError
) -> None:
    pendulum = walking.pendulum
    swing_over(excess, pendulum, pendulum.turning_side, late=0.1, until=0.3)
    side = excess.side
    excess.begin()
    assert excess.side == -side != 0.0


def test_a_pendulum_falls_apart_at_the_rate_of_its_height(walking: WalkingParameters) -> None:
    """The linear inverted pendulum: omega squared is g over its height."""
    pendulum = replace(walking.pendulum, height=0.2)
    assert pendulum.rate**2 * 0.2 == pytest.approx(GRAVITY)


def forward_of(excess: DcmError, ahead: float, steps: int) -> float:
    """Return the error at the end of the last of some steps over the right sole, m.

    The centre of mass stands so far ahead of where it was in the state of a robot that stands, m.
    """
    state = robot_state(support=support(Side.RIGHT), **SOLES)
    com = (state.com[0] + ahead, *state.com[1:])
    for _ in range(steps):
        excess.begin()
        for cycle in range(1, 20):
            excess.update(replace(state, com=com), replace(a_step(Side.LEFT), time=cycle * CYCLE))
    return excess.forward


@pytest.mark.parametrize("ahead", [0.05, -0.05])
def test_what_every_step_over_a_foot_has_forward_is_no_fall(
    walking: WalkingParameters, excess: DcmError, ahead: float
) -> None:
    first = forward_of(excess, ahead, 1)
    usual = forward_of(excess, ahead, 100)
    band, most = walking.pendulum.usual_band, walking.pendulum.usual_limit
    assert abs(first) > band
    assert abs(usual) == pytest.approx(max(band, abs(first) - most), abs=1e-3)
    assert excess.usual[Side.LEFT] == 0.0


def test_an_error_within_the_band_is_left_as_it_is(excess: DcmError) -> None:
    first = forward_of(excess, 0.0, 1)
    assert forward_of(excess, 0.0, 50) == pytest.approx(first, abs=1e-9)


def test_a_torso_that_regains_its_speed_at_once_has_that_of_its_course(
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
