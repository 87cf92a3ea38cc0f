"""The corners of a sole, its middle, as a simulation tells it, and the point below the ankle."""

from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2


def below_ankle(middle: Pose2, side: Side, sole: Sole) -> Pose2:
    """Return where the point below the ankle is.

    Args:
        middle: Of the sole, on the floor.
        side: Which foot.
        sole: Outline of the left one.
    """
    ahead, outwards = 0.5 * (sole.front - sole.back), 0.5 * (sole.outer - sole.inner)
    return middle @ Pose2(-ahead, -side.sign * outwards)


def corners(side: Side, sole: Sole) -> tuple[FlatPoint, ...]:
    """Return the corners from the point below the ankle, m: front outer, inner, rear outer, inner.

    Args:
        side: Which foot.
        sole: Outline of the left one.
    """
    outer, inner = side.sign * sole.outer, -side.sign * sole.inner
    return tuple([(x, y) for x in (sole.front, -sole.back) for y in (outer, inner)])
