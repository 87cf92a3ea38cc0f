"""A part of a run or a log, by time."""

import math
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """A part of a run.

    Attributes:
        begin: First time, s.
        end: Last time, s.
    """

    begin: float = 0.0
    end: float = math.inf

    def __contains__(self, time: float) -> bool:
        return self.begin <= time <= self.end

    def __str__(self) -> str:
        return f"from {self.begin:g} s" + ("" if math.isinf(self.end) else f" to {self.end:g} s")


WHOLE: Final = TimeWindow()
