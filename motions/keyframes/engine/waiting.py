"""Holding a target until its conditions are met."""

import math
from dataclasses import dataclass, field

from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import Wait, WaitBreak
from motions.keyframes.motions.quantities import MotionQuantities

_STALLED = 8
"""Cycles without progress that end a wait."""
_APPROACHED = 8.0
_APPROACH_PER_CYCLE = 1.2
_RESTLESS_PER_CYCLE = 0.7
"""B-Human's rule: a wait ends after about seven cycles of steady approach, later if it waits for
a torso that comes to rest."""


@dataclass(slots=True)
class Waiting:
    """The current or the last wait.

    Attributes:
        cycle: Length of the control cycle, s.
        time: Duration so far, s.
        nearest: Smallest distance to the conditions so far.
        stalled: Cycles since it last decreased.
        approached: Counter of B-Human's rule.
    """

    cycle: float
    time: float = 0.0
    nearest: float = math.inf
    stalled: int = 0
    approached: float = 0.0
    _last: dict[str, float] = field(default_factory=dict)

    def goes_on(self, wait: Wait | None, quantities: MotionQuantities) -> bool:
        """Return whether the robot must wait for another cycle, and add it to the time."""
        if wait is None or wait.until.hold(quantities) or self.time >= wait.max:
            return False
        match wait.give_up:
            case WaitBreak.STALL:
                given_up = self._has_stalled(wait.until.distance(quantities))
            case WaitBreak.APPROACH:
                given_up = self._has_approached(wait.until, quantities)
            case WaitBreak.NEVER:
                given_up = False
        if given_up:
            return False
        self.time += self.cycle
        return True

    def _has_stalled(self, distance: float) -> bool:
        self.stalled = 0 if distance < self.nearest else self.stalled + 1
        self.nearest = min(distance, self.nearest)
        return self.stalled > _STALLED

    def _has_approached(self, until: Conditions, quantities: MotionQuantities) -> bool:
        counted = False
        for condition in until.conditions:
            for name, distance in condition.distances(quantities):
                if not counted and distance < self._last.get(name, 0.0):
                    self.approached += _APPROACH_PER_CYCLE
                    counted = True
                self._last[name] = distance
                if name == "pitch_fluctuation":
                    self.approached = max(self.approached - _RESTLESS_PER_CYCLE, 0.0)
        return self.approached > _APPROACHED
