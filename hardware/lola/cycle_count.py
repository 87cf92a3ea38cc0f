"""Count of a robot's cycles from the arrivals of its messages, which have no time stamps.

A message can be late, never early: the earliest arrivals show when messages are due. Whole cycles
of delay are counted at once as lost messages. If these were only late, the next punctual message
shows it, and the count waits until the robot's time has caught up: it is ahead by no more than the
longest delay in whole cycles, however often messages are late.
"""

import math
from typing import Final

_TOLERANCE: Final = 0.05
"""Share of a cycle by which a whole cycle may seem shorter: twice what the due times may lag."""
_WINDOW: Final = 50
"""Arrivals, 0.6 s, whose common delay is lasting: lost messages, or a clock that drifts."""
_RISE: Final = 0.02
"""Cycles by which the due times follow a lasting delay after a window: a drift of 0.04 %, more than
that of clocks, and so little that delays are not mistaken for it."""


class CycleCount:
    """Count of a robot's cycles.

    Attributes:
        cycles: Cycles so far, including those whose messages were lost.
        last: Time of the last arrival, s.
    """

    def __init__(self, cycle: float, begin: float, *, lock_step: bool = False) -> None:
        """Start at 0 cycles.

        Args:
            cycle: Cycle time of the robot, s.
            begin: Time from which a first message that is overdue is counted, s.
            lock_step: Count messages only, because the other end waits for every answer.
        """
        self._cycle = cycle
        self._lock_step = lock_step
        self._certain = 0  # cycles with a message, and those whose loss is lasting
        self._due = self.last = begin  # `_due`: when the message of the last certain one was due
        self.cycles = 0
        self.reconnect()

    def reconnect(self) -> None:
        """Forget when messages are due: those of a new connection come at other times."""
        self._unknown = True
        self._least, self._arrivals = math.inf, 0

    def add(self, messages: int, arrived: float, *, overdue: bool) -> None:
        """Count messages that were read together, and those lost before them.

        Args:
            messages: Number of messages, at least 1.
            arrived: Time of arrival of the newest one, s.
            overdue: Whether a message was overdue, or several came together. Otherwise nothing was
                lost, however late: the robot is slower than its cycle time.
        """
        before, self.last = self.last, arrived
        if self._unknown or self._lock_step:
            gap = (arrived - before) / self._cycle if overdue and not self._lock_step else 0.0
            self.cycles += max(messages, round(gap))
            self._certain, self._due, self._unknown = self.cycles, arrived, False
            return
        self._certain += messages
        self._due = min(arrived, self._due + messages * self._cycle)
        late = (arrived - self._due) / self._cycle
        lost = math.floor(late + _TOLERANCE) if overdue else 0
        self.cycles = max(self.cycles + 1, self._certain + lost)
        explained = min(late, self.cycles - self._certain + 1.0 - _TOLERANCE)
        self._due = arrived - explained * self._cycle
        self._confirm(explained)

    def _confirm(self, late: float) -> None:
        """Make the smallest delay of a window certain; `late` is that of this arrival, cycles."""
        self._least = min(self._least, late)
        self._arrivals += 1
        if self._arrivals < _WINDOW:
            return
        lost = min(round(self._least), self.cycles - self._certain)
        self._certain += lost
        self._due += min(self._least, lost + _RISE) * self._cycle
        self._least, self._arrivals = math.inf, 0
