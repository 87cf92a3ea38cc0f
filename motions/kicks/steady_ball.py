"""Filtered position of a ball at rest."""

import math

from motions.kicks.parameters import KickReadiness
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.scalars import kalman_share


class SteadyBall:
    """Kalman filter of the position of a ball at rest.

    The error of one picture is as large as a kick tolerates, and grows with the distance. Odometry
    errors grow with the distance walked, so that earlier pictures lose weight.

    Attributes:
        ball: The ball, in the odometry frame; None if none is known.
        pictures: Number of pictures since the robot last moved.
        jumped: Distance of a picture from those before it, m; 0 once enough others agree with it.
    """

    def __init__(self, parameters: KickReadiness) -> None:
        self._parameters = parameters
        self._there = Pose2()
        self._variance = 0.0
        self.ball: RollingBall | None = None
        self.pictures = 0
        self.jumped = 0.0
        self._agree = 0

    def update(self, robot: RobotState) -> None:
        """Fuse a new picture, if there is one."""
        seen, before = robot.world.ball, self.ball
        own, here, there = self._parameters, robot.odometry, self._there
        way = math.hypot(here.x - there.x, here.y - there.y)
        if way > own.stays_within:
            self._there = here
            self._variance += way * own.drift**2
            self.pictures = 0
        if seen is None:
            self.ball = None
            return
        if before is not None and seen.time == before.time:
            return
        away = math.hypot(seen.x - here.x, seen.y - here.y)
        noise = (own.picture + own.picture_share * away) ** 2
        if before is None:
            self.ball, self._variance = seen, noise
            self.pictures = self._agree = 0
            self.jumped = 0.0
            return
        rolls = math.hypot(seen.vx, seen.vy) > own.slower_than
        expected = before.at(seen.time)
        off = math.hypot(seen.x - expected.x, seen.y - expected.y)
        self._agree += 1
        if off > own.jump:
            self.jumped, self._agree = off, 0
        elif self._agree >= own.agree:
            self.jumped = 0.0
        if rolls or off > own.jump:
            self.ball = seen
            self.pictures = 0
            self._variance = noise
            return
        self.pictures += 1
        share, self._variance = kalman_share(self._variance, noise, own.least_share)
        self.ball = RollingBall(
            seen.time,
            before.x + share * (seen.x - before.x),
            before.y + share * (seen.y - before.y),
            seen.vx,
            seen.vy,
            seen.deceleration,
        )
