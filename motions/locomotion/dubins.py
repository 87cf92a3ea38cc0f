"""Ways of arcs and a line, for those who walk in the direction in which they look.

An arc of a given radius on either side of the start, a line that touches both circles, an arc into
the target. Source: NAOqi, which walked so once beyond 0.4 m, and its library of poses: of the four
lines it takes the shortest one, not the shortest way, and keeps the sense of turning in the angles.
"""

import cmath
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from motions.kinematics.geometry import Pose2

_LEAST: Final = 4.0
"""Radii between start and target at least: below, circles of both may overlap."""
_WHOLE: Final = 2.0 * math.pi

Turned = tuple[float, float, float]
"""x, y and theta, m and rad; theta is not wrapped: its sign tells to which side one turns there."""


class _Straight(NamedTuple):
    """A line that touches both circles.

    Attributes:
        length: Of it, m.
        leaves: Where it leaves the circle of the start.
        meets: Where it meets that of the target.
        first: To which side the first arc turns, +1 to the left.
        last: Likewise the last one.
    """

    length: float
    leaves: complex
    meets: complex
    first: float
    last: float


def dubins_points(target: Pose2, radius: float) -> tuple[Turned, Turned, Turned]:
    """Return where the line begins, where it ends, and the target, seen from the start.

    Args:
        target: Seen from the start; its heading as it is said.
        radius: Of the arcs, m.

    Returns:
        Three poses in the frame of the start; the first two look along the line.

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
    heading = math.atan2(along.imag, along.real)
    if line.first * heading < 0.0:
        heading += line.first * _WHOLE
    end = heading
    if line.last * (target.heading - heading) < 0.0:
        end -= line.last * _WHOLE
    return (
        (line.leaves.real, line.leaves.imag, heading),
        (line.meets.real, line.meets.imag, end),
        (target.x, target.y, target.heading),
    )


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
