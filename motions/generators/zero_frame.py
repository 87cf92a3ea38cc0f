"""The zero-step frame: where the robot would be if its feet closed on the spot.

It is located over a sole in the same way as odometry locates the hips over that sole. Otherwise the
rocking of the torso would seem to move the support foot, and steps would correct for that.
"""

import math

from hardware.robots.model import Side
from motions.generators.parameters import LastMissParameters
from motions.kinematics.geometry import Pose2, rotate, rotation_from_rpy, wrap_angle
from motions.perception.odometry import hip_over
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.step import Step


class ZeroFrame:
    """Computes the zero-step frame, in the odometry frame, from the measured soles."""

    def __init__(
        self,
        hip_offset: float,
        ahead: float,
        miss: LastMissParameters,
    ) -> None:
        """Keep the stance.

        Args:
            hip_offset: Half the distance between the soles, m.
            ahead: Distance of the hips in front of the soles, m.
            miss: How far a measured error of the last step is trusted.
        """
        self._hip_offset = hip_offset
        self._ahead = ahead
        self._miss = miss

    def over(self, robot: RobotState, support: Side) -> Pose2:
        """Return the frame in which the other foot closes up to the support foot."""
        return robot.odometry @ self._over(robot, support)

    def coming(self, robot: RobotState, swing: Side, last: Step) -> Pose2:
        """Return the frame of the coming step.

        The error of the step before is measured by both legs, each with its own error: a share of
        it, up to a limit, is attributed to the measurement; anything beyond is real.

        Args:
            robot: The robot now; both feet are on the floor.
            swing: The foot that will swing.
            last: The step before as planned; `Step()` after standing.
        """
        frame = self._over(robot, swing.other)
        planned = self._over(robot, swing) @ Pose2(last.x, last.y, last.turn)
        missed, miss = frame.inverse() @ planned, self._miss
        doubted = Pose2(
            clamp(miss.doubted * missed.x, -miss.most, miss.most),
            clamp(miss.doubted * missed.y, -miss.most, miss.most),
            clamp(miss.doubted * missed.heading, -miss.most_turn, miss.most_turn),
        )
        return robot.odometry @ (frame @ doubted)

    def between(self, robot: RobotState) -> Pose2:
        """Return the frame of a robot standing on both feet."""
        left, right = self._over(robot, Side.LEFT), self._over(robot, Side.RIGHT)
        half = 0.5 * math.remainder(right.heading - left.heading, math.tau)
        return robot.odometry @ Pose2(
            0.5 * (left.x + right.x),
            0.5 * (left.y + right.y),
            wrap_angle(left.heading + half),
        )

    def displacement(self, frame: Pose2, place: Pose2) -> Pose2:
        """Return the total displacement of the steps from a zero-step frame to a pose.

        Steps turn the robot about the middle of its soles, while its pose is that of its hips,
        which are somewhat in front of them.
        """
        ahead = Pose2(self._ahead)
        return ahead @ frame.inverse() @ place @ ahead.inverse()

    def _over(self, robot: RobotState, support: Side) -> Pose2:
        """Return the frame over a foot, relative to the robot."""
        sole = robot.sole(support)
        level = rotation_from_rpy(robot.roll, robot.pitch, 0.0)
        x, y = hip_over(sole, level)
        toes = rotate(level, (sole.rotation[0], sole.rotation[3], sole.rotation[6]))
        return Pose2(-x, -y, math.atan2(toes[1], toes[0])) @ Pose2(
            self._ahead, -support.sign * self._hip_offset
        )
