"""Places and poses on the floor that programs change: m, m and rad. Angles are not wrapped."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TO_RAD: Final = math.pi / 180.0
TO_DEG: Final = 180.0 / math.pi


@dataclass
class Position2D:
    """A place.

    Attributes:
        x: m.
        y: m.
    """

    x: float = 0.0
    y: float = 0.0

    def __add__(self, other: "Position2D") -> "Position2D":
        return Position2D(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Position2D") -> "Position2D":
        return Position2D(self.x - other.x, self.y - other.y)

    def norm(self) -> float:
        """Return the distance to the origin, m."""
        return math.hypot(self.x, self.y)

    def distance(self, other: "Position2D") -> float:
        """Return the distance to another place, m."""
        return (self - other).norm()


@dataclass
class Pose2D:
    """A pose; `a * b` is b, given in the frame a, in that of a.

    Attributes:
        x: m.
        y: m.
        theta: To the left, rad; whole turns count.
    """

    x: float = 0.0
    y: float = 0.0
    theta: float = 0.0

    @staticmethod
    def fromVector(numbers: Sequence[float]) -> "Pose2D":
        """Return the pose of x, y and theta in a list."""
        x, y, theta = numbers
        return Pose2D(x, y, theta)

    def __mul__(self, other: "Pose2D") -> "Pose2D":
        c, s = math.cos(self.theta), math.sin(self.theta)
        return Pose2D(
            self.x + c * other.x - s * other.y,
            self.y + s * other.x + c * other.y,
            self.theta + other.theta,
        )

    def inverse(self) -> "Pose2D":
        """Return the pose of the origin as seen from this one."""
        c, s = math.cos(self.theta), math.sin(self.theta)
        return Pose2D(-(c * self.x + s * self.y), s * self.x - c * self.y, -self.theta)

    def diff(self, other: "Pose2D") -> "Pose2D":
        """Return another pose as seen from this one."""
        return self.inverse() * other

    def distance(self, other: "Pose2D") -> float:
        """Return the distance to another pose, m, whatever their headings."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def norm(self) -> float:
        """Return the distance to the origin, m."""
        return math.hypot(self.x, self.y)

    def isNear(self, other: "Pose2D", epsilon: float = 1e-4) -> bool:
        """Return whether no number differs by more."""
        pairs = zip(self.toVector(), other.toVector(), strict=True)
        return all(abs(a - b) <= epsilon for a, b in pairs)

    def toVector(self) -> list[float]:
        """Return x, y and theta, as functions of a robot take them."""
        return [self.x, self.y, self.theta]


def pose2DInverse(pose: Pose2D) -> Pose2D:
    """Return the pose of the origin as seen from a pose."""
    return pose.inverse()


def pinv(pose: Pose2D) -> Pose2D:
    """Return the pose of the origin as seen from a pose."""
    return pose.inverse()


def modulo2PI(angle: float) -> float:
    """Return an angle without its whole turns, from -pi to pi."""
    return math.remainder(angle, 2.0 * math.pi)
