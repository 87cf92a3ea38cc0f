"""What a vision process makes of single pictures: how fast the ball rolls, where obstacles were.

Everything is kept in the frame of the odometry, which drifts by less than a picture errs.
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
"""m/s2: what turf takes off a rolling ball, as teams take it; the plant's may be another."""
_CHANGES: Final = 0.3
"""m/s2: whatever else changes its speed (assumption)."""
_SPEED: Final = 1.5
"""m/s: deviation of the speed of a ball that is seen for the first time, or was hit."""
_SURPRISE: Final = 16.0
"""Square of the deviations beyond which a ball has been hit: one picture in 3000 is."""
_SURELY: Final = 3.0
"""A ball moves when its speed is so many deviations above 0."""
_FINEST: Final = 2e-3
"""m: nobody sees better."""
_GAP: Final = 1.0
"""s without the ball after which its speed is known no more."""
_SAME: Final = 0.3
"""m: an obstacle nearer than this to one that was seen before is that one."""
_LEAST_SHARE: Final = 0.08
"""Of a new picture of an obstacle: the last dozen of pictures count."""
_REMEMBERED: Final = 5.0
"""s: an obstacle that has not been seen for longer is forgotten ..."""
_PER_PICTURE: Final = 0.1
"""s: ... and one that few pictures have shown, sooner: it was one of the others, seen badly."""


class BallTrack:
    """Estimates where the ball is and how it rolls: a Kalman filter of a ball that slows down."""

    def __init__(self, parameters: EyesParameters) -> None:
        """Begin without a ball; the parameters say how well it is seen."""
        self._parameters = parameters
        self._time: float | None = None
        self._state: Array = np.zeros(4)
        self._spread: Array = np.zeros((4, 4))

    def update(
        self, time: float, odometry: Pose2, seen: tuple[float, float]
    ) -> tuple[float, float, float, float]:
        """Take in a picture.

        Args:
            time: Of the picture, s.
            odometry: Of its moment.
            seen: Where the ball was seen from the robot, m.

        Returns:
            Place (m) and speed (m/s) of the ball, from the robot of that moment.
        """
        c, s = math.cos(odometry.heading), math.sin(odometry.heading)
        turn = np.array(((c, -s), (s, c)))
        origin = np.array((odometry.x, odometry.y))
        place = origin + turn @ np.array(seen)
        noise = turn @ self._noise(*seen) @ turn.T
        if self._time is None or not 0.0 <= time - self._time <= _GAP:
            self._begin(place, noise)
        else:
            self._predict(time - self._time)
            self._correct(place, noise)
        self._time = time
        x, y = (turn.T @ (self._state[:2] - origin)).tolist()
        vx, vy = (turn.T @ self._state[2:]).tolist()
        if not self._moves():
            return x, y, 0.0, 0.0
        return x, y, vx, vy

    def _begin(self, place: Array, noise: Array) -> None:
        self._state[:2], self._state[2:] = place, 0.0
        self._spread[:] = 0.0
        self._spread[:2, :2] = noise
        self._spread[2, 2] = self._spread[3, 3] = _SPEED**2

    def _predict(self, dt: float) -> None:
        if self._moves():
            speed = float(np.linalg.norm(self._state[2:]))
            self._state[2:] *= max(0.0, 1.0 - _TURF * dt / speed)
        move = np.eye(4)
        move[0, 2] = move[1, 3] = dt
        self._state = move @ self._state
        gain = np.vstack((0.5 * dt * dt * np.eye(2), dt * np.eye(2)))
        self._spread = move @ self._spread @ move.T + _CHANGES**2 * gain @ gain.T

    def _correct(self, place: Array, noise: Array) -> None:
        wrong = place - self._state[:2]
        expected = self._spread[:2, :2] + noise
        if float(wrong @ np.linalg.solve(expected, wrong)) > _SURPRISE:
            self._begin(place, noise)
            return
        gain = np.linalg.solve(expected, self._spread[:2]).T
        self._state = self._state + gain @ wrong
        self._spread = self._spread - gain @ self._spread[:2]

    def _moves(self) -> bool:
        speed = self._state[2:]
        return float(speed @ np.linalg.solve(self._spread[2:, 2:], speed)) > _SURELY**2

    def _noise(self, x: float, y: float) -> Array:
        """Return the covariance of a place that was seen there, m2."""
        p, distance = self._parameters, math.hypot(x, y)
        away = max(_FINEST, p.ball_distance_noise * distance + p.ball_noise)
        aside = max(_FINEST, p.ball_bearing_noise * distance)
        c, s = (x / distance, y / distance) if distance > 0.0 else (1.0, 0.0)
        turn = np.array(((c, -s), (s, c)))
        covariance: Array = turn @ np.diag((away * away, aside * aside)) @ turn.T
        return covariance


@dataclass(slots=True)
class _Obstacle:
    """An obstacle that was seen, in the odometry's frame."""

    x: float
    y: float
    radius: float
    time: float
    pictures: int = 1

    def lasts(self, time: float) -> bool:
        """Return whether it is still remembered."""
        return time - self.time <= min(_REMEMBERED, _PER_PICTURE * self.pictures)


class ObstacleTracks:
    """Remembers obstacles that no camera shows any more, and takes the mean of those shown."""

    def __init__(self) -> None:
        self._known: list[_Obstacle] = []

    def update(
        self, time: float, odometry: Pose2, seen: Iterable[SnapshotObstacle]
    ) -> tuple[Circle, ...]:
        """Return all obstacles that are known, from the robot of the moment of a picture.

        Args:
            time: Of the picture, s.
            odometry: Of its moment.
            seen: What was found in it.
        """
        for obstacle in seen:
            place = odometry @ Pose2(obstacle.x, obstacle.y)
            self._take(place, obstacle.radius, time)
        self._known = [known for known in self._known if known.lasts(time)]
        back = odometry.inverse()
        circles = []
        for known in self._known:
            place = back @ Pose2(known.x, known.y)
            circles.append(Circle(place.x, place.y, known.radius))
        return tuple(circles)

    def _take(self, place: Pose2, radius: float, time: float) -> None:
        def away(known: _Obstacle) -> float:
            return math.hypot(known.x - place.x, known.y - place.y)

        # Two obstacles in one picture are two.
        before = [known for known in self._known if known.time < time]
        nearest = min(before, key=away, default=None)
        if nearest is None or away(nearest) > _SAME:
            self._known.append(_Obstacle(place.x, place.y, radius, time))
            return
        nearest.pictures += 1
        share = max(_LEAST_SHARE, 1.0 / nearest.pictures)
        nearest.x += share * (place.x - nearest.x)
        nearest.y += share * (place.y - nearest.y)
        nearest.radius, nearest.time = radius, time
