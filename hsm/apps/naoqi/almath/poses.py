"""Mutable positions and poses on the floor: m, m, rad. Angles are not wrapped."""

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any, ClassVar, Final, Self

PI: Final = math.pi
TO_RAD: Final = math.pi / 180.0
TO_DEG: Final = 180.0 / math.pi


class _Numbers:
    """Numbers that are added and scaled element-wise, like the poses of the library."""

    _names: ClassVar[tuple[str, ...]]
    x: float
    y: float

    def __init__(self, *given: Any) -> None:
        """Take all numbers, a list of them, one for all, or none for zeros.

        Raises:
            TypeError: If their count is wrong, or something is not a number.
        """
        numbers = given
        if len(given) == 1:
            one = given[0]
            numbers = (one,) * len(self._names) if isinstance(one, Real) else tuple(one)
        if len(numbers) not in (0, len(self._names)):
            takes = ", ".join(self._names)
            raise TypeError(f"{type(self).__name__} takes {takes}, not {len(numbers)} numbers")
        for name, number in zip(self._names, numbers or (0.0,) * len(self._names), strict=True):
            if not isinstance(number, Real):
                raise TypeError(
                    f"{name} of {type(self).__name__} is {number!r}, which is not a number"
                )
            setattr(self, name, float(number))

    def __repr__(self) -> str:
        named = zip(self._names, self.toVector(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={at:g}' for name, at in named)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Numbers) or type(other) is not type(self):
            return NotImplemented
        return self.toVector() == other.toVector()

    def __add__(self, other: Self) -> Self:
        pairs = zip(self.toVector(), other.toVector(), strict=True)
        return type(self)(*(a + b for a, b in pairs))

    def __sub__(self, other: Self) -> Self:
        pairs = zip(self.toVector(), other.toVector(), strict=True)
        return type(self)(*(a - b for a, b in pairs))

    def __pos__(self) -> Self:
        return type(self)(*self.toVector())

    def __neg__(self) -> Self:
        return type(self)(*(-number for number in self.toVector()))

    def __mul__(self, factor: float) -> Self:
        return type(self)(*(number * factor for number in self.toVector()))

    def __rmul__(self, factor: float) -> Self:
        return self * factor

    def __truediv__(self, by: float) -> Self:
        return type(self)(*(number / by for number in self.toVector()))

    def isNear(self, other: Self, epsilon: float = 1e-4) -> bool:
        """Return whether no number differs by more than `epsilon`."""
        pairs = zip(self.toVector(), other.toVector(), strict=True)
        return all(abs(a - b) <= epsilon for a, b in pairs)

    def norm(self) -> float:
        """Return the distance to the origin, m."""
        return math.hypot(self.x, self.y)

    def distance(self, other: Self) -> float:
        """Return the distance to another one, m, regardless of headings."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def getAngle(self) -> float:
        """Return its direction from the origin, rad."""
        return math.atan2(self.y, self.x)

    def toVector(self) -> list[float]:
        """Return the numbers as a list, as accepted by functions of a robot."""
        return [getattr(self, name) for name in self._names]


class Position2D(_Numbers):
    """A position: `Position2D(x, y)`, or a list of both.

    Attributes:
        x: Forward, m.
        y: To the left, m.
    """

    _names = ("x", "y")


class Pose2D(_Numbers):
    """A pose: `Pose2D(x, y, theta)`, or a list of them; `a * b` transforms b from a's frame.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        theta: Counterclockwise, rad; not wrapped.
    """

    _names = ("x", "y", "theta")
    theta: float

    @staticmethod
    def fromVector(numbers: Sequence[float]) -> "Pose2D":
        """Return the pose from a list of x, y and theta."""
        return Pose2D(numbers)

    def __mul__(self, other: "Pose2D | float") -> "Pose2D":
        if not isinstance(other, Pose2D):
            return super().__mul__(other)
        c, s = math.cos(self.theta), math.sin(self.theta)
        return Pose2D(
            self.x + c * other.x - s * other.y,
            self.y + s * other.x + c * other.y,
            self.theta + other.theta,
        )

    def inverse(self) -> "Pose2D":
        """Return the pose of the origin relative to this one."""
        c, s = math.cos(self.theta), math.sin(self.theta)
        return Pose2D(-(c * self.x + s * self.y), s * self.x - c * self.y, -self.theta)

    def diff(self, other: "Pose2D") -> "Pose2D":
        """Return another pose relative to this one."""
        return self.inverse() * other


def pose2DInverse(pose: Pose2D) -> Pose2D:
    """Return the pose of the origin relative to a pose."""
    return pose.inverse()


def pinv(pose: Pose2D) -> Pose2D:
    """Return the pose of the origin relative to a pose."""
    return pose.inverse()


def modulo2PI(angle: float) -> float:
    """Return an angle wrapped to -pi to pi."""
    return math.remainder(angle, 2.0 * math.pi)
