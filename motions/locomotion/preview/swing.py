"""Path of the swing foot: progress over the floor, and height."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from hardware.units import PositiveRatio, Ratio, Unit
from motions.scalars import clamp, smooth


def bump(phase: float) -> float:
    """Return a bump over a phase: 0 and at rest at both ends, 1 in the middle."""
    r = clamp(phase, 0.0, 1.0)
    return 64.0 * (r * (1.0 - r)) ** 3


@dataclass(frozen=True, slots=True)
class SwingParameters:
    """Timing of the swing, as shares of the time in the air.

    Attributes:
        rise: Rise of the foot.
        fall: Descent of the foot.
        waits: At the beginning, without progress over the floor.
        early: At the end, without progress over the floor.
        servo: Inverse angular frequency of a leg on its servos, s: the leg lags by its square times
            the acceleration, and overshoots when it is stopped.
    """

    rise: PositiveRatio
    fall: PositiveRatio
    waits: Ratio
    early: Ratio
    servo: Annotated[float, Unit("ms"), Ge(0), Le(100)]

    def __post_init__(self) -> None:
        if self.waits + self.early >= 1.0:
            raise ValueError(
                "the sum of 'waits' and 'early' must be less than 1: the foot moves in between"
            )


class SwingShape:
    """Height and progress of a foot at a phase, the share of its time in the air."""

    def __init__(self, parameters: SwingParameters) -> None:
        self._parameters = parameters
        self._length = 1.0 - parameters.waits - parameters.early

    def height(self, phase: float) -> float:
        """Return the share of the full height."""
        own = self._parameters
        return min(smooth(phase / own.rise), smooth((1.0 - phase) / own.fall))

    def descent(self, phase: float) -> float:
        """Return the descent speed, in full heights per time in the air; 0 while it rises."""
        left = (1.0 - phase) / self._parameters.fall
        if not 0.0 < left < 1.0:
            return 0.0
        return 0.5 * math.pi * math.sin(math.pi * left) / self._parameters.fall

    def progress(self, phase: float) -> float:
        """Return the progress, 0..1: none while the sole may still touch the ground.

        The acceleration is zero at both ends, as a servo that is stopped hard overshoots.
        """
        r = clamp((phase - self._parameters.waits) / self._length, 0.0, 1.0)
        return r * r * r * (10.0 + r * (6.0 * r - 15.0))

    def commanded(self, phase: float, time: float) -> float:
        """Return the progress to command, which compensates the lag of the servos.

        Args:
            phase: Share of the time in the air.
            time: Time in the air, s.
        """
        r = clamp((phase - self._parameters.waits) / self._length, 0.0, 1.0)
        pushed = 60.0 * r * (1.0 - r) * (1.0 - 2.0 * r) / self._length**2
        return self.progress(phase) + (self._parameters.servo / time) ** 2 * pushed

    def speed(self, phase: float) -> float:
        """Return the rate of the progress, per time in the air."""
        r = clamp((phase - self._parameters.waits) / self._length, 0.0, 1.0)
        return 30.0 / self._length * (r * (1.0 - r)) ** 2
