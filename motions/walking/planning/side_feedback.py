"""Side feedback: makes walks sideways as fast as requested.

The wide steps of a fast walk sideways swing the torso, and the closing steps wait for it, so every
pair lasts longer than planned. The sideways odometry of a pair of steps is compared with the
request for its actual duration, and the missing share is slowly added to later steps, separately
for either side because robots are asymmetric. Steps to a place are not lengthened for being late.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from hardware.robots.model import Side
from hardware.units import Ratio, UnsignedLength
from motions.scalars import clamp
from motions.walking.planning.step_made import StepMade
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class SideParameters:
    """Feedback for walks sideways.

    Attributes:
        active: Whether side steps are corrected by the outcome of earlier pairs.
        gain: Share of a pair's relative error added to the correction.
        limit: Largest share by which a side step is widened or narrowed.
        least: Shortest requested side step that is corrected, m.
        ignore_forward: Largest forward or backward length of a step that is corrected, m.
        ignore_above: Errors of a pair above this are disturbances and ignored, m.
    """

    active: bool
    gain: Ratio
    limit: Ratio
    least: UnsignedLength
    ignore_forward: UnsignedLength
    ignore_above: UnsignedLength


class SideFeedback:
    """Learns a correction of side steps.

    Attributes:
        shares: Correction of a step to each side, as a share of it.
    """

    learnt: ClassVar[tuple[str, ...]] = ("shares",)

    def __init__(self, parameters: SideParameters) -> None:
        self._parameters = parameters
        self.shares = {Side.LEFT: 0.0, Side.RIGHT: 0.0}
        self.reset()

    def reset(self) -> None:
        """Start a walk: its first step forms no pair with the last one of another walk."""
        self._asked = self._opened = 0.0
        self._missing: float | None = None  # of the opening step, if it was learnt from

    def corrected(self, step: Step, *, placed: bool = False) -> Step:
        """Return the step with its side length corrected.

        Args:
            step: The planned step.
            placed: Whether it leads to a place, rather than belonging to a walk at a speed.
        """
        own = self._parameters
        alone = placed or not own.active or abs(step.x) > own.ignore_forward
        self._asked = 0.0 if alone or abs(step.y) < own.least else step.y
        if placed or step.y != 0.0:
            self._missing = None  # this step does not close the feet, so it ends no pair
        if self._asked == 0.0:
            return step
        return replace(step, y=step.y * (1.0 + self.shares[_side(step.y)]))

    def learn(self, made: StepMade | None) -> None:
        """Learn from the difference between requested and actual side motion of a pair of steps.

        Args:
            made: Outcome of the finished step; None after another motion.
        """
        before, self._missing = self._missing, None
        if made is None or not self._parameters.active or not made.step.completed:
            return
        opens = self._asked != 0.0
        asked = self._asked if opens else self._opened
        # A walk sideways covers the distance of one step in two steps.
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
