"""Dribbling a ball three metres straight ahead, and along an S: safe, fast, and near the line."""

from typing import Any

import pytest

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.kicks.dribble import DribbleTrial, measure_dribble
from hsm.campaigns.kicks.dribble_course import BallCourse

pytestmark = pytest.mark.benchmark
TRIALS = 40


@pytest.fixture(scope="module")
def driven() -> Any:
    """Return the results of standard robots."""
    return measure_dribble(
        CampaignConfig("standard"), DribbleTrial(0, 3.0), trials=TRIALS, jobs=2
    ).record()


def test_the_ball_reaches_its_place_without_falls_and_without_being_lost(driven: Any) -> None:
    assert (driven["reached"], driven["falls"], driven["lost"]) == (TRIALS, 0, 0)


def test_the_ball_is_dribbled_at_walking_speed_without_stops(driven: Any) -> None:
    assert driven["speed_m_per_s"]["median"] >= 0.20
    assert driven["speed_m_per_s"]["p10"] >= 0.15
    assert driven["standing_s"]["max"] <= 0.3


def test_the_ball_stays_near_the_line_with_most_robots(driven: Any) -> None:
    assert driven["off_line_mm"]["median"] <= 200


@pytest.mark.xfail(
    strict=True,
    reason="a touch after a step of 60 mm is twice as strong as planned, and carries its error in"
    " direction, six degrees, two metres far",
)
def test_the_ball_stays_near_the_line_with_every_robot(driven: Any) -> None:
    assert driven["off_line_mm"]["max"] <= 200


@pytest.fixture(scope="module")
def along_an_s() -> Any:
    """Return the results of standard robots along the S."""
    config = CampaignConfig("standard")
    return measure_dribble(
        config, DribbleTrial(0, 4.0, BallCourse.S), trials=TRIALS, jobs=2
    ).record()


def test_along_an_s_the_ball_reaches_its_place_without_falls_and_without_being_lost(
    along_an_s: Any,
) -> None:
    found = along_an_s
    assert (found["reached"], found["falls"], found["lost"]) == (TRIALS, 0, 0)
    assert found["speed_m_per_s"]["p10"] >= 0.15


def test_along_an_s_the_ball_stays_near_the_line_with_most_robots(along_an_s: Any) -> None:
    assert along_an_s["off_line_mm"]["median"] <= 200


@pytest.mark.xfail(
    strict=True,
    reason="0.5 m take 2.0 s to walk, and each touch adds half a second to a second: its own step,"
    " and shorter ones that turn the robot into the bend",
)
def test_along_an_s_the_ball_is_as_fast_as_straight_ahead(along_an_s: Any) -> None:
    assert along_an_s["speed_m_per_s"]["median"] >= 0.20


@pytest.mark.xfail(
    strict=True,
    reason="one gentle touch in twenty rolls the ball 0.9 m or further instead of half a metre: the"
    " motors lag, and the foot that catches up hits the ball faster than planned",
)
def test_along_an_s_the_ball_stays_near_the_line_with_every_robot(along_an_s: Any) -> None:
    assert along_an_s["off_line_mm"]["max"] <= 200
