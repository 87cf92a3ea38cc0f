"""Tasks: motions of a robot that last, which programs list and kill by number or by joint."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """One motion in progress.

    Attributes:
        name: Name of the function that started it.
        number: Number, unique among the tasks of a robot.
        joints: Indices of the joints that it moves or stiffens.
        future: Done when it is over.
        stop: Stops it.
    """

    name: str
    number: int
    joints: frozenset[int]
    future: Future[Any]
    stop: Callable[[], None]


class Tasks:
    """The tasks of one robot."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []
        self._numbers = count(1)

    @property
    def running(self) -> tuple[Task, ...]:
        """Return the tasks that are not over, oldest first."""
        return tuple(task for task in self._tasks if not task.future.done())

    def begin(
        self, name: str, joints: Iterable[int], future: Future[Any], stop: Callable[[], None]
    ) -> Future[Any]:
        """Add a task, described as in `Task`; return its future."""
        self._tasks = [
            *self.running, Task(name, next(self._numbers), frozenset(joints), future, stop)
        ]  # fmt: skip
        return future

    def kill(self, chosen: Callable[[Task], bool]) -> bool:
        """Stop the chosen tasks; return whether there was one."""
        killed = [task for task in self.running if chosen(task)]
        for task in killed:
            self._tasks.remove(task)
            task.stop()
        return bool(killed)
