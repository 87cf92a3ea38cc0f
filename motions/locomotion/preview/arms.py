"""Arms that swing against the feet of the plan."""

from collections.abc import Collection

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose2
from motions.walking.arm_swing import ArmParameters, set_arms
from motions.walking.trajectories import FootOffset


class ArmsAgainstFeet:
    """Swings the arms of a robot whose feet are somewhere on the floor."""

    def __init__(self, model: RobotModel, parameters: ArmParameters) -> None:
        """Keep the robot, and how its arms rest and swing."""
        self._model = model
        self._parameters = parameters
        self._hip_offset = model.dimensions.hip_offset_y

    def apply(
        self, joints: list[float], robot: Pose2, left: Pose2, right: Pose2, swing: Collection[Side]
    ) -> None:
        """Set the arms.

        Args:
            joints: rad; changed in place.
            robot: Between the feet, on the floor.
            left: The left foot on the floor.
            right: The right foot on the floor.
            swing: The arms that swing; the others rest.
        """
        back = robot.inverse()
        offsets = []
        for side, foot in ((Side.LEFT, left), (Side.RIGHT, right)):
            seen = back @ foot
            moved = FootOffset(seen.x, seen.y - side.sign * self._hip_offset)
            offsets.append(moved if side in swing else FootOffset())
        set_arms(self._model, joints, self._parameters, *offsets)
