"""The joint targets of the last cycles: what a measurement of now has to be compared with."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.units import Cycles


@dataclass(frozen=True, slots=True)
class RequestAgeParameters:
    """How long a request is on its way.

    Attributes:
        age: Cycles from a request to the measurement that shows it.
    """

    age: Cycles


class SentRequests:
    """Remembers the targets that the walk has sent, as long as they are on their way."""

    def __init__(self, parameters: RequestAgeParameters) -> None:
        self._sent: deque[Sequence[float]] = deque(maxlen=parameters.age)

    def clear(self) -> None:
        """Forget everything: another motion sends now."""
        self._sent.clear()

    def append(self, positions: Sequence[float]) -> None:
        """Take the joint targets, in wire order, rad, of this cycle, after they were made."""
        self._sent.append(positions)

    @property
    def executed(self) -> Sequence[float] | None:
        """Return the targets, rad, that the newest measurement shows; None while unknown."""
        sent = self._sent
        return sent[0] if len(sent) == sent.maxlen else None
