"""The middle of a sole, as a simulation tells it, and the point below the ankle, as legs do."""

from hardware.robots.model import Side, Sole
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
