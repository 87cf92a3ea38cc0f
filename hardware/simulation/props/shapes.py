"""Shapes that only props need: the outline of the foot for the ball, and a passive robot.

All lengths are in m; those of the foot in the frame of its body.
"""

import math
from typing import Final

from hardware.simulation.plant.shapes import FOOT_MIDDLE, FOOT_SIZE, SOLE_EDGES, SOLE_ROUNDING
from hardware.units import Point

_TIP: Final = 0.1036
_FRONT: Final = 0.058
"""Front radius of the foot's outline: through the published points at x 102 mm, y +-15 mm."""
_FRONT_ENDS: Final = math.radians(22.0)
_CORNER: Final = 0.028
"""Radius of the outline at its corners, which end at the published points at x 80 mm."""
_STEP: Final = math.radians(2.0)
"""Angle between two points of the outline: a kick's direction is exact to half of it."""
_BEHIND: Final = ((-0.033, 0.043), (-0.045, 0.037), (-0.055, 0.025), (-0.058, 0.012))
_LEVELS: Final = ((-0.041, 0.004), (-0.037, 0.0), (-0.020, 0.007), (-0.015, 0.024))
"""Heights, with the inset of the outline there: the shell recedes towards the top."""
_ASIDE: Final = 0.004
"""Lateral shift of the outline behind its front: the left foot extends further outwards."""


def foot_outline(*, mirrored: bool) -> tuple[Point, ...]:
    """Return the points of a foot's hull for the ball: the left foot's unless mirrored."""
    sign = -1.0 if mirrored else 1.0
    points: list[Point] = []
    for height, inset in _LEVELS:
        for x, y in _outline():
            length = math.hypot(x - FOOT_MIDDLE[0], y)
            share = 1.0 - inset / length
            points.append((FOOT_MIDDLE[0] + share * (x - FOOT_MIDDLE[0]), sign * share * y, height))
    return tuple(points)


def sole_plate(sole: float, *, mirrored: bool) -> tuple[Point, ...]:
    """Return points of the plate that closes a rounded sole between its lines, at their height.

    Args:
        sole: Height of the sole in the frame of the foot, m.
        mirrored: Whether it is the right foot.
    """
    sign = -1.0 if mirrored else 1.0
    return tuple(
        (x, sign * y, height)
        for x, inner, outer in SOLE_EDGES
        for y in (inner, outer)
        for height in (sole, sole + SOLE_ROUNDING)
    )


def _outline() -> list[tuple[float, float]]:
    """Return the widest outline: an arc in front, a narrower one at each corner, the heel."""
    half: list[tuple[float, float]] = []
    angle = 0.5 * _STEP
    centre = _TIP - _FRONT
    corner = (
        centre + (_FRONT - _CORNER) * math.cos(_FRONT_ENDS),
        (_FRONT - _CORNER) * math.sin(_FRONT_ENDS),
    )
    while angle < 0.5 * math.pi:
        if angle < _FRONT_ENDS:
            half.append((centre + _FRONT * math.cos(angle), _FRONT * math.sin(angle)))
        else:
            x, y = corner
            half.append((x + _CORNER * math.cos(angle), y + _CORNER * math.sin(angle)))
        angle += _STEP if angle < _FRONT_ENDS else 3.0 * _STEP
    half += _BEHIND
    outer = [(x, y + _ASIDE * _behind(x)) for x, y in half]
    inner = [(x, -y + _ASIDE * _behind(x)) for x, y in half]
    return outer + inner


def _behind(x: float) -> float:
    """Return 0 at the front's arc, 1 from the corners on."""
    return min(1.0, max(0.0, (0.099 - x) / 0.02))


PASSIVE_MASS: Final = 5.4
"""kg; a NAO."""
PASSIVE_CENTRE: Point = (0.01, 0.0, 0.265)
"""Centre of mass relative to the midpoint of the feet: that of our own standing robot."""
PASSIVE_INERTIA: Point = (0.13, 0.12, 0.03)
"""About that centre, kg m2; assumption: a box of 0.2 x 0.2 x 0.5 m."""
_FOOT_ASIDE: Final = 0.05 + FOOT_MIDDLE[1]
PASSIVE_FEET: Final = (
    (FOOT_MIDDLE[0], _FOOT_ASIDE, FOOT_SIZE[2]),
    (FOOT_MIDDLE[0], -_FOOT_ASIDE, FOOT_SIZE[2]),
)
PASSIVE_BODY: Final = (
    (0.040, (0.0, 0.05, 0.07), (0.01, 0.05, 0.20)),
    (0.040, (0.0, -0.05, 0.07), (0.01, -0.05, 0.20)),
    (0.060, (0.0, 0.03, 0.26), (0.0, 0.03, 0.38)),
    (0.060, (0.0, -0.03, 0.26), (0.0, -0.03, 0.38)),
    (0.030, (0.0, 0.11, 0.41), (0.02, 0.12, 0.24)),
    (0.030, (0.0, -0.11, 0.41), (0.02, -0.12, 0.24)),
    (0.060, (0.0, -0.01, 0.50), (0.0, 0.01, 0.50)),
)
"""Radius and both ends of capsules: legs, trunk, arms, head."""
