"""Buffer of the latest joint targets, for comparison with delayed measurements."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.units import Cycles


@dataclass(frozen=True, slots=True)
class RequestAgeParameters:
    """Delay from a request to its measurement.

    Attributes:
        age: Number of cycles from a request to the measurement that shows it.
    """

    age: Cycles


class SentRequests:
    """Stores the targets sent by the walk until measurements show them."""

    def __init__(self, parameters: RequestAgeParameters) -> None:
        self._sent: deque[Sequence[float]] = deque(maxlen=parameters.age)

    def clear(self) -> None:
        """Discard all targets, as another motion commands the joints."""
        self._sent.clear()

    def append(self, positions: Sequence[float]) -> None:
        """Store the final joint targets of this cycle, in wire order, rad."""
        self._sent.append(positions)

    @property
    def executed(self) -> Sequence[float] | None:
        """Return the targets that the latest measurement should show, rad; None while unknown."""
        sent = self._sent
        return sent[0] if len(sent) == sent.maxlen else None
