"""A ball that lies is known better by many pictures; one that rolls by its last."""

from dataclasses import replace
from random import Random

import pytest

from motions.kicks.parameters import KickParameters
from motions.kicks.steady_ball import SteadyBall
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.perception.world import RollingBall, World
from tests.fakes import robot_state


@pytest.fixture
def ball(kicks: KickParameters) -> SteadyBall:
    return SteadyBall(kicks.table.ready)


def seen(time: float, x: float, y: float = 0.0, vx: float = 0.0, **changes: object) -> RobotState:
    return replace(
        robot_state(time=time, world=World(ball=RollingBall(time, x, y, vx, 0.0, 0.3))),
        **changes,  # type: ignore[arg-type]
    )


def test_a_mean_of_pictures_is_better_than_each(ball: SteadyBall) -> None:
    rng = Random(1)
    for number in range(30):
        ball.update(seen(0.03 * number, 0.2 + rng.gauss(0.0, 0.008)))
    assert ball.ball is not None
    assert ball.ball.x == pytest.approx(0.2, abs=0.004)
    assert ball.pictures == 29


def test_the_same_picture_counts_once(ball: SteadyBall) -> None:
    for _ in range(5):
        ball.update(seen(1.0, 0.2))
    assert ball.pictures == 0


def test_a_ball_that_jumps_or_rolls_begins_anew(ball: SteadyBall) -> None:
    for number in range(5):
        ball.update(seen(0.03 * number, 0.2))
    ball.update(seen(0.2, 0.7))
    assert ball.ball is not None and ball.ball.x == 0.7 and ball.pictures == 0
    for number in range(5):
        ball.update(seen(0.3 + 0.03 * number, 0.7))
    ball.update(seen(0.6, 0.72, vx=0.3))
    assert ball.ball.x == 0.72 and ball.pictures == 0


def test_once_the_robot_has_gone_on_all_that_was_seen_before_counts_as_one_picture(
    ball: SteadyBall,
) -> None:
    for number in range(20):
        ball.update(seen(0.03 * number, 0.2))
    ball.update(seen(0.7, 0.21, odometry=Pose2(0.01)))
    assert ball.ball is not None
    assert ball.pictures == 1 and ball.ball.x == pytest.approx(0.205)


def test_a_ball_that_is_forgotten_is_unknown(ball: SteadyBall) -> None:
    ball.update(seen(0.0, 0.2))
    ball.update(robot_state(time=0.1))
    assert ball.ball is None


def test_a_ball_that_comes_back_has_not_jumped(ball: SteadyBall) -> None:
    ball.update(seen(0.0, 0.2))
    ball.update(seen(0.1, 0.7))
    ball.update(robot_state(time=9.0))
    ball.update(seen(9.1, 0.3))
    assert ball.jumped == 0.0


def test_a_jump_is_told_until_other_pictures_agree(ball: SteadyBall) -> None:
    for number in range(5):
        ball.update(seen(0.03 * number, 0.2))
    ball.update(seen(0.2, 0.7))
    assert ball.jumped == pytest.approx(0.5)
    ball.update(seen(0.23, 0.2))
    assert ball.jumped == pytest.approx(0.5)
    for number in range(2):
        ball.update(seen(0.3 + 0.03 * number, 0.2))
    assert ball.jumped == 0.0
