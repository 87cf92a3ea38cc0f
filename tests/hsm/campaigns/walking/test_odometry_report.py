"""What a campaign of ways tells of those that came to their end, and of the others."""

import math
from dataclasses import replace

import pytest

from hsm.campaigns.walking.odometry import OdometryReport, OdometryResult
from motions.kinematics.geometry import Pose2

ARRIVED = OdometryResult(False, 5.0, Pose2(4.0, 3.0, 3.1), Pose2(4.3, 2.6, -3.1))
"""0.5 m beside the truth, after 5 m."""


def test_an_error_is_a_share_of_the_way_whatever_its_direction() -> None:
    assert ARRIVED.error == pytest.approx(0.1)


def test_walks_that_fell_or_were_short_are_counted_and_no_part_of_any_error() -> None:
    wrong = Pose2(-9.0, -9.0, 1.0)
    fell = replace(ARRIVED, fell=True, short=True, estimate=wrong)
    short = replace(ARRIVED, short=True, estimate=wrong)
    record = OdometryReport((fell, ARRIVED, short, ARRIVED)).record()
    assert (record["falls"], record["short"], record["trials"]) == (1, 1, 4)
    assert record["mean_error"] == record["largest_error"] == pytest.approx(0.1)
    assert record["heading_error_deg"] == pytest.approx(
        math.degrees(2.0 * (math.pi - 3.1)), abs=0.01
    )


def test_ways_of_which_none_came_to_its_end_measure_nothing() -> None:
    fell, short = replace(ARRIVED, fell=True, short=True), replace(ARRIVED, short=True)
    unmeasured = OdometryReport((fell, short, short)).unmeasured
    assert "1 fell and 2 had not covered the distance" in unmeasured
    assert OdometryReport((fell, ARRIVED)).unmeasured == ""
