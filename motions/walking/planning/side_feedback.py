"""Makes walks aside as fast as they were asked for.

The wide steps of a fast walk aside swing the torso, and the ones that close the feet wait for it:
every pair lasts longer than planned. So the way aside that odometry saw in a pair of steps is
compared with what was asked for that time, and the share that is missing is slowly added to the
steps to come. Either side has a share of its own, since robots differ from side to side. Steps to
a place go no further for being late.
"""

from dataclasses import dataclass, replace

from hardware.robots.model import Side
from hardware.units import Ratio, UnsignedLength
from motions.scalars import clamp
from motions.walking.planning.step_made import StepMade
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class SideParameters:
    """Feedback of walks aside.

    Attributes:
        active: Steps aside are corrected by what the pairs before have made.
        gain: Share of what a pair has missed that the next ones get.
        limit: Largest share by which a step aside is made wider or narrower.
        least: Steps that are asked to go less far aside are left alone, m.
        ignore_forward: So are steps that go further ahead or back, m.
        ignore_above: What a pair misses beyond this comes from a disturbance, m.
    """

    active: bool
    gain: Ratio
    limit: Ratio
    least: UnsignedLength
    ignore_forward: UnsignedLength
    ignore_above: UnsignedLength


class SideFeedback:
    """What is added to steps aside.

    Attributes:
        shares: Of a step to either side.
    """

    def __init__(self, parameters: SideParameters) -> None:
        self._parameters = parameters
        self.shares = {Side.LEFT: 0.0, Side.RIGHT: 0.0}
        self.reset()

    def reset(self) -> None:
        """Begin a walk: its first step makes no pair with the last one of another walk."""
        self._asked = self._opened = 0.0
        self._missing: float | None = None  # of the step that has opened the feet, if it taught

    def corrected(self, step: Step, *, placed: bool = False) -> Step:
        """Return the step with what it will miss aside added.

        Args:
            step: As it was planned.
            placed: It goes to a place; otherwise it is one of a walk at a speed.
        """
        own = self._parameters
        alone = placed or not own.active or abs(step.x) > own.ignore_forward
        self._asked = 0.0 if alone or abs(step.y) < own.least else step.y
        if self._asked == 0.0:
            return step
        return replace(step, y=step.y * (1.0 + self.shares[_side(step.y)]))

    def learn(self, made: StepMade | None) -> None:
        """Compare the way of the pair that has just ended with what was asked for.

        Args:
            made: What came of that step; None when another motion went before.
        """
        before, self._missing = self._missing, None
        if made is None or not self._parameters.active or not made.step.completed:
            return
        opens = self._asked != 0.0
        asked = self._asked if opens else self._opened
        # A walk aside makes the way of one step in two.
        missing = 0.5 * made.share * asked - made.left
        if opens:
            self._opened, self._missing = asked, missing
        elif before is not None:
            self._learn(before + missing, asked)

    def _learn(self, missing: float, asked: float) -> None:
        own, side = self._parameters, _side(asked)
        if abs(missing) <= own.ignore_above:
            learnt = self.shares[side] + own.gain * missing / asked
            self.shares[side] = clamp(learnt, -own.limit, own.limit)


def _side(way: float) -> Side:
    return Side.LEFT if way > 0.0 else Side.RIGHT
