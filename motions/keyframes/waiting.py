"""Holding a target until its conditions are met."""

import math
from dataclasses import dataclass

from hardware.frames import CYCLE
from motions.keyframes.motion import Wait, WaitBreak
from motions.keyframes.senses import Senses

_STALLED = 8
"""Cycles without getting nearer that end a wait."""


@dataclass(slots=True)
class Waiting:
    """The running or the last wait.

    Attributes:
        time: How long it has lasted, s.
        nearest: Smallest distance to the conditions so far.
        stalled: Cycles since it became smaller.
    """

    time: float = 0.0
    nearest: float = math.inf
    stalled: int = 0

    def goes_on(self, wait: Wait | None, senses: Senses) -> bool:
        """Return whether the robot must wait for another cycle, and count it."""
        if wait is None or wait.until.hold(senses) or self.time >= wait.max:
            return False
        if wait.give_up is WaitBreak.STALL and self._has_stalled(wait.until.distance(senses)):
            return False
        self.time += CYCLE
        return True

    def _has_stalled(self, distance: float) -> bool:
        self.stalled = 0 if distance < self.nearest else self.stalled + 1
        self.nearest = min(distance, self.nearest)
        return self.stalled > _STALLED
