"""Buffer of the latest requests, for comparison with delayed measurements."""

from collections import deque
from dataclasses import dataclass
from typing import Generic, TypeVar

from hardware.units import Cycles

Request = TypeVar("Request")


@dataclass(frozen=True, slots=True)
class RequestAgeParameters:
    """Delay from a request to its measurement.

    Attributes:
        age: Number of cycles from a request to the measurement that shows it.
    """

    age: Cycles


class SentRequests(Generic[Request]):
    """Stores what the walk requests, such as joint targets, until measurements show it."""

    def __init__(self, parameters: RequestAgeParameters) -> None:
        self._sent: deque[Request] = deque(maxlen=parameters.age)

    def clear(self) -> None:
        """Discard all requests: the latest measurements show something else."""
        self._sent.clear()

    def append(self, request: Request) -> None:
        """Store the final request of this cycle."""
        self._sent.append(request)

    @property
    def executed(self) -> Request | None:
        """Return the request that the latest measurement should show; None while unknown."""
        sent = self._sent
        return sent[0] if len(sent) == sent.maxlen else None
