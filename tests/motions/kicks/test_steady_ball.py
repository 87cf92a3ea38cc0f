"""The estimate of a resting ball averages many pictures; that of a rolling one is the last."""

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


def test_the_mean_of_several_pictures_is_better_than_each(ball: SteadyBall) -> None:
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


def test_a_ball_that_jumps_or_rolls_restarts_the_mean(ball: SteadyBall) -> None:
    for number in range(5):
        ball.update(seen(0.03 * number, 0.2))
    ball.update(seen(0.2, 0.7))
    assert ball.ball is not None and ball.ball.x == 0.7 and ball.pictures == 0
    for number in range(5):
        ball.update(seen(0.3 + 0.03 * number, 0.7))
    ball.update(seen(0.6, 0.72, vx=0.3))
    assert ball.ball.x == 0.72 and ball.pictures == 0


@pytest.mark.parametrize("between", [0.03, 0.2, 0.5])
def test_a_rolling_ball_does_not_jump_however_rare_its_pictures_are(
    ball: SteadyBall, between: float
) -> None:
    rolling = RollingBall(0.0, 0.2, 0.0, 0.9, 0.0, 0.3)
    for number in range(3):
        now = rolling.at(between * number)
        ball.update(robot_state(time=now.time, world=World(ball=now)))
    assert ball.jumped == 0.0


def share_of_the_next(ball: SteadyBall, robot: RobotState) -> float:
    """Return the weight of a picture that shows the ball slightly further away."""
    before, shown = ball.ball, robot.world.ball
    ball.update(robot)
    assert before is not None and shown is not None and ball.ball is not None
    return (ball.ball.x - before.x) / (shown.x - before.x)


def test_pictures_count_more_the_further_the_robot_has_moved_since_the_last_one(
    kicks: KickParameters,
) -> None:
    shares = []
    for way in (0.0, 0.02, 0.1, 0.19):
        ball = SteadyBall(kicks.table.ready)
        for number in range(20):
            ball.update(seen(0.03 * number, 0.2))
        shares.append(share_of_the_next(ball, seen(0.7, 0.21, odometry=Pose2(way))))
    assert shares[0] == pytest.approx(kicks.table.ready.least_share)
    assert shares == sorted(shares) and 0.2 < shares[1] and 0.7 < shares[3] < 1.0


def test_a_near_picture_counts_more_than_a_far_one(ball: SteadyBall) -> None:
    ball.update(seen(0.0, 1.2))
    far = share_of_the_next(ball, seen(0.03, 1.21))
    near = share_of_the_next(ball, seen(0.06, 1.22, odometry=Pose2(1.0)))
    assert far == pytest.approx(0.5, abs=0.01) and near > 0.9


def test_a_robot_that_has_moved_restarts_the_count_of_pictures(ball: SteadyBall) -> None:
    for number in range(20):
        ball.update(seen(0.03 * number, 0.2))
    ball.update(seen(0.7, 0.2, odometry=Pose2(0.01)))
    assert ball.pictures == 1


def test_a_forgotten_ball_is_unknown(ball: SteadyBall) -> None:
    ball.update(seen(0.0, 0.2))
    ball.update(robot_state(time=0.1))
    assert ball.ball is None


def test_a_ball_that_reappears_has_not_jumped(ball: SteadyBall) -> None:
    ball.update(seen(0.0, 0.2))
    ball.update(seen(0.1, 0.7))
    ball.update(robot_state(time=9.0))
    ball.update(seen(9.1, 0.3))
    assert ball.jumped == 0.0


def test_a_jump_is_reported_until_later_pictures_agree(ball: SteadyBall) -> None:
    for number in range(5):
        ball.update(seen(0.03 * number, 0.2))
    ball.update(seen(0.2, 0.7))
    assert ball.jumped == pytest.approx(0.5)
    ball.update(seen(0.23, 0.2))
    assert ball.jumped == pytest.approx(0.5)
    for number in range(2):
        ball.update(seen(0.3 + 0.03 * number, 0.2))
    assert ball.jumped == 0.0
