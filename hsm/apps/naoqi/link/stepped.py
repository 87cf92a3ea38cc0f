"""Base class of links to simulations in this process, which advance only while someone waits.

Program and robot are thus one deterministic run: the same seed gives the same result on any
computer.
"""

import math
from abc import abstractmethod
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from hsm.apps.naoqi.link.link import Listener, ReportT, ServiceLink

WishT = TypeVar("WishT")


class Stepped(ServiceLink[ReportT, WishT], Generic[ReportT, WishT]):
    """Link to a robot or base that is simulated cycle by cycle."""

    def __init__(self) -> None:
        self.report: ReportT | None = None
        self._listener: Listener[ReportT] | None = None
        self._wish: WishT | None = None

    @property
    @abstractmethod
    def time(self) -> float:
        """Return the time of the simulation, s."""

    @abstractmethod
    def step(self) -> None:
        """Simulate one cycle."""

    def open(self, listener: Listener[ReportT]) -> None:
        """Start passing reports to a listener; return with the first one."""
        self._listener = listener
        while self.report is None:
            self.step()

    def send(self, wish: WishT) -> None:
        """Set the request, valid until the next one."""
        self._wish = wish

    def withdraw(self) -> None:
        """Remove the request."""
        self._wish = None

    def close(self) -> None:
        """Remove the request."""
        self.withdraw()

    def publish(self, report: ReportT) -> None:
        """Pass a new report to the listener."""
        self.report = report
        if self._listener is not None:
            self._listener.receive(report)

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Simulate until a future is done.

        Raises:
            TimeoutError: If it is not done within `within` of simulated time, s.
        """
        until = math.inf if within is None else self.time + within
        while not future.done() and self.time < until:
            self.step()
        return future.result(0.0)

    def sleep(self, seconds: float) -> None:
        """Simulate for a time, s."""
        until = self.time + seconds
        while self.time < until - 1e-9:  # rounding of accumulated cycle times
            self.step()
