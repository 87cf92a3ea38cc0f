"""What a pendulum that swings sideways over the right sole has beyond its course."""

import math
from dataclasses import replace

import pytest

from hardware.frames import CYCLE
from hardware.robots.model import Side
from motions.walking.configuration import WalkingParameters
from motions.walking.terms.pendulum import DcmError, PendulumParameters
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step


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
