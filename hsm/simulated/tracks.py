"""Tracking from single pictures: position and velocity of the ball and of obstacles.

Everything is kept in the odometry frame, whose drift is smaller than the errors of a picture.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.simulation.eyes.eyes import SnapshotObstacle
from hardware.simulation.eyes.parameters import EyesParameters
from motions.kinematics.geometry import Pose2
from motions.sight import Circle

Array = NDArray[np.float64]

_TURF: Final = 0.3
"""m/s2: deceleration of a rolling ball on turf, as assumed by teams; the plant's may differ."""
_SURPRISE: Final = 16.0
"""Squared Mahalanobis distance beyond which the ball must have been hit: chance 1 in 3000."""
_FINEST: Final = 2e-3
"""m: lower bound of the standard deviations."""
_GAP: Final = 1.0
"""s without a detection after which the ball's velocity is unknown."""
_SAME: Final = 0.3
"""m: an obstacle within this distance of a predicted one is taken for it."""
_LEAST_SHARE: Final = 0.08
"""Lowest weight of a new picture of a static obstacle: a mean over about a dozen pictures."""
_REMEMBERED: Final = 5.0
"""s: an obstacle not seen for longer is forgotten ..."""
_GOES_ON: Final = 3.0
"""s: ... a moving one sooner, since it may have turned ..."""
_SURE: Final = 10
"""Number of pictures that confirm an obstacle, ..."""
_PER_PICTURE: Final = 0.1
"""s: ... and memory per picture of an unconfirmed one, which may be a bad detection of another."""


@dataclass(frozen=True, slots=True)
class _Mover:
    """Motion model of a kind of moving object.

    Attributes:
        slows: Deceleration, m/s2.
        changes: Standard deviation of other accelerations, m/s2 (assumption).
        speed: Standard deviation of the initial speed, m/s.
        surely: Number of standard deviations above 0 from which the speed counts as motion.
    """

    slows: float
    changes: float
    speed: float
    surely: float


_BALL: Final = _Mover(_TURF, changes=0.3, speed=1.5, surely=3.0)
_WALKER: Final = _Mover(0.0, changes=0.15, speed=0.5, surely=4.0)
"""Posts, robots and referees: most are static, and apparent motion must not cause an evasion."""


class _Filter:
    """A Kalman filter of position, m, and velocity, m/s.

    Attributes:
        time: Time of the state, s; None before the first picture.
        state: x, y, vx, vy.
    """

    def __init__(self, mover: _Mover) -> None:
        self._mover = mover
        self.time: float | None = None
        self.state: Array = np.zeros(4)
        self._spread: Array = np.zeros((4, 4))

    @property
    def moves(self) -> bool:
        """Return whether it moves significantly."""
        speed = self.state[2:]
        surely = self._mover.surely**2
        return float(speed @ np.linalg.solve(self._spread[2:, 2:], speed)) > surely

    def begin(self, time: float, place: Array, noise: Array) -> None:
        """Initialise with a first measurement: a position, m, with its covariance, m2."""
        self.time = time
        self.state[:2], self.state[2:] = place, 0.0
        self._spread[:] = 0.0
        self._spread[:2, :2] = noise
        self._spread[2, 2] = self._spread[3, 3] = self._mover.speed**2

    def go_on(self, time: float) -> None:
        """Predict the state at a time, s."""
        dt = 0.0 if self.time is None else time - self.time
        self.time = time
        if self._mover.slows > 0.0 and self.moves:
            speed = float(np.linalg.norm(self.state[2:]))
            self.state[2:] *= max(0.0, 1.0 - self._mover.slows * dt / speed)
        move = np.eye(4)
        move[0, 2] = move[1, 3] = dt
        self.state = move @ self.state
        gain = np.vstack((0.5 * dt * dt * np.eye(2), dt * np.eye(2)))
        changes = self._mover.changes**2
        self._spread = move @ self._spread @ move.T + changes * gain @ gain.T

    def off(self, place: Array, noise: Array) -> float:
        """Return the squared Mahalanobis distance of a current measurement."""
        wrong = place - self.state[:2]
        return float(wrong @ np.linalg.solve(self._spread[:2, :2] + noise, wrong))

    def correct(self, time: float, place: Array, noise: Array) -> None:
        """Fuse a current measurement; an outlier restarts the filter."""
        if self.off(place, noise) > _SURPRISE:
            self.begin(time, place, noise)
            return
        wrong = place - self.state[:2]
        expected = self._spread[:2, :2] + noise
        gain = np.linalg.solve(expected, self._spread[:2]).T
        self.state = self.state + gain @ wrong
        self._spread = self._spread - gain @ self._spread[:2]


class BallTrack:
    """Estimates position and velocity of the ball, which decelerates."""

    def __init__(self, parameters: EyesParameters) -> None:
        """Start without a ball; the parameters give the accuracy of its detection."""
        self._parameters = parameters
        self._filter = _Filter(_BALL)

    def update(
        self, time: float, odometry: Pose2, seen: tuple[float, float]
    ) -> tuple[float, float, float, float]:
        """Fuse a detection.

        Args:
            time: Time of the picture, s.
            odometry: Odometry at that time.
            seen: Position of the ball in the robot's frame, m.

        Returns:
            Position (m) and velocity (m/s) of the ball in the robot's frame at that time.
        """
        p, known = self._parameters, self._filter
        turn, origin = _axes(odometry)
        place = origin + turn @ np.array(seen)
        noise = _noise(seen, p.ball_distance_noise, p.ball_noise, p.ball_bearing_noise)
        noise = turn @ noise @ turn.T
        if known.time is None or not 0.0 <= time - known.time <= _GAP:
            known.begin(time, place, noise)
        else:
            known.go_on(time)
            known.correct(time, place, noise)
        x, y = (turn.T @ (known.state[:2] - origin)).tolist()
        vx, vy = (turn.T @ known.state[2:]).tolist()
        if not known.moves:
            return x, y, 0.0, 0.0
        return x, y, vx, vy


