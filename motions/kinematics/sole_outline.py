"""Geometry of a sole: its corners, its middle and the point below the ankle."""

from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2


def below_ankle(middle: Pose2, side: Side, sole: Sole) -> Pose2:
    """Return the point below the ankle.

    Args:
        middle: Middle of the sole on the floor, as a simulation reports it.
        side: The foot.
        sole: Outline of the left sole.
    """
    ahead, outwards = 0.5 * (sole.front - sole.back), 0.5 * (sole.outer - sole.inner)
    return middle @ Pose2(-ahead, -side.sign * outwards)


def corners(side: Side, sole: Sole) -> tuple[FlatPoint, ...]:
    """Return the corners relative to the point below the ankle, m.

    Their order is front outer, front inner, rear outer, rear inner.

    Args:
        side: The foot.
        sole: Outline of the left sole.
    """
    outer, inner = side.sign * sole.outer, -side.sign * sole.inner
    return tuple([(x, y) for x in (sole.front, -sole.back) for y in (outer, inner)])
