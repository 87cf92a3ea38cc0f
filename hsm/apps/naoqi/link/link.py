"""Interface between services and a robot, on legs or on wheels: reports and requests."""

from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

ReceivedT = TypeVar("ReceivedT", contravariant=True)
ReportT = TypeVar("ReportT")
WishT = TypeVar("WishT", contravariant=True)


class Listener(Protocol[ReceivedT]):
    """Receiver of a robot's reports."""

    def receive(self, report: ReceivedT) -> None:
        """Process a new report."""

    def lose(self, why: str) -> None:
        """Handle the loss of the robot."""


class ServiceLink(Protocol[ReportT, WishT]):
    """Connection to a robot that accepts requests.

    Attributes:
        report: The newest report; None before the first.
    """

    report: ReportT | None

    def open(self, listener: Listener[ReportT]) -> None:
        """Start passing reports to a listener."""

    def send(self, wish: WishT) -> None:
        """Send a request, valid until the next one; return immediately."""

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Wait for the result of a future.

        Raises:
            TimeoutError: If there is no result within `within`, s.
        """
        return future.result(within)

    def close(self) -> None:
        """Stop sending requests."""
