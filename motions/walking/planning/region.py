"""Where one step may end, as a region of the floor: what generators of steps cut their wishes to.

A region is alike on both sides. That the swing foot only steps outwards is not in it: a generator
leaves out the way to the other side.
"""

import math
from dataclasses import dataclass, field


def repeated_step(x: float, y: float, steps: float) -> tuple[float, float]:
    """Return the step that is repeated on a straight way; y is what an outward step makes.

    Args:
        x: Where the way ends, m.
        y: Likewise.
        steps: That it takes, by `StepRegion.steps_for`.
    """
    if steps <= 1.0:
        return x, y
    return x / steps, y if steps <= 2.0 else 2.0 * y / steps


@dataclass(slots=True)
class StepRegion:
    """A rectangle with cut front corners; ends of steps that turn by the same angle.

    Attributes:
        front: Furthest x, m.
        back: Nearest x, m; above 0 if the walk is too fast to stop within one step.
        side: Furthest y to any side, m.
        slope: Of the cut of the corners: slope * x + |y| is not above `edge`. 0 without a cut.
        edge: Of the cut, m.
    """

    front: float
    back: float
    side: float
    slope: float
    edge: float
    _corner: tuple[float, float] | None = field(default=None, init=False, repr=False, compare=False)

    def contains(self, x: float, y: float) -> bool:
        """Return whether a step may end there."""
        wide = -y if y < 0.0 else y
        return (
            self.back <= x <= self.front
            and wide <= self.side
            and self.slope * x + wide <= self.edge
        )

    def steps_for(self, x: float, y: float) -> float:
        """Return how many steps a way takes at least, when every other one goes to its side."""
        twice = -2.0 * y if y < 0.0 else 2.0 * y
        along = x / self.front if x > 0.0 else x / self.back if x < 0.0 else 0.0
        aside = twice / self.side
        steps = along if along > aside else aside
        cut = (self.slope * x + twice) / self.edge
        return cut if cut > steps else steps

    def pace_on(self, x: float, y: float) -> tuple[float, float]:
        """Return the step that is repeated on a straight way through a point and beyond."""
        steps = self.steps_for(x, y)
        return (x / steps, 2.0 * y / steps) if steps > 0.0 else (0.0, 0.0)

    def corner(self) -> tuple[float, float]:
        """Return the mean of the two steps that go diagonally forward the furthest."""
        if self._corner is None:  # of what is possible, every step asks the same region again
            self._corner = self._find_corner()
        return self._corner

    def _find_corner(self) -> tuple[float, float]:
        if self.slope == 0.0:
            return self.front, 0.5 * self.side
        at_front = self.front, 0.5 * (self.edge - self.slope * self.front)
        at_side = (self.edge - self.side) / self.slope, 0.5 * self.side
        return max(at_front, at_side, key=lambda point: math.hypot(*point))

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the point cut to the ranges of both axes; a cut corner then costs both alike."""
        x = self.back if x < self.back else self.front if x > self.front else x
        y = -self.side if y < -self.side else self.side if y > self.side else y
        over = self.slope * x + (-y if y < 0.0 else y)
        if over <= self.edge or x <= 0.0:
            return x, y
        factor = self.edge / over
        return max(factor * x, self.back), factor * y

    def on_ray(self, x: float, y: float) -> tuple[float, float]:
        """Return the point, or where the way to it from the origin leaves the region.

        If the region is without the origin, the way leaves what is between both, and x is then
        as near as the region has it. A way of no length ends in the origin.
        """
        wide = abs(y)
        factor = 1.0
        if x > 0.0 and x > self.front:
            factor = max(self.front, 0.0) / x
        elif x < 0.0 and x < self.back:
            factor = min(self.back, 0.0) / x
        if wide > self.side:
            factor = min(factor, self.side / wide)
        over = self.slope * x + wide
        if over > self.edge:
            factor = min(factor, self.edge / over)
        return min(max(factor * x, self.back), self.front), factor * y

    def points(self) -> tuple[tuple[float, float], ...]:
        """Return the corners counter-clockwise, the front left one first, none twice."""
        at_front = min(self.side, self.edge - self.slope * self.front)
        cut = self.front
        if at_front < self.side:
            cut = max((self.edge - self.side) / self.slope, self.back)
        half = [(self.front, at_front), (cut, self.side), (self.back, self.side)]
        found: list[tuple[float, float]] = []
        for point in (*half, *((x, -y) for x, y in reversed(half))):
            if not found or math.dist(point, found[-1]) > 1e-12:
                found.append(point)
        if len(found) > 1 and math.dist(found[0], found[-1]) <= 1e-12:
            found.pop()
        return tuple(found)
