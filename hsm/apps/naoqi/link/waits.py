"""Futures of calls, most of which wait for a report of the robot."""

import math
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from hsm.apps.naoqi.argument_checks import MOTION, NaoqiError


class Timed(Protocol):
    """A report of a robot, on legs or on wheels."""

    @property
    def time(self) -> float:
        """Return the robot's time, s."""


TimedT = TypeVar("TimedT", bound=Timed)
Condition = Callable[[TimedT], Any]
"""Returns the result of something awaited; None while there is none."""


@dataclass(frozen=True, slots=True)
class _Wait(Generic[TimedT]):
    condition: Condition[TimedT]
    until: float
    late: Any
    future: Future[Any] = field(default_factory=Future)

    def update(self, report: TimedT) -> None:
        """Fulfil the future if a report decides."""
        result = self.condition(report)
        if result is None and report.time <= self.until:
            return
        result = self.late if result is None else result
        if isinstance(result, NaoqiError):
            self.future.set_exception(result)
        else:
            self.future.set_result(result)


class ReportWaits(Generic[TimedT]):
    """Everything that waits for a report."""

    def __init__(self) -> None:
        self._waits: list[_Wait[TimedT]] = []

    def add(
        self, condition: Condition[TimedT], *, until: float = math.inf, late: Any = ()
    ) -> Future[Any]:
        """Return a future that a report fulfils, unless someone else does so before.

        Args:
            condition: Returns the result; None while there is none.
            until: Latest robot time, s.
            late: Result after that time; an exception is raised by the future.
        """
        self._waits.append(_Wait(condition, until, late))
        return self._waits[-1].future

    def update(self, report: TimedT) -> None:
        """Fulfil the futures for which a report decides."""
        for wait in list(self._waits):
            if not wait.future.done():
                wait.update(report)
        self._waits = [wait for wait in self._waits if not wait.future.done()]

    def fail(self, why: str) -> None:
        """Fail all futures."""
        waits, self._waits = self._waits, []
        for wait in waits:
            if not wait.future.done():
                wait.future.set_exception(NaoqiError(MOTION, "stopped", why))


def fulfilled(result: Any) -> Future[Any]:
    """Return a future that already has a result."""
    done: Future[Any] = Future()
    done.set_result(result)
    return done


def true_after(future: Future[Any]) -> Future[bool]:
    """Return a future that gets True when another future succeeds."""
    other: Future[bool] = Future()

    def done(first: Future[Any]) -> None:
        error = first.exception()
        if error is not None:
            other.set_exception(error)
        else:
            other.set_result(True)

    future.add_done_callback(done)
    return other
