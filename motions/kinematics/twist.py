"""Planar motion along a constant twist, a line or an arc (the exponential map of SE(2))."""

import math
from typing import Final

from motions.kinematics.geometry import Pose2

_SMALL: Final = 1e-6
"""Turn below which a motion counts as straight, rad."""


def twist_between(start: Pose2, end: Pose2, share: float) -> Pose2:
    """Return T(share) = start exp(share log(start^-1 end)).

    The constant twist between the poses is a straight line or an arc. Turns of more than pi go the
    shorter way round.
    """
    move = start.inverse() @ end
    return start @ part_of_twist(move, share)


def part_of_twist(move: Pose2, share: float) -> Pose2:
    """Return the motion after a share of a constant twist."""
    theta = move.heading
    if abs(theta) < _SMALL:
        return Pose2(share * move.x, share * move.y, share * theta)
    # log: the linear part is V^-1 p, with V the integral of the rotation over the twist.
    a, b = _integral(theta)
    scale = 1.0 / (a * a + b * b)
    vx, vy = scale * (a * move.x + b * move.y), scale * (a * move.y - b * move.x)
    angle = share * theta
    if abs(angle) < _SMALL:
        return Pose2(share * vx, share * vy, angle)
    a, b = _integral(angle)
    return Pose2(share * (a * vx - b * vy), share * (b * vx + a * vy), angle)


def _integral(angle: float) -> tuple[float, float]:
    """Return sin(a) / a and (1 - cos(a)) / a of an angle, the latter accurate for small ones."""
    half = math.sin(0.5 * angle)
    return math.sin(angle) / angle, 2.0 * half * half / angle
