"""The zero-step frame: where the robot would be if its feet closed without going anywhere."""

import math

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, rotate, rotation_from_rpy, wrap_angle
from motions.perception.state import RobotState


class ZeroFrame:
    """Finds the zero-step frame from the measured soles, seen from the robot on the floor."""

    def __init__(self, hip_offset: float, ahead: float) -> None:
        """Keep the stance.

        Args:
            hip_offset: Half the distance between the soles, m.
            ahead: How far the hips are in front of the soles, m.
        """
        self._hip_offset = hip_offset
        self._ahead = ahead

    def over(self, robot: RobotState, support: Side) -> Pose2:
        """Return the frame when the other foot closes up to the one that supports."""
        sole = robot.sole(support)
        level = rotation_from_rpy(robot.roll, robot.pitch, 0.0)
        x, y, _ = rotate(level, (sole.x, sole.y, sole.z))
        toes = rotate(level, (sole.rotation[0], sole.rotation[3], sole.rotation[6]))
        return Pose2(x, y, math.atan2(toes[1], toes[0])) @ Pose2(
            self._ahead, -support.sign * self._hip_offset
        )

    def between(self, robot: RobotState) -> Pose2:
        """Return the frame of a robot that stands on both feet."""
        left, right = self.over(robot, Side.LEFT), self.over(robot, Side.RIGHT)
        half = 0.5 * math.remainder(right.heading - left.heading, math.tau)
        return Pose2(
            0.5 * (left.x + right.x),
            0.5 * (left.y + right.y),
            wrap_angle(left.heading + half),
        )
