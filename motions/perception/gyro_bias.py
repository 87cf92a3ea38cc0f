"""What gyros report at rest: a bias of up to a degree per second, which differs from day to day.

Two witnesses tell it. A robot that stands still on both soles does not turn: what the gyros show
then is bias, about every axis. Anywhere else gravity shows what the attitude has to correct again
and again: the bias about the horizontal axes; about the vertical nothing does. In somebody's hands
a robot turns, however still it is held. The first seconds of standing count alike; afterwards the
bias only creeps, as warming gyros do, so that somebody who turns a standing robot slowly hardly
teaches it a turn.
"""

from hardware.units import Point
from motions.perception.parameters import GyroBiasParameters
from motions.scalars import clamp


class GyroBias:
    """The bias and how long the robot has stood still for it.

    Attributes:
        value: Bias of the gyros, rad/s, torso axes.
    """

    def __init__(self, parameters: GyroBiasParameters):
        self._parameters = parameters
        self._stood = 0.0
        self._stands = False
        self.value: Point = (0.0, 0.0, 0.0)

    def correct(self, turn: Point, *, quiet_time: float) -> None:
        """Learn from gravity.

        Args:
            turn: By what the attitude's vertical was just corrected, rad, torso axes.
            quiet_time: How long the gyros have been quiet, s. A short time after a motion has ended
                the corrections still show its errors.
        """
        if self._stands:
            self._stands = False
            return
        parameters = self._parameters
        rests = quiet_time > parameters.after
        # A constant bias is corrected by its turn in every cycle: the sum of the corrections over
        # the time constant converges to it (the integral part of the complementary filter, Mahony
        # 2008).
        share = 1.0 / (parameters.gravity_quiet if rests else parameters.gravity_moving)
        self._add(share * turn[0], share * turn[1], share * turn[2])

    def stand(self, mean_rate: Point, *, still_time: float, gap: float) -> None:
        """Learn from a robot that stands on both soles; at first it still settles.

        Args:
            mean_rate: Mean of the gyros over the window of the quiet detector, rad/s.
            still_time: How long gyros and legs have been quiet, s.
            gap: Time since the frame before, s.
        """
        parameters = self._parameters
        self._stands = still_time > parameters.settle
        if not self._stands:
            return
        # gap / stood makes the mean of all that was seen; from `standing` on a low pass follows.
        self._stood += gap
        first = self._stood <= parameters.standing
        share = gap / (self._stood if first else parameters.standing)
        most = parameters.limit if first else parameters.drift * gap
        x, y, z = [
            clamp(share * (rate - bias), -most, most)
            for rate, bias in zip(mean_rate, self.value, strict=True)
        ]
        self._add(x, y, z)

    def _add(self, x: float, y: float, z: float) -> None:
        if not self._parameters.active:
            return
        limit = self._parameters.limit
        bx, by, bz = self.value
        self.value = (
            clamp(bx + x, -limit, limit),
            clamp(by + y, -limit, limit),
            clamp(bz + z, -limit, limit),
        )
