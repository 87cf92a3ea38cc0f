"""Balls that lie between the robot and its place behind them."""

import math

import pytest

from hsm.campaigns.destinations.around import DISTANCE, AroundReport, AroundResult, drawn_ball
from motions.kinematics.geometry import Pose2


def test_every_ball_lies_ahead_and_shall_come_back_and_is_drawn_by_its_number() -> None:
    for number in range(200):
        scene = drawn_ball(number)
        assert scene == drawn_ball(number) != drawn_ball(number + 1)
        assert DISTANCE[0] <= math.hypot(scene.x, scene.y) <= DISTANCE[1]
        # The place behind it is further away than the ball: the way leads around it.
        place = Pose2(scene.x, scene.y, scene.direction) @ Pose2(-0.2)
        assert math.hypot(place.x, place.y) > math.hypot(scene.x, scene.y) + 0.15
        assert scene.off(place, (scene.x, scene.y), 0.2).x == pytest.approx(0.0, abs=1e-12)


def test_a_ball_that_was_touched_counts_even_where_the_robot_fell() -> None:
    report = AroundReport((AroundResult(True, True), AroundResult(False, False, 9.0, 0.01, 0.02)))
    record = report.record()
    assert (record["untouched"], record["falls"], record["arrived"]) == (1, 1, 1)
    assert not report.unmeasured
    assert AroundReport((AroundResult(True, False),)).unmeasured == "none of 1 robots arrived"
