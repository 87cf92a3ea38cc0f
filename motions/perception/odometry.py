"""Odometry: how far the robot has come, from measured steps and the gyro's heading.

The foot that stands is taken to be flat and still: where the hip is over it is then known from knee
and ankle alone. The attitude would tell how the sole rocks, but it comes later than the joints; and
of the hips' yaw-pitch motor only the left leg's side is measured, so the play of the right leg's
would look like way. What flat soles do not tell is corrected by speed. Turning is taken from the
attitude, which also knows what a slipping sole or a fall did.
"""

from hardware.frames import CYCLE
from hardware.nao import Side
from motions.kinematics.geometry import Pose2, Pose3, angle_difference
from motions.perception.parameters import OdometryParameters


class Odometry:
    """Sums up the steps.

    Attributes:
        pose: Pose on the floor since the start.
        step: Change in this cycle, in the frame before it.
    """

    def __init__(self, parameters: OdometryParameters):
        self._parameters = parameters
        self._hips: tuple[Pose2, Pose2] | None = None
        self._heading: float | None = None
        self._speed = 0.0
        self.pose = Pose2()
        self.step = Pose2()

    def update(
        self,
        soles: tuple[Pose3, Pose3],
        *,
        support: Side,
        heading: float | None,
        walking: bool,
        quiet: bool,
    ) -> None:
        """Take one cycle.

        Args:
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
            now = _over(soles[0]), _over(soles[1])
            if self._hips is not None:
                foot = 0 if support is Side.LEFT else 1
                moved = self._hips[foot].inverse() @ now[foot]
                forward = moved.x + self._correction(moved.x)
                side = moved.y * self._parameters.side_scale
            self._hips = now
        else:
            self._hips = None
            self._speed = 0.0
        self.step = Pose2(forward, side, turn)
        self.pose = self.pose @ self.step

    def _correction(self, moved: float) -> float:
        """Return what flat soles do not tell of a cycle's way forward, m.

        It depends on the speed of the walk, not of the cycle: in every step the torso also swings
        back and forth. So it follows the smoothed speed.
        """
        parameters = self._parameters
        self._speed += (moved / CYCLE - self._speed) * CYCLE / parameters.smoothing
        speed = self._speed
        scale = parameters.forward_scale + parameters.forward_scale_gain * abs(speed)
        return (scale - 1.0) * speed * CYCLE


def _over(sole: Pose3) -> Pose2:
    """Return where the hip is over a flat sole, given the sole in the hip frame."""
    hip = sole.inverse()
    return Pose2(hip.x, hip.y, hip.yaw)
