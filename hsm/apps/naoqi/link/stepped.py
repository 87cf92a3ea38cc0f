"""What moves in this process while somebody waits for it, and not otherwise.

So a program and its robot are one run: the same seed gives the same, however fast this computer is.
"""

import math
from abc import abstractmethod
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from hsm.apps.naoqi.link.link import Listener, ReportT, ServiceLink

WishT = TypeVar("WishT")


class Stepped(ServiceLink[ReportT, WishT], Generic[ReportT, WishT]):
    """A robot or a base that goes on cycle by cycle."""

    def __init__(self) -> None:
        self.report: ReportT | None = None
        self._listener: Listener[ReportT] | None = None
        self._wish: WishT | None = None

    @property
    @abstractmethod
    def time(self) -> float:
        """Return its time, s."""

    @abstractmethod
    def step(self) -> None:
        """Let it move for one cycle."""

    def open(self, listener: Listener[ReportT]) -> None:
        """Begin to tell reports; returns with the first one."""
        self._listener = listener
        while self.report is None:
            self.step()

    def say(self, wish: WishT) -> None:
        """Ask for something until something else is asked."""
        self._wish = wish

    def close(self) -> None:
        """Ask for nothing any more."""
        self._wish = None

    def tell(self, report: ReportT) -> None:
        """Tell a new report."""
        self.report = report
        if self._listener is not None:
            self._listener.hear(report)

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Let it move until something has come of it.

        Raises:
            TimeoutError: If nothing has come of it within a time of its own, s.
        """
        until = math.inf if within is None else self.time + within
        while not future.done() and self.time < until:
            self.step()
        return future.result(0.0)

    def sleep(self, seconds: float) -> None:
        """Let it move for a time, s."""
        until = self.time + seconds
        while self.time < until - 1e-9:  # times add up cycles
            self.step()
