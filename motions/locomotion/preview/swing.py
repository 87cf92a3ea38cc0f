"""How a swinging foot gets along its way over the floor, and how high it is lifted."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from hardware.units import PositiveRatio, Ratio, Unit
from motions.scalars import clamp, smooth


def bump(phase: float) -> float:
    """Return 0 at both ends of a phase and 1 in its middle, at rest at both ends."""
    r = clamp(phase, 0.0, 1.0)
    return 64.0 * (r * (1.0 - r)) ** 3


@dataclass(frozen=True, slots=True)
class SwingParameters:
    """How the time in the air is used, in shares of it.

    Attributes:
        rise: The foot goes up.
        fall: It comes down.
        waits: At the beginning it only goes up.
        early: At the end it only comes down.
        servo: One over the angular frequency of a leg that swings on its servos, s: by its square
            times the acceleration a leg lags behind, and runs on when it is stopped.
    """

    rise: PositiveRatio
    fall: PositiveRatio
    waits: Ratio
    early: Ratio
    servo: Annotated[float, Unit("ms"), Ge(0), Le(100)]

    def __post_init__(self) -> None:
        if self.waits + self.early >= 1.0:
            raise ValueError(
                "'waits' and 'early' must be less than 1 together: the foot goes between"
            )


class SwingShape:
    """How high and how far a foot is at a share of its time in the air."""

    def __init__(self, parameters: SwingParameters) -> None:
        self._parameters = parameters
        self._length = 1.0 - parameters.waits - parameters.early

    def height(self, phase: float) -> float:
        """Return the share of the full height."""
        own = self._parameters
        return min(smooth(phase / own.rise), smooth((1.0 - phase) / own.fall))

    def descent(self, phase: float) -> float:
        """Return how fast it comes down, in full heights per time in the air; 0 while it rises."""
        left = (1.0 - phase) / self._parameters.fall
        if not 0.0 < left < 1.0:
            return 0.0
        return 0.5 * math.pi * math.sin(math.pi * left) / self._parameters.fall

    def way(self, phase: float) -> float:
        """Return the share of the way: none while the sole may still touch the ground.

        Without acceleration at both ends: a servo that is stopped hard runs on.
        """
        r = clamp((phase - self._parameters.waits) / self._length, 0.0, 1.0)
        return r * r * r * (10.0 + r * (6.0 * r - 15.0))

    def commanded(self, phase: float, time: float) -> float:
        """Return the share of the way that is commanded so that the foot gets where it is to be.

        Args:
            phase: Share of the time in the air.
            time: In the air, s.
        """
        r = clamp((phase - self._parameters.waits) / self._length, 0.0, 1.0)
        pushed = 60.0 * r * (1.0 - r) * (1.0 - 2.0 * r) / self._length**2
        return self.way(phase) + (self._parameters.servo / time) ** 2 * pushed

    def speed(self, phase: float) -> float:
        """Return how fast the way is gone, in ways per time in the air."""
        r = clamp((phase - self._parameters.waits) / self._length, 0.0, 1.0)
        return 30.0 / self._length * (r * (1.0 - r)) ** 2
