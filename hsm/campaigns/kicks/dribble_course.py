"""Courses along which a ball is dribbled: straight ahead, or along an S."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.units import FlatPoint

POINT: Final = 0.02
"""Spacing of the points of a course, m."""
_LOOKS_AHEAD = 75
"""Largest number of points that a ball passes between two cycles."""
_BEND = math.radians(45.0)
"""Largest angle between the S and straight ahead, to either side, rad."""


class BallCourse(Enum):
    """Shapes of a course."""

    STRAIGHT = "straight"
    S = "s"
    """Starts and ends heading left of straight ahead, and heads right in the middle."""


@dataclass(frozen=True, slots=True)
class Way:
    """A course as a sequence of points.

    Attributes:
        points: Its points on the field, m, 20 mm apart.
    """

    points: tuple[FlatPoint, ...]

    @classmethod
    def along(cls, course: BallCourse, begin: FlatPoint, length: float) -> "Way":
        """Return a course of a given shape.

        Args:
            course: The shape.
            begin: Starting point, m; the course leads along x as a whole.
            length: Length along the course, m.
        """
        points = [begin]
        for number in range(round(length / POINT)):
            share = number * POINT / length
            turn = _BEND * math.cos(math.tau * share) if course is BallCourse.S else 0.0
            x, y = points[-1]
            points.append((x + POINT * math.cos(turn), y + POINT * math.sin(turn)))
        return cls(tuple(points))

    def nearest(self, place: Sequence[float], after: int = 0) -> tuple[int, float]:
        """Return the index of the nearest point from `after` on, and its distance, m.

        Args:
            place: x and y, m.
            after: Index of the first point considered: progress is never undone.
        """
        x, y = place[0], place[1]
        # Later parts of an S may pass near the ball.
        until = min(after + _LOOKS_AHEAD, len(self.points))
        near = min(range(after, until), key=lambda number: math.dist(self.points[number], (x, y)))
        return near, math.dist(self.points[near], (x, y))

    def ahead(self, way: float) -> FlatPoint:
        """Return the place at a distance along the course, m; beyond the end, straight on."""
        number = round(way / POINT)
        last = len(self.points) - 1
        if number <= last:
            return self.points[number]
        (x, y), (x0, y0) = self.points[-1], self.points[-2]
        over = number - last
        return x + over * (x - x0), y + over * (y - y0)
