"""Pacing of a run by the wall clock: speed, pause, single cycles.

The thread of the run calls `wait` before every cycle; threads of the page set the speed.
"""

import math
import threading
import time
from collections.abc import Callable
from typing import Final

SPEEDS: Final = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
"""Selectable speeds, as multiples of real time."""
_BEHIND: Final = 0.1
"""Delay beyond which the schedule is reset, s: a late run never hurries to catch up."""
_PATIENCE: Final = 0.5
"""Longest single wait, s: interrupts are handled in between."""
_OVER: Final = 1.0
"""Wall time over which the reached speed is measured, s."""


class Tempo:
    """Pacing of one run.

    Attributes:
        reached: Recent simulated seconds per second of wall time; 0 in a pause.
    """

    def __init__(
        self,
        cycle: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        doze: Callable[[threading.Condition, float], object] = threading.Condition.wait,
    ) -> None:
        """Start at real time with cycles of the given length, s.

        `clock` returns the wall time, s; `doze` waits for a notification or a timeout, s.
        """
        self.reached = 0.0
        self._cycle, self._clock, self._doze = cycle, clock, doze
        self._news = threading.Condition()
        self._speed, self._paused, self._single = 1.0, False, 0
        self._due = self._since = clock()
        self._made = 0

    @property
    def speed(self) -> float:
        """Return the requested multiple of real time."""
        return self._speed

    @speed.setter
    def speed(self, value: float) -> None:
        with self._news:
            self._speed, self._due = value, self._clock()
            self._news.notify_all()

    @property
    def paused(self) -> bool:
        """Return whether the run is paused."""
        return self._paused

    @paused.setter
    def paused(self, value: bool) -> None:
        with self._news:
            self._paused, self._due = value, self._clock()
            self._single = 0
            self._news.notify_all()

    def one_cycle(self) -> None:
        """Pause the run and let it execute one cycle."""
        with self._news:
            self._paused = True
            self._single += 1
            self._news.notify_all()

    def wait(self) -> None:
        """Wait until the next cycle is due."""
        with self._news:
            while (rest := self._rest()) > 0.0:
                if self._paused:
                    self._measure(0)
                self._doze(self._news, min(rest, _PATIENCE))
            if self._single:
                self._single -= 1
        self._measure(1)

    def wait_until(self, over: Callable[[], bool]) -> None:
        """Wait until a condition holds, without executing cycles."""
        with self._news:
            while not over():
                self._doze(self._news, _PATIENCE)

    def _rest(self) -> float:
        """Return how long to wait, s; infinite in a pause."""
        if self._single:
            return 0.0
        if self._paused:
            return math.inf
        now = self._clock()
        if now < self._due:
            return self._due - now
        late = now - self._due > _BEHIND
        self._due = (now if late else self._due) + self._cycle / self._speed
        return 0.0

    def _measure(self, cycles: int) -> None:
        self._made += cycles
        now = self._clock()
        if now - self._since > _OVER:
            self.reached = self._made * self._cycle / (now - self._since)
            self._since, self._made = now, 0
