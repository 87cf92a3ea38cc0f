"""Planar moves along a constant twist: a straight line or an arc (the exponential map of SE(2))."""

import math
from typing import Final

from motions.kinematics.geometry import Pose2

_SMALL: Final = 1e-6
"""A turn below it is none, rad."""


def twist_between(start: Pose2, end: Pose2, share: float) -> Pose2:
    """Return T(share) = start exp(share log(start^-1 end)).

    The constant twist from one pose to the other: a straight line or an arc. More than half a turn
    goes the shorter way round.
    """
    move = start.inverse() @ end
    return start @ part_of_twist(move, share)


def part_of_twist(move: Pose2, share: float) -> Pose2:
    """Return the part of a move that its constant twist has made after a share of it."""
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
    """Return sin(angle) / angle and (1 - cos(angle)) / angle, the latter exact for small ones."""
    half = math.sin(0.5 * angle)
    return math.sin(angle) / angle, 2.0 * half * half / angle
