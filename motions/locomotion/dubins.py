"""Dubins paths of arcs and a line, for walking in the direction of the heading.

An arc of a given radius on either side of the start, a line tangent to both circles, an arc into
the target. Source: early NAOqi, which used them beyond 0.4 m, and its library of poses: of the four
it takes the one with the shortest line, not the shortest path, and encodes the sense of turning in
the angles. That library turns the end of the line by whole turns, which its moves ignore; ours
execute them, so here the line ends as it begins, and the target's angle has the sense of its arc.
"""

import cmath
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from motions.kinematics.geometry import Pose2

_LEAST: Final = 4.0
"""Least distance of start and target in radii: below, their circles may overlap."""
_WHOLE: Final = 2.0 * math.pi
_ROUNDING: Final = 1e-6
"""Largest arc against its sense that is a rounding error and not almost a whole turn, rad."""

Turned = tuple[float, float, float]
"""x, y and theta, m and rad; theta is not wrapped: its sign gives the sense of the turn."""


class _Straight(NamedTuple):
    """A line tangent to both circles.

    Attributes:
        length: Length of the line, m.
        leaves: Where it leaves the circle of the start, m.
        meets: Where it meets that of the target, m.
        first: Sense of the first arc, +1 to the left.
        last: Sense of the last arc, likewise.
    """

    length: float
    leaves: complex
    meets: complex
    first: float
    last: float


def dubins_points(target: Pose2, radius: float) -> tuple[Turned, Turned, Turned]:
    """Return the beginning and the end of the line, and the target, relative to the start.

    Args:
        target: Target relative to the start, with its heading not wrapped.
        radius: Radius of the arcs, m.

    Returns:
        Three poses in the frame of the start; the first two head along the line. The heading of
        the target may differ from the requested one by a whole turn.

    Raises:
        ValueError: If the radius is not above 0, or the target nearer than four radii.
    """
    if not radius > 0.0:
        raise ValueError(f"radius {radius} of arcs must be above 0")
    if not math.hypot(target.x, target.y) >= _LEAST * radius:
        raise ValueError(
            f"a target {math.hypot(target.x, target.y):g} m away is nearer than {_LEAST:g} radii"
            f" of {radius:g} m: take a smaller radius"
        )
    line = min(_lines(target, radius), key=lambda each: each.length)  # of several, the first
    along = line.meets - line.leaves
    heading = _turned(math.atan2(along.imag, along.real), line.first)
    return (
        (line.leaves.real, line.leaves.imag, heading),
        (line.meets.real, line.meets.imag, heading),
        (target.x, target.y, heading + _turned(target.heading - heading, line.last)),
    )


def _turned(angle: float, sense: float) -> float:
    """Return an angle in a sense of turning: with a whole turn added if it has the other sign."""
    return angle + sense * _WHOLE if sense * angle < -_ROUNDING else angle


def _lines(target: Pose2, radius: float) -> Iterator[_Straight]:
    """Yield the lines from either circle of the start to either one of the target."""
    end = complex(target.x, target.y)
    across = 1j * cmath.exp(1j * target.heading)
    for first in (1.0, -1.0):
        for last in (1.0, -1.0):
            start_circle, end_circle = first * radius * 1j, end + last * radius * across
            between = end_circle - start_circle
            cos = 0.0 if first == last else 2.0 * radius / abs(between)
            sin = math.sqrt(max(0.0, 1.0 - cos * cos))
            touch = radius / abs(between) * between * complex(cos, -first * sin)
            leaves = start_circle + touch
            meets = end_circle + (touch if first == last else -touch)
            yield _Straight(abs(meets - leaves), leaves, meets, first, last)
