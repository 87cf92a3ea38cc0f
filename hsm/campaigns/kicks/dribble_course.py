"""Ways along which a ball is driven: straight ahead, or along an S."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.units import FlatPoint

POINT: Final = 0.02
"""Between the points of a way, m."""
_LOOKS_AHEAD = 75
"""Between two looks a ball goes no further than so many points."""
_BEND = math.radians(45.0)
"""So far the S turns to either side of straight ahead."""


class BallCourse(Enum):
    """The shapes of a way."""

    STRAIGHT = "straight"
    S = "s"
    """Begins and ends to the left of straight ahead; between, it turns to the right and back."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way as a row of points.

    Attributes:
        points: Its points on the field, m, 20 mm apart.
    """

    points: tuple[FlatPoint, ...]

    @classmethod
    def along(cls, course: BallCourse, begin: FlatPoint, length: float) -> "Way":
        """Return a way of a shape.

        Args:
            course: The shape.
            begin: Where it begins; it goes along x as a whole.
            length: m.
        """
        points = [begin]
        for number in range(round(length / POINT)):
            share = number * POINT / length
            turn = _BEND * math.cos(math.tau * share) if course is BallCourse.S else 0.0
            x, y = points[-1]
            points.append((x + POINT * math.cos(turn), y + POINT * math.sin(turn)))
        return cls(tuple(points))

    def nearest(self, place: Sequence[float], after: int = 0) -> tuple[int, float]:
        """Return the number of the nearest point that is not before another, and how far it is, m.

        Args:
            place: x and y, m.
            after: Number of a point; nothing on the way goes back.
        """
        x, y = place[0], place[1]
        # What an S leads past later is not where the ball is now.
        until = min(after + _LOOKS_AHEAD, len(self.points))
        near = min(range(after, until), key=lambda number: math.dist(self.points[number], (x, y)))
        return near, math.dist(self.points[near], (x, y))

    def ahead(self, point: int, way: float) -> FlatPoint:
        """Return the place so far ahead of a point, m; beyond the end it goes straight on."""
        number = point + round(way / POINT)
        last = len(self.points) - 1
        if number <= last:
            return self.points[number]
        (x, y), (x0, y0) = self.points[-1], self.points[-2]
        over = number - last
        return x + over * (x - x0), y + over * (y - y0)
