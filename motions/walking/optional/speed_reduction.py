"""A walk that had to be adjusted much goes more slowly for some steps."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.units import Milliseconds, PositiveLength, Ratio, Unit


@dataclass(frozen=True, slots=True)
class SpeedReductionParameters:
    """When the walk slows down because it had to be adjusted.

    Attributes:
        unstable: An adjustment of this size counts, m.
        window: Two such steps backward within this time slow the walk down, s; forward, one does.
        steps: Steps that are slower then.
        factor: Factor on their forward speed.
    """

    unstable: PositiveLength
    window: Milliseconds
    steps: Annotated[int, Unit(""), Ge(1)]
    factor: Ratio


class SpeedReduction:
    """Remembers how much the last steps were adjusted.

    Attributes:
        left: Steps that are still to be slower.
    """

    def __init__(self, parameters: SpeedReductionParameters) -> None:
        self._parameters = parameters
        self.reset()

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self._pushed_back_at: float | None = None
        self.left = 0

    @property
    def speed_factor(self) -> float:
        """Return the factor on the forward speed of the step that is planned next."""
        return self._parameters.factor if self.left > 0 else 1.0

    def finish(self, time: float, furthest_back: float, furthest_ahead: float) -> None:
        """Take in a finished step.

        Args:
            time: Now, s.
            furthest_back: The largest adjustment backward in it, m, not positive.
            furthest_ahead: The same forward, not negative.
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
