"""Rocks the ankles while the hip yaw sticks: feet that slide a little release it.

The soles of a balancing robot press against the turf; a hip yaw that cannot overcome the friction
lags behind its request. A small opposite oscillation of the ankle rolls unloads the edges in turn.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import RobotModel, Side
from hardware.units import Angle, AngleRange
from motions.keyframes.motions.keyframe import Duration
from motions.scalars import ramp


@dataclass(frozen=True, slots=True)
class OscillationParameters:
    """Rocking of the ankles.

    Attributes:
        active: Whether the ankles rock at all.
        period: Period of the oscillation, s.
        amplitude: Amplitude at full effect, rad.
        error: Lag of the hip yaw at which the rocking begins and at which it is full, rad.
    """

    active: bool
    period: Duration
    amplitude: Angle
    error: AngleRange

    def __post_init__(self) -> None:
        low, high = self.error
        if low >= high:
            raise ValueError("KF121 'error_deg': the first must be less than the second")


class Oscillation:
    """Adds the rocking to the joints of a motion that balances.

    Attributes:
        hip_yaw: The joint that may stick: the left hip yaw.
        observed: Joints whose error it needs.
    """

    def __init__(self, model: RobotModel, parameters: OscillationParameters) -> None:
        self._cycle = model.cycle
        left, right = model.legs[Side.LEFT], model.legs[Side.RIGHT]
        self._rolls = (left.ankle_roll, right.ankle_roll)
        self.hip_yaw = left.hip_yaw
        self._parameters = parameters
        self._time = 0.0
        active = parameters.active
        self.observed = frozenset((self.hip_yaw,) if active else ())

    def begin(self) -> None:
        """Begin a motion."""
        self._time = 0.0

    def apply(self, output: list[float], error: float) -> None:
        """Rock the ankle rolls, rad, in place.

        Args:
            output: Joint targets, in wire order, rad.
            error: Request minus measurement of the hip yaw, rad.
        """
        own = self._parameters
        self._time += self._cycle
        share = ramp(abs(error), *own.error)
        swing = share * own.amplitude * math.sin(math.tau * self._time / own.period)
        left, right = self._rolls
        output[left] += swing
        output[right] -= swing
