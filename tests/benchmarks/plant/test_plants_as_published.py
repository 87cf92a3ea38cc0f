"""Plants are like real robots as published: measured with the walk, robots 0 to 9 at 0.20 m/s.

A property that a plant does not reach is a strict expected failure with its cause, to be removed
once the plant reaches it.
"""

import os
from functools import cache

import pytest

from hsm.campaigns.context import INDIVIDUALS, CampaignConfig
from hsm.campaigns.plants.plant import PlantReport, measure_plant
from hsm.campaigns.plants.published_figures import FIGURES

pytestmark = pytest.mark.benchmark


@cache
def described(plant: str) -> PlantReport:
    return measure_plant(CampaignConfig(plant), range(INDIVIDUALS), jobs=os.cpu_count() or 1)


def mean(plant: str, key: str) -> float:
    return described(plant).figure(key).value


def assert_as_published(plant: str, key: str) -> None:
    published = FIGURES[key].published
    assert published is not None
    if published.low is not None:
        assert published.low <= mean(plant, key)
    if published.high is not None:
        assert mean(plant, key) <= published.high


@pytest.mark.xfail(
    strict=True,
    reason="0.51 and 0.73: the walk loads hips and knees more than the one that never changes, on "
    "which `standard` has 0.39. Wrong zeros are not the cause: 0.81 without them",
)
def test_teams_would_call_good_and_used_robots_good() -> None:
    """Teams slow a robot down from 0.5 deg on."""
    assert mean("ideal", "play_deg") < mean("good", "play_deg") < 0.35
    assert 0.35 < mean("standard", "play_deg") < 0.5


def test_play_ranks_plants_as_their_names_do() -> None:
    measured = [mean(plant, "play_deg") for plant in ("ideal", "good", "standard", "worn")]
    assert measured == sorted(measured)
    assert measured[2] < 1.0 < measured[3]


@pytest.mark.xfail(
    strict=True,
    reason="2.1: harder than real worn robots. Of the 2.2 on the walk that never changes, 0.6 are "
    "due to joint zeros, which nobody calibrates; with 0.7 of the play it is 1.9",
)
def test_teams_would_call_a_worn_robot_worn_but_not_worn_out() -> None:
    """They call it worn out at 1.9 deg."""
    assert 1.1 < mean("worn", "play_deg") < 1.9
    assert mean("worn", "quality") < 0.6


def test_a_broken_robot_is_worn_out() -> None:
    assert mean("broken", "play_deg") > 1.9


@pytest.mark.parametrize("joint", ["knee_pitch", "ankle_pitch"])
def test_joints_execute_requests_of_three_cycles_earlier(joint: str) -> None:
    assert_as_published("standard", f"lag_{joint}_ms")


def test_servos_with_a_third_of_the_gain_lag_much_more() -> None:
    late, usual = (mean(plant, "lag_knee_pitch_ms") for plant in ("soft_servos", "standard"))
    assert late > usual + 15.0


def test_the_soles_carry_the_weight_of_the_datasheet() -> None:
    assert_as_published("standard", "standing_soles_n")


def test_a_walking_robot_draws_the_power_that_explains_its_battery_life() -> None:
    assert_as_published("standard", "walking_power_w")


@pytest.mark.xfail(
    strict=True,
    reason="87, so that its sensor shows 72, as in games: the hottest of twelve joints of a robot "
    "whose legs share the load unequally, 82 to 91 from robot to robot; 17 K/W would leave 83",
)
def test_ten_minutes_of_walking_heat_windings_as_in_games() -> None:
    assert_as_published("standard", "winding_after_10_min_c")


def test_after_twenty_minutes_of_walking_the_driver_reduces_the_torque() -> None:
    assert mean("standard", "stiffness_left_after_20_min") < 0.95


def test_walking_heats_the_knees_and_standing_hardly_does() -> None:
    """Teams report that a motor becomes hot above 0.3 A."""
    assert mean("standard", "current_knee_pitch_a") > 0.45
    assert mean("standard", "standing_current_a") < 0.4


def test_a_walk_at_moderate_speed_is_upright() -> None:
    assert_as_published("standard", "walking_lean_deg")


def test_steps_last_a_quarter_of_a_second() -> None:
    assert_as_published("standard", "walking_step_ms")


@pytest.mark.xfail(
    strict=True,
    reason="0.3 A: a joint without a visible error draws no current here. Tried: an integral part "
    "of the position loop (1 s; 0.3 s up to 3 and up to 10 deg): 0.25 to 0.41 A, since play and "
    "soft turf absorb the conflict of the legs, and walking then heats knees to 90 C.",
)
def test_joints_of_a_robot_that_has_stopped_work_against_each_other() -> None:
    """Teams see more than 1 A, although the joints are at their targets."""
    assert mean("standard", "stopped_current_a") > 1.0
