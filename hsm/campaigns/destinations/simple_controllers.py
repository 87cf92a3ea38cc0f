"""Plain controllers as a baseline for the generators: turn, walk straight, turn.

They differ in the heading while walking. Their steps respect the same limits as those of the
generators, and each part of the walk is as fast as possible.
"""

import math
from dataclasses import dataclass, field

from motions.generators.situation import PoseTarget, Situation
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.planning.region import repeated_step
from motions.walking.step import Step

_THERE = 0.005
_STRAIGHT = math.radians(0.5)


@dataclass(slots=True)
class TurnWalkTurn:
    """Turns to a heading, walks, and turns to the final heading.

    Attributes:
        aside: Direction of walking relative to the heading, rad.
        turns: Turns before walking; otherwise it keeps its initial heading.
    """

    aside: float = 0.0
    turns: bool = True
    _walks: bool = field(default=False, init=False)

    def step(self, target: PoseTarget, situation: Situation) -> Step:
        """Return the next step."""
        pose, limits, last = target.pose, situation.limits, situation.last
        mirror = situation.swing.sign
        if math.hypot(pose.x, pose.y) <= _THERE:
            return _turn(limits, mirror, last, pose.heading)
        ahead = math.atan2(pose.y, pose.x) - self.aside
        if self.turns and not self._walks:
            off = math.remainder(ahead, 2.0 * math.pi)
            if abs(off) > _STRAIGHT:
                return _turn(limits, mirror, last, off)
        self._walks = True
        region, x, y = limits.region(0.0, last.x), pose.x, mirror * pose.y
        if not region.contains(x, y):
            x, y = region.nearest(*repeated_step(x, y, limits.possible().steps_for(x, y)))
        return Step(x, mirror * max(y, 0.0), 0.0)


def _turn(limits: StepLimits, mirror: float, last: Step, off: float) -> Step:
    inwards, outwards = limits.turn_range()
    turn = clamp(mirror * math.remainder(off, 2.0 * math.pi), -inwards, outwards)
    x, _ = limits.region(turn, last.x).nearest(0.0, 0.0)
    return Step(x, 0.0, mirror * turn)


def plain_controllers() -> tuple[TurnWalkTurn, ...]:
    """Return all plain controllers: forward, sideways to either side, and without turning first."""
    right_angle = 0.5 * math.pi
    return (
        TurnWalkTurn(),
        TurnWalkTurn(right_angle),
        TurnWalkTurn(-right_angle),
        TurnWalkTurn(turns=False),
    )
