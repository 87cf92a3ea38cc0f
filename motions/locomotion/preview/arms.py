"""Arm swing opposite to the planned feet."""

from collections.abc import Collection, Mapping

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose2
from motions.walking.arm_swing import ArmParameters, set_arms
from motions.walking.trajectories import FootOffset


def swing_arms(
    model: RobotModel,
    joints: list[float],
    parameters: ArmParameters,
    robot: Pose2,
    feet: Mapping[Side, Pose2],
    swing: Collection[Side],
) -> None:
    """Set the arm joints for the positions of the feet.

    Args:
        model: The robot.
        joints: Joint targets, rad; changed in place.
        parameters: Rest pose and swing of the arms.
        robot: Pose midway between the feet, on the floor.
        feet: Poses of the feet on the floor.
        swing: The arms that swing; the others rest.
    """
    back = robot.inverse()
    offsets = []
    for side, foot in feet.items():
        seen = back @ foot
        moved = FootOffset(seen.x, seen.y - side.sign * model.dimensions.hip_offset_y)
        offsets.append(moved if side in swing else FootOffset())
    set_arms(model, joints, parameters, *offsets)
