"""Slow-down of the walk for some steps after large adjustments."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.units import Milliseconds, PositiveLength, Ratio, Unit


@dataclass(frozen=True, slots=True)
class SpeedReductionParameters:
    """Parameters of the slow-down after large adjustments.

    Attributes:
        unstable: Adjustment above which a step counts as unstable, m.
        window: Time within which two unstable backward steps slow the walk down, s; forward, one
            does.
        steps: Number of slower steps.
        factor: Factor on their forward speed.
    """

    unstable: PositiveLength
    window: Milliseconds
    steps: Annotated[int, Unit(""), Ge(1)]
    factor: Ratio


class SpeedReduction:
    """Slows the walk down after steps with large adjustments.

    Attributes:
        left: Number of slower steps that remain.
    """

    def __init__(self, parameters: SpeedReductionParameters) -> None:
        self._parameters = parameters
        self.reset()

    def reset(self) -> None:
        """Reset the slow-down: the walk starts from standing."""
        self._pushed_back_at: float | None = None
        self.left = 0

    @property
    def speed_factor(self) -> float:
        """Return the factor on the forward speed of the next step."""
        return self._parameters.factor if self.left > 0 else 1.0

    def finish(self, time: float, furthest_back: float, furthest_ahead: float) -> None:
        """Evaluate a finished step.

        Args:
            time: Current time, s.
            furthest_back: Largest backward adjustment in the step, m, not positive.
            furthest_ahead: Largest forward adjustment in the step, m, not negative.
        """
        limits = self._parameters
        self.left = max(self.left - 1, 0)
        unstable = furthest_ahead > limits.unstable
        if furthest_back < -limits.unstable:
            before = self._pushed_back_at
            unstable = unstable or (before is not None and time - before < limits.window)
            self._pushed_back_at = time
        if unstable:
            self.left = limits.steps
