"""Odometry: how far the robot has come, from measured steps and the gyro's heading.

The middle of the sole that stands is taken to be still; how the hip moves over it is seen twice. To
the side, joints and attitude tell it. Forward they do so too, but of the hips' yaw-pitch motor only
the left leg's side is measured, and the play of the right leg's looks like way; a sole that is
taken to be flat needs no hip, only knee and ankle, but it rocks under a robot that balances. The
errors of both have nothing to do with each other, so a mixture is better than either. What is left
forward is corrected by speed. Turning is taken from the attitude, which also knows what a slipping
sole or a fall did.
"""

import math

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, Pose3, Rotation, angle_difference, rotate
from motions.perception.parameters import OdometryParameters
from motions.scalars import clamp, ramp


class Odometry:
    """Sums up the steps.

    Attributes:
        pose: Pose on the floor since the start.
        step: Change in this cycle, in the frame before it.
        slipped: Way forward that steps of diagonal walks have lost so far, m.
    """

    def __init__(self, parameters: OdometryParameters, cycle: float) -> None:
        self._cycle = cycle
        self._parameters = parameters
        self._hips: tuple[Pose2, Pose2] | None = None
        self._heading: float | None = None
        self._speed = 0.0
        self._speed_aside = 0.0
        self._diagonal = 0.0
        self.slipped = 0.0
        self.pose = Pose2()
        self.step = Pose2()

    def update(
        self,
        soles: tuple[Pose3, Pose3],
        level: Rotation,
        *,
        support: Side | None,
        heading: float | None,
        walking: bool,
        quiet: bool,
        sways: bool = False,
    ) -> None:
        """Take one cycle.

        Args:
            soles: Measured left and right sole in the hip frame.
            level: From torso axes to level axes of the same heading.
            support: The foot that stands; None if both do.
            heading: Heading of the torso, rad; None when it has none.
            walking: Steps are being made.
            sways: None are, but the hips move over soles that stand; otherwise they do not count.
            quiet: The gyros are still: the heading stays, whatever they sum up to.
        """
        turn = 0.0
        if heading is not None:
            if self._heading is not None and not quiet:
                turn = angle_difference(heading, self._heading)
            self._heading = heading
        forward = side = 0.0
        if walking or sways:
            share = self._parameters.attitude_share
            now = hip_over(soles[0], level, share), hip_over(soles[1], level, share)
            if self._hips is not None:
                # Both in the axes of the torso's heading, which has turned: back into those of
                # before.
                back = Pose2(heading=turn)
                left, right = (
                    (after.x - before.x, after.y - before.y)
                    for before, after in zip(self._hips, (back @ each for each in now), strict=True)
                )
                if support is None:
                    forward, aside = 0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])
                else:
                    moved, aside = left if support is Side.LEFT else right
                    forward = moved + self._correction(moved, aside)
                side = aside * (
                    self._parameters.side_scale
                    - self._diagonal * self._parameters.diagonal_side_loss
                )
            self._hips = now
        else:
            self._hips = None
        if support is None or self._hips is None:
            self._speed = self._speed_aside = self._diagonal = 0.0
        self.step = Pose2(forward, side, turn)
        self.pose = self.pose @ self.step

    def _correction(self, moved: float, aside: float) -> float:
        """Return what a cycle's way forward lacks, m.

        It depends on the speed of the walk, not of the cycle: in every step the torso also swings
        back and forth. So it follows the smoothed speed.
        """
        parameters = self._parameters
        self._speed += (moved / self._cycle - self._speed) * self._cycle / parameters.smoothing
        change = aside / self._cycle - self._speed_aside
        self._speed_aside += change * self._cycle / parameters.side_smoothing
        if self._speed > 0.0:
            ahead = min(self._speed / parameters.diagonal_ahead, 1.0)
            self._diagonal = ahead * ramp(abs(self._speed_aside), *parameters.diagonal_aside)
            slips = self._diagonal * parameters.diagonal_loss
            self.slipped += slips * self._speed * self._cycle
            scale, loss = parameters.forward_scale - slips, parameters.forward_loss
        else:
            self._diagonal = 0.0
            scale, loss = parameters.backward_scale, parameters.backward_loss
        lost = clamp(self._speed / parameters.loss_full_from, -1.0, 1.0) * loss
        return ((scale - 1.0) * self._speed - lost) * self._cycle


def hip_over(sole: Pose3, level: Rotation, attitude_share: float) -> Pose2:
    """Return where the hip is over a sole, in level axes.

    Args:
        sole: Measured, in the hip frame.
        level: From torso axes to level axes of the same heading.
        attitude_share: Share of the way forward that is believed of joints and attitude.
    """
    # The hip seen from a sole taken to be flat, along the torso's heading; below it the same by
    # the attitude, which sees a sole that rocks.
    flat = sole.inverse()
    ahead = math.cos(flat.yaw) * flat.x + math.sin(flat.yaw) * flat.y
    x, y, _ = rotate(level, (-sole.x, -sole.y, -sole.z))
    return Pose2(ahead + attitude_share * (x - ahead), y)
