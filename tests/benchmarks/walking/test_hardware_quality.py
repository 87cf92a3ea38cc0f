"""The walk tells worn robots from sound ones by what their joints miss, in physics."""

import math
from functools import cache, partial

import pytest

from hsm.campaigns.trials import CampaignConfig, build_context
from hsm.campaigns.walking.walking_trial import ramped
from motions.walking.joints.play import JointPlay

pytestmark = pytest.mark.benchmark
ROBOTS = 6


@cache
def plays(plant: str) -> tuple[JointPlay, ...]:
    """Return the measure of some robots after 15 s of walking, 0.2 m/s at last."""
    world, found = build_context(CampaignConfig(plant)), []
    request = partial(ramped, (0.2, 0.0, 0.0))
    for robot in range(ROBOTS):
        simulation = world.simulation(robot)
        while simulation.time < 16.0:
            simulation.step(request(simulation.time))
        found.append(simulation.cycle.components.walking.joints.play)
    return tuple(found)


def mean_play(plant: str) -> float:
    return math.degrees(sum(play.play for play in plays(plant)) / ROBOTS)


def test_play_ranks_the_plants_as_published_robots() -> None:
    assert mean_play("ideal") < 0.1
    assert 0.1 < mean_play("standard") < 0.5
    assert 1.0 < mean_play("worn") < 1.9


def test_a_sound_robot_may_walk_at_full_speed() -> None:
    assert min(play.quality for play in plays("standard")) > 0.85


def test_a_worn_robot_may_not_walk_at_full_speed() -> None:
    assert sum(play.quality for play in plays("worn")) / ROBOTS < 0.7
