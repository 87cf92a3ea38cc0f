"""Futures that wait for a report of the robot."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from hsm.apps.naoqi.argument_checks import MOTION, NaoqiError
from hsm.apps.naoqi.link.report import RobotReport

Condition = Callable[[RobotReport], Any]
"""Returns the result of something awaited; None while there is none."""


@dataclass(frozen=True, slots=True)
class _Wait:
    condition: Condition
    until: float
    late: Any
    future: Future[Any] = field(default_factory=Future)

    def hear(self, report: RobotReport) -> None:
        """Fulfil the future if a report decides."""
        result = self.condition(report)
        if result is None and report.time <= self.until:
            return
        result = self.late if result is None else result
        if isinstance(result, NaoqiError):
            self.future.set_exception(result)
        else:
            self.future.set_result(result)


class ReportWaits:
    """Everything that waits for a report."""

    def __init__(self) -> None:
        self._waits: list[_Wait] = []

    def add(self, condition: Condition, *, until: float, late: Any) -> Future[Any]:
        """Return a future that a report fulfils, unless someone else does so before.

        Args:
            condition: Returns the result; None while there is none.
            until: Latest robot time, s.
            late: Result after that time; an exception is raised by the future.
        """
        self._waits.append(_Wait(condition, until, late))
        return self._waits[-1].future

    def hear(self, report: RobotReport) -> None:
        """Fulfil the futures for which a report decides."""
        for wait in list(self._waits):
            if not wait.future.done():
                wait.hear(report)
        self._waits = [wait for wait in self._waits if not wait.future.done()]

    def fail(self, why: str) -> None:
        """Fail all futures."""
        waits, self._waits = self._waits, []
        for wait in waits:
            if not wait.future.done():
                wait.future.set_exception(NaoqiError(MOTION, "stopped", why))
