"""Odometry of a base from its wheels and its gyro.

Wheels measure distances, the gyro turns: wheels that differ by a thousandth turn a path of two
metres by half a degree. The rate of the gyro while the wheels stand still is its bias.
"""

import math
from typing import Final

from hardware.base import BaseFrame, BaseModel, ThreeNumbers
from motions.kinematics.geometry import Pose2
from motions.locomotion.wheeled.parameters import BaseControlParameters
from motions.locomotion.wheeled.wheels import WheelGeometry

_STANDS: Final = 1e-3
"""Turn up to which a wheel counts as standing, rad: some counts of an encoder."""


class BaseOdometry:
    """The pose of one base since its start.

    Attributes:
        pose: Present pose.
        turned: Turn since the start, rad, not wrapped.
        still: Whether the wheels have stood for a while.
    """

    def __init__(self, model: BaseModel, parameters: BaseControlParameters) -> None:
        """Begin at the origin."""
        self.pose = Pose2()
        self.turned = 0.0
        self.still = False
        self._geometry = WheelGeometry(model)
        self._parameters = parameters
        self._wheels: ThreeNumbers | None = None
        self._stood_at: ThreeNumbers = (0.0, 0.0, 0.0)
        self._time = self._stood_since = 0.0
        self._bias = self._weight = 0.0

    def look(self, frame: BaseFrame) -> None:
        """Update with a frame, whose numbers are finite."""
        before, self._wheels = self._wheels, frame.wheels
        elapsed, self._time = frame.time - self._time, frame.time
        if before is None:
            self._stood_at, self._stood_since = frame.wheels, frame.time
            return
        first, second, third = (now - then for now, then in zip(frame.wheels, before, strict=True))
        # Since it stood, not per cycle: a slow start must not be taken for a bias.
        gone = zip(frame.wheels, self._stood_at, strict=True)
        if max(abs(now - then) for now, then in gone) > _STANDS:
            self._stood_at, self._stood_since = frame.wheels, frame.time
        self.still = frame.time - self._stood_since >= self._parameters.still
        x, y, turn = self._geometry.motion((first, second, third))
        if self.still:
            self._learn(frame.gyro, elapsed)
        elif self._weight > 0.0:
            turn = (frame.gyro - self._bias) * elapsed
        half = self.pose.heading + 0.5 * turn
        c, s = math.cos(half), math.sin(half)
        self.turned += turn
        self.pose = Pose2(
            self.pose.x + c * x - s * y,
            self.pose.y + s * x + c * y,
            math.remainder(self.turned, 2.0 * math.pi),
        )

    def _learn(self, gyro: float, elapsed: float) -> None:
        """Update the mean rate at rest."""
        self._weight = min(self._weight + elapsed, self._parameters.bias_memory)
        self._bias += (gyro - self._bias) * elapsed / self._weight
