"""Every start succeeds: no first step waits for a weight shift that does not come, in physics."""

from functools import cache

import pytest

from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.statistics import Rate
from hsm.chart.leaves import FALL_PROTECTION, STAND_NORMAL, WALK_DELAY_PHASE, WALK_STEPPING
from motions.requests import Motion, MotionRequest

pytestmark = pytest.mark.benchmark

STARTS = (
    MotionRequest(Motion.WALK, forward=0.15),
    MotionRequest(Motion.WALK, forward=-0.1),
    MotionRequest(Motion.WALK, left=0.12),
    MotionRequest(Motion.WALK, left=-0.12),
    MotionRequest(Motion.WALK, turn=1.0),
    MotionRequest(Motion.WALK, turn=-1.0),
)
TRIALS = 34
ASKED_AT = 1.5
GOING_WITHIN = 1.0


@cache
def going(plant: str) -> Rate:
    """Return how many standing robots step regularly within a second of the request."""
    world, went, stood = build_context(CampaignConfig(plant)), 0, 0
    for trial in range(TRIALS):
        for request in STARTS:
            simulation = world.simulation(trial)
            outcome = simulation.step(MotionRequest())
            while simulation.time < ASKED_AT:
                outcome = simulation.step(MotionRequest())
            if outcome.leaf != STAND_NORMAL.name:
                continue  # it fell or rises, which is no start
            stood += 1
            while simulation.time < ASKED_AT + GOING_WITHIN:
                outcome = simulation.step(request)
                if outcome.leaf in FALL_PROTECTION:
                    break
            went += outcome.leaf in WALK_STEPPING or outcome.leaf in WALK_DELAY_PHASE
    return Rate(went, stood)


@pytest.mark.parametrize(("plant", "least"), [("standard", 0.99), ("worn", 0.97)])
def test_a_standing_robot_walks_regularly_within_a_second(plant: str, least: float) -> None:
    rate = going(plant)
    assert rate.trials >= 190
    assert rate.successes >= least * rate.trials, str(rate)
