"""How services reach a robot, on legs or on wheels: who hears it, and what it is asked."""

from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

HeardT = TypeVar("HeardT", contravariant=True)
ReportT = TypeVar("ReportT")
WishT = TypeVar("WishT", contravariant=True)


class Listener(Protocol[HeardT]):
    """Who hears what a robot tells."""

    def hear(self, report: HeardT) -> None:
        """Take a new report."""

    def lose(self, why: str) -> None:
        """Take that the robot has gone."""


class ServiceLink(Protocol[ReportT, WishT]):
    """A robot that may be asked for motion.

    Attributes:
        report: The newest; None as long as there is none.
    """

    report: ReportT | None

    def open(self, listener: Listener[ReportT]) -> None:
        """Begin to tell reports."""

    def say(self, wish: WishT) -> None:
        """Ask for something until something else is asked; returns at once."""

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Return what comes of something that takes the robot time.

        Raises:
            TimeoutError: If nothing has come of it within a time, s.
        """
        return future.result(within)

    def close(self) -> None:
        """Ask for nothing any more."""
