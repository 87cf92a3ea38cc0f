"""Futures that wait for a report of the robot."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from hsm.apps.naoqi.argument_checks import MOTION, NaoqiError
from hsm.apps.naoqi.link.report import RobotReport

Condition = Callable[[RobotReport], Any]
"""Returns the result of something awaited; None while there is none."""


@dataclass(slots=True)
class _Awaited:
    condition: Condition
    future: Future[Any]
    until: float
    late: Any
    ends_alone: bool


class ReportWaits:
    """Everything that waits for a report."""

    def __init__(self) -> None:
        self._tasks: list[_Awaited] = []

    def add(
        self, condition: Condition, *, until: float, late: Any, ends_alone: bool
    ) -> Future[Any]:
        """Return a future that is fulfilled by a report.

        Args:
            condition: Returns the result; None while there is none.
            until: Latest robot time, s.
            late: Result after that time; an exception is raised by the future.
            ends_alone: The condition itself does the work, so that `end` can stop it.
        """
        future: Future[Any] = Future()
        self._tasks.append(_Awaited(condition, future, until, late, ends_alone))
        return future

    def end(self, future: Future[Any]) -> bool:
        """Stop what the condition behind a future does; return whether there was such a one."""
        for task in self._tasks:
            if task.future is future and task.ends_alone:
                self._tasks.remove(task)
                future.set_result(task.late)
                return True
        return False

    def hear(self, report: RobotReport) -> None:
        """Fulfil the futures for which a report decides."""
        for task in list(self._tasks):
            self._ask(task, report)

    def fail(self, why: str) -> None:
        """Fail all futures."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.future.set_exception(NaoqiError(MOTION, "stopped", why))

    def _ask(self, task: _Awaited, report: RobotReport) -> None:
        if task.future.done():
            self._tasks.remove(task)
            return
        result = task.condition(report)
        if result is None and report.time <= task.until:
            return
        if task in self._tasks:
            self._tasks.remove(task)
        if result is None and isinstance(task.late, NaoqiError):
            task.future.set_exception(task.late)
        else:
            task.future.set_result(task.late if result is None else result)
