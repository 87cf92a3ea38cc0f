"""Gyro bias: up to a degree per second at rest, different from day to day.

It is learnt from two sources. A robot that stands still on both soles does not rotate, so the gyros
then show their bias about every axis. Otherwise the persistent corrections of the attitude by
gravity show the bias about the horizontal axes; there is no source for the vertical one. A robot
held by a person rotates, however still it is held. The first seconds of standing are averaged;
afterwards the bias may only drift slowly, like that of warming gyros, so that slowly turning a
standing robot by hand hardly affects it.
"""

from hardware.units import Point
from motions.perception.parameters import GyroBiasParameters
from motions.scalars import clamp


class GyroBias:
    """Learns the bias of the gyros.

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
            turn: Last correction of the attitude's vertical, rad, torso axes.
            quiet_time: Time for which the gyros have been quiet, s. Shortly after a motion the
                corrections still contain its errors.
        """
        if self._stands:
            self._stands = False
            return
        parameters = self._parameters
        rests = quiet_time > parameters.after
        # A constant bias causes a constant correction per cycle: the sum of the corrections divided
        # by the time constant converges to it (the integral part of the complementary filter,
        # Mahony 2008).
        share = 1.0 / (parameters.gravity_quiet if rests else parameters.gravity_moving)
        self._add(share * turn[0], share * turn[1], share * turn[2])

    def stand(self, mean_rate: Point, *, still_time: float, gap: float) -> None:
        """Learn from a robot that stands on both soles, after it has settled.

        Args:
            mean_rate: Mean of the gyros over the window of the quiet detector, rad/s.
            still_time: Time for which gyros and legs have been quiet, s.
            gap: Time since the previous frame, s.
        """
        parameters = self._parameters
        self._stands = still_time > parameters.settle
        if not self._stands:
            return
        # gap / stood yields the mean of all samples; from `standing` on it is a low pass.
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
