"""The way of a swinging foot: a constant twist over the floor, lifted in between."""

import math
from typing import Final

from motions.kinematics.geometry import Pose2
from motions.scalars import clamp

_SMALL: Final = 1e-6
"""A turn below it is none, rad."""


def progress(phase: float) -> float:
    """Return the share of the way at a share of the time: at rest at both ends.

    Half a cosine. A polynomial that is without acceleration at its ends has more in between, and
    the body turns against the leg: of long fast steps more fall.
    """
    return 0.5 - 0.5 * math.cos(math.pi * clamp(phase, 0.0, 1.0))


def bump(phase: float) -> float:
    """Return 0 at both ends of a phase and 1 in its middle, at rest at both ends."""
    r = clamp(phase, 0.0, 1.0)
    return 64.0 * (r * (1.0 - r)) ** 3


def lifted(phase: float) -> float:
    rise = progress(phase / RISE)
    fall = progress((1.0 - phase) / FALL)
    return min(rise, fall)


RISE, FALL, WAIT, EARLY = 0.4, 0.45, 0.1, 0.1


def along(phase: float) -> float:
    return progress((phase - WAIT) / (1.0 - WAIT - EARLY))


def twist_between(start: Pose2, end: Pose2, share: float) -> Pose2:
    """Return T(share) = start exp(share log(start^-1 end)).

    The constant twist from one pose to the other: a straight line or an arc. More than half a turn
    goes the shorter way round.
    """
    move = start.inverse() @ end
    return start @ exponential(share, move)


def exponential(share: float, move: Pose2) -> Pose2:
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
