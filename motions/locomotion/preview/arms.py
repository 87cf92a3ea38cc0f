"""Arms that swing against the feet of the plan."""

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
    """Set the arms of a robot whose feet are somewhere on the floor.

    Args:
        model: The robot.
        joints: rad; changed in place.
        parameters: How arms rest and swing.
        robot: Between the feet, on the floor.
        feet: On the floor.
        swing: The arms that swing; the others rest.
    """
    back = robot.inverse()
    offsets = []
    for side, foot in feet.items():
        seen = back @ foot
        moved = FootOffset(seen.x, seen.y - side.sign * model.dimensions.hip_offset_y)
        offsets.append(moved if side in swing else FootOffset())
    set_arms(model, joints, parameters, *offsets)
