"""Odometry: how far the robot has come, from measured steps and the gyro's heading.

What moves is the frame midway between the soles, in position and heading. While one foot stands,
its motion is known from the measured joints alone, and it has no jump when the support changes.
Turning is taken from the attitude, which also knows what a slipping sole or a fall did.
"""

import math

from hardware.frames import CYCLE
from hardware.nao import Side
from motions.kinematics.geometry import Pose2, Pose3, Rotation, angle_difference
from motions.perception.parameters import OdometryParameters


class Odometry:
    """Sums up the steps.

    Attributes:
        pose: Pose on the floor since the start.
        step: Change in this cycle, in the frame before it.
    """

    def __init__(self, parameters: OdometryParameters):
        self._parameters = parameters
        self._soles: tuple[Pose2, Pose2] | None = None
        self._heading: float | None = None
        self._speed = 0.0
        self.pose = Pose2()
        self.step = Pose2()

    def update(
        self,
        level: Rotation,
        soles: tuple[Pose3, Pose3],
        *,
        support: Side,
        heading: float | None,
        walking: bool,
        quiet: bool,
    ) -> None:
        """Take one cycle.

        Args:
            level: Rotation from torso axes to level axes.
            soles: Measured left and right sole in the hip frame.
            support: The foot that stands.
            heading: Heading of the torso, rad; None when it has none.
            walking: Steps are being made; otherwise the soles do not move the robot.
            quiet: The gyros are still: the heading stays, whatever they sum up to.
        """
        turn = 0.0
        if heading is not None:
            if self._heading is not None and not quiet:
                turn = angle_difference(heading, self._heading)
            self._heading = heading
        forward = side = 0.0
        if walking:
            now = _planar(level, soles[0]), _planar(level, soles[1])
            if self._soles is not None:
                moved = _middle(self._soles, support).inverse() @ _middle(now, support)
                forward = moved.x + self._correction(moved.x)
                side = moved.y * self._parameters.side_scale
            self._soles = now
        else:
            self._soles = None
            self._speed = 0.0
        self.step = Pose2(forward, side, turn)
        self.pose = self.pose @ self.step

    def _correction(self, moved: float) -> float:
        """Return what the joints do not see of a cycle's way forward, m.

        It depends on the direction of the walk, not of the cycle: in every step the torso also
        swings back and forth. So it follows the smoothed speed.
        """
        parameters = self._parameters
        self._speed += (moved / CYCLE - self._speed) * CYCLE / parameters.smoothing
        ahead = self._speed >= 0.0
        scale = parameters.forward_scale if ahead else parameters.backward_scale
        return ((scale - 1.0) * self._speed + parameters.stepping_creep) * CYCLE


def _planar(level: Rotation, sole: Pose3) -> Pose2:
    """Return place and heading of a sole on the floor, in level axes below the hip."""
    r, s = level, sole.rotation
    return Pose2(
        r[0] * sole.x + r[1] * sole.y + r[2] * sole.z,
        r[3] * sole.x + r[4] * sole.y + r[5] * sole.z,
        math.atan2(
            r[3] * s[0] + r[4] * s[3] + r[5] * s[6], r[0] * s[0] + r[1] * s[3] + r[2] * s[6]
        ),
    )


def _middle(soles: tuple[Pose2, Pose2], support: Side) -> Pose2:
    """Return the frame midway between the soles in the frame of the support foot."""
    left, right = soles
    swing = left.inverse() @ right if support is Side.LEFT else right.inverse() @ left
    return Pose2(0.5 * swing.x, 0.5 * swing.y, 0.5 * swing.heading)
