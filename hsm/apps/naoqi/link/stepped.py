"""What moves in this process while somebody waits for it, and not otherwise."""

import math
from abc import ABC, abstractmethod
from concurrent.futures import Future
from typing import Any


class Stepped(ABC):
    """A robot or a base that goes on cycle by cycle."""

    @property
    @abstractmethod
    def time(self) -> float:
        """Return its time, s."""

    @abstractmethod
    def step(self) -> None:
        """Let it move for one cycle."""

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
