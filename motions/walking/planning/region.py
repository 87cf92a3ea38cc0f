"""Region of the floor in which a step may end, to which step generators clip their targets.

A region is symmetric. It does not contain the rule that the swing foot only steps outwards: the
generator drops side motion to the other side.
"""

import math
from dataclasses import dataclass, field


def repeated_step(x: float, y: float, steps: float) -> tuple[float, float]:
    """Return the step to repeat on a straight path; y is the side length of an outward step.

    Args:
        x: Forward distance of the path, m.
        y: Sideways distance of the path, m.
        steps: Number of steps that it takes, from `StepRegion.steps_for`.
    """
    if steps <= 1.0:
        return x, y
    return x / steps, y if steps <= 2.0 else 2.0 * y / steps


@dataclass(slots=True)
class StepRegion:
    """End points of steps with the same turn: a rectangle with cut front corners.

    Attributes:
        front: Largest x, m.
        back: Smallest x, m; above 0 if the walk is too fast to stop within one step.
        side: Largest |y|, m.
        slope: Slope of the cut corners, where slope * x + |y| <= edge; 0 without a cut.
        edge: Edge of the cut corners, m.
    """

    front: float
    back: float
    side: float
    slope: float
    edge: float
    _corner: tuple[float, float] | None = field(default=None, init=False, repr=False, compare=False)

    def contains(self, x: float, y: float) -> bool:
        """Return whether a step may end at a point."""
        wide = -y if y < 0.0 else y
        return (
            self.back <= x <= self.front
            and wide <= self.side
            and self.slope * x + wide <= self.edge
        )

    def steps_for(self, x: float, y: float) -> float:
        """Return the smallest number of steps for a path, if every other one goes to its side."""
        twice = -2.0 * y if y < 0.0 else 2.0 * y
        along = x / self.front if x > 0.0 else x / self.back if x < 0.0 else 0.0
        aside = twice / self.side
        steps = along if along > aside else aside
        cut = (self.slope * x + twice) / self.edge
        return cut if cut > steps else steps

    def pace_on(self, x: float, y: float) -> tuple[float, float]:
        """Return the step to repeat on a straight path through and beyond a point."""
        steps = self.steps_for(x, y)
        return (x / steps, 2.0 * y / steps) if steps > 0.0 else (0.0, 0.0)

    def corner(self) -> tuple[float, float]:
        """Return the mean per step of the longest diagonal forward walk."""
        if self._corner is None:  # cached: every step queries the region of `possible` again
            self._corner = self._find_corner()
        return self._corner

    def _find_corner(self) -> tuple[float, float]:
        if self.slope == 0.0:
            return self.front, 0.5 * self.side
        at_front = self.front, 0.5 * (self.edge - self.slope * self.front)
        at_side = (self.edge - self.side) / self.slope, 0.5 * self.side
        return max(at_front, at_side, key=lambda point: math.hypot(*point))

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the point clipped to both axes' ranges, then scaled down if in a cut corner."""
        x = self.back if x < self.back else self.front if x > self.front else x
        y = -self.side if y < -self.side else self.side if y > self.side else y
        over = self.slope * x + (-y if y < 0.0 else y)
        if over <= self.edge or x <= 0.0:
            return x, y
        factor = self.edge / over
        return max(factor * x, self.back), factor * y

    def side_at(self, x: float) -> float:
        """Return the largest |y| beside x, m."""
        return min(self.side, self.edge - self.slope * x)

    def on_ray(self, x: float, y: float) -> tuple[float, float]:
        """Return the point, or where the ray to it from the origin leaves the region.

        If the region does not contain the origin, the ray is cut as if the region extended to the
        origin, and x is then clipped to the region. A ray of length 0 ends in the origin.
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