def _axes(odometry: Pose2) -> tuple[Array, Array]:
    """Return the robot's axes as columns, and its position, m."""
    c, s = math.cos(odometry.heading), math.sin(odometry.heading)
    return np.array(((c, -s), (s, c))), np.array((odometry.x, odometry.y))


def _noise(seen: tuple[float, float], share: float, rest: float, bearing: float) -> Array:
    """Return the covariance of a position, m, in the robot's axes, m2.

    The standard deviation of the distance is a share of it plus the rest, m; that of the direction
    is the bearing, rad.
    """
    x, y = seen
    distance = math.hypot(x, y)
    away = max(_FINEST, share * distance + rest)
    aside = max(_FINEST, bearing * distance)
    c, s = (x / distance, y / distance) if distance > 0.0 else (1.0, 0.0)
    turn = np.array(((c, -s), (s, c)))
    covariance: Array = turn @ np.diag((away * away, aside * aside)) @ turn.T
    return covariance


class _Obstacle:
    """A detected obstacle, in the odometry frame.

    A static obstacle is at the mean of its detections, a moving one at the filter's estimate.
    """

    def __init__(self) -> None:
        self.radius = 0.0
        self.seen: float | None = None
        self._filter = _Filter(_WALKER)
        self._mean: Array = np.zeros(2)
        self._averaged = self._pictures = 0
        self._moves = False  # as of the last picture: predictions add no evidence

    @property
    def place(self) -> Array:
        """Return its position, m."""
        return self._filter.state[:2] if self._moves else self._mean

    @property
    def velocity(self) -> Array:
        """Return its velocity, m/s."""
        return self._filter.state[2:] if self._moves else np.zeros(2)

    def lasts(self, time: float) -> bool:
        """Return whether it is still remembered."""
        if self.seen is None:
            return False
        longest = _GOES_ON if self._moves else _REMEMBERED
        if self._pictures < _SURE:
            longest = _PER_PICTURE * self._pictures
        return time - self.seen <= longest

    def go_on(self, time: float) -> None:
        """Predict its state at a time, s."""
        self._filter.go_on(time)

    def away(self, place: Array) -> float:
        """Return the distance of a position from its predicted one, m."""
        return math.dist(self._filter.state[:2], place)

    def may_be_at(self, place: Array, noise: Array) -> bool:
        """Return whether a detection with this covariance, m2, may be of this obstacle."""
        return self.away(place) <= _SAME or self._filter.off(place, noise) <= _SURPRISE

    def take(self, time: float, place: Array, noise: Array, radius: float) -> None:
        """Fuse a current detection."""
        if self.seen is None:
            self._filter.begin(time, place, noise)
        else:
            self._filter.correct(time, place, noise)
        self._pictures += 1
        self._moves = self._filter.moves
        if self._moves:
            self._mean, self._averaged = self._filter.state[:2], 1
        else:
            self._averaged += 1
            share = max(_LEAST_SHARE, 1.0 / self._averaged)
            self._mean = self._mean + share * (place - self._mean)
        self.radius, self.seen = radius, time


class ObstacleTracks:
    """Tracks obstacles, remembers those out of sight, and estimates which of them move."""

    def __init__(self, parameters: EyesParameters) -> None:
        """Start without obstacles; the parameters give the accuracy of their detection."""
        self._parameters = parameters
        self._known: list[_Obstacle] = []

    def update(
        self, time: float, odometry: Pose2, seen: Iterable[SnapshotObstacle]
    ) -> tuple[Circle, ...]:
        """Return all known obstacles, in the robot's frame at the time of a picture.

        Args:
            time: Time of the picture, s.
            odometry: Odometry at that time.
            seen: Obstacles detected in it.
        """
        turn, origin = _axes(odometry)
        for known in self._known:
            known.go_on(time)
        p = self._parameters
        for obstacle in seen:
            at = obstacle.x, obstacle.y
            noise = _noise(at, p.obstacle_distance_noise, 0.0, p.obstacle_bearing_noise)
            noise = turn @ noise @ turn.T
            place = origin + turn @ np.array(at)
            known = self._obstacle_at(place, noise, time)
            known.take(time, place, noise, obstacle.radius)
        self._known = [known for known in self._known if known.lasts(time)]
        circles = []
        for known in self._known:
            x, y = (turn.T @ (known.place - origin)).tolist()
            circles.append(Circle(x, y, known.radius, *(turn.T @ known.velocity).tolist()))
        return tuple(circles)

    def _obstacle_at(self, place: Array, noise: Array, time: float) -> _Obstacle:
        """Return the obstacle that a detection belongs to; a new one if none is near."""
        # Two detections in one picture are two obstacles.
        before = [known for known in self._known if known.seen != time]
        nearest = min(before, key=lambda known: known.away(place), default=None)
        if nearest is None or not nearest.may_be_at(place, noise):
            nearest = _Obstacle()
            self._known.append(nearest)
        return nearest
