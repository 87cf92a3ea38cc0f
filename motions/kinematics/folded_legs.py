"""Lowest hip height that the joint limits of the legs allow."""

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.robot_legs import legs_of

_BISECTIONS = 14


def lowest_hips(model: RobotModel, forward: float = 0.0) -> float:
    """Return the lowest hip height above level soles, to a tenth of a millimetre, m.

    Args:
        model: The robot model.
        forward: Distance of the hips in front of the soles' origins, m.
    """
    size = model.dimensions
    low, high = 0.0, size.thigh + size.tibia + size.foot_height
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if _folds(model, middle, forward) else (middle, high)
    return high


def _folds(model: RobotModel, height: float, forward: float) -> bool:
    """Return whether the joint limits of the legs allow a hip height, m."""
    left, right = (
        Pose3(
            -forward,
            side.sign * model.dimensions.hip_offset_y,
            -height,
            rotation_from_rpy(0.0, 0.0, 0.0),
        )
        for side in (Side.LEFT, Side.RIGHT)
    )
    angles = legs_of(model).solve(left, right).angles
    return all(
        model.specs[joint].min <= angle <= model.specs[joint].max
        for joint, angle in zip(model.leg_joints, angles, strict=True)
    )
