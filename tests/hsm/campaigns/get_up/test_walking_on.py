"""Who walks on after a get-up, and who only closes the feet."""

import math

import pytest

from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.get_up.get_up import ALLOWED, SIDES, WALKING_AFTER, get_up_once
from hsm.campaigns.get_up.motor_load import MotorMeter
from hsm.campaigns.walking.walking_trial import WALKING
from hsm.chart.leaves import FALL_WAIT_GET_UP
from motions.requests import MotionRequest


@pytest.fixture(scope="module")
def world() -> TrialContext:
    return build_context(CampaignConfig("standard"))


def first_step(world: TrialContext, wish: MotionRequest) -> float:
    """Return when the first wished step began after a get-up, s."""
    simulation = world.simulation(0, posture=SIDES["right"], state=FALL_WAIT_GET_UP.name)
    result, steps = get_up_once(simulation, MotorMeter(world.settings.robot), ALLOWED, wish)
    assert result.succeeded
    return steps


def test_the_step_that_closes_the_feet_after_a_get_up_is_no_wished_one(world: TrialContext) -> None:
    assert first_step(world, MotionRequest()) == math.inf
    assert 0.1 < first_step(world, WALKING) < WALKING_AFTER
