"""The walk distinguishes worn robots from sound ones by their joint errors, in physics.

Its own estimate has its own weights; how worn the plants are by the published measure is tested in
`tests/benchmarks/plant`. Here both measures must rank the same robots in the same order.
"""

import math
from functools import cache, partial

import numpy as np
import pytest

from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.plants.plant_trial import describe
from hsm.campaigns.walking.walking_trial import ramped
from motions.walking.joints.play import JointPlay

pytestmark = pytest.mark.benchmark
ROBOTS = 6
PLANTS = ("ideal", "good", "standard", "worn")


@cache
def plays(plant: str) -> tuple[JointPlay, ...]:
    """Return the walk's own measure after 15 s of walking, the last of it at 0.2 m/s."""
    world, found = build_context(CampaignConfig(plant)), []
    request = partial(ramped, (0.2, 0.0, 0.0))
    for robot in range(ROBOTS):
        simulation = world.simulation(robot)
        while simulation.time < 16.0:
            simulation.step(request(simulation.time))
        found.append(simulation.cycle.components.walking.joints.play)
    return tuple(found)


@cache
def published(plant: str) -> float:
    """Return the published measure of the same robots, deg."""
    world = build_context(CampaignConfig(plant))
    return float(np.mean([describe(world, robot).values["play_deg"] for robot in range(ROBOTS)]))


def mean_play(plant: str) -> float:
    return math.degrees(sum(play.play for play in plays(plant)) / ROBOTS)


def test_the_walk_ranks_plants_like_the_published_measure() -> None:
    assert sorted(PLANTS, key=mean_play) == sorted(PLANTS, key=published) == list(PLANTS)


def test_a_sound_robot_may_walk_at_full_speed() -> None:
    assert min(play.quality for play in plays("standard")) > 0.85


def test_a_worn_robot_may_not_walk_at_full_speed() -> None:
    assert sum(play.quality for play in plays("worn")) / ROBOTS < 0.7
