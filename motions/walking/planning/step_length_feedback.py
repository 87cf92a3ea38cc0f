"""Makes the steps as long as they were asked for, whatever the joints swallow.

Play in the gears, yielding joints and early support switches make real steps shorter or longer than
planned: on a robot with play every step back loses about the same way, so that slow walking
backwards hardly moves at all. The encoders sit behind the play and see it. So the way that odometry
saw since a step began is compared with what was asked for that time, and the difference is slowly
added to the steps to come, forward and backward each with a memory of its own. Steps that
are late and delays between steps cost speed as well, but are made up for only a little: longer
steps are later still, and a robot that sways further out with every one of them falls. A step to a
place goes no further for being late. What the wide steps of a diagonal walk slip back is not made
up for: longer ones get stuck while they close the feet.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge

from hardware.units import LengthRange, PositiveLength, Ratio, Unit, UnsignedAngle, UnsignedLength
from motions.scalars import clamp, ramp
from motions.walking.planning.step_made import StepMade
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class StepLengthParameters:
    """Step length feedback.

    Attributes:
        active: Steps are corrected by what the feet did before.
        gain: Share of the error of one step that the next ones get.
        longer_ahead: By how much a step forward may become longer, m.
        longer_back: The same for a step back.
        shorter: By how much a step may become shorter, m.
        full_from: Asked step from which the correction is full, m; shorter ones get less.
        fade_back: Between these asked steps back the correction fades out again, m.
        most: Errors beyond this come from a disturbance, and count as no more, m.
        latest: Multiple of its duration that a late step, with a delay after it, counts as at most.
        ignore_turn: Steps that turn more than this are not learnt from, rad.
    """

    active: bool
    gain: Ratio
    longer_ahead: UnsignedLength
    longer_back: UnsignedLength
    shorter: UnsignedLength
    full_from: PositiveLength
    fade_back: LengthRange
    most: UnsignedLength
    latest: Annotated[float, Unit(""), Ge(1.0)]
    ignore_turn: UnsignedAngle


class StepLengthFeedback:
    """What is added to forward steps.

    Attributes:
        ahead: Correction of forward steps, m.
        back: Correction of backward steps, m.
    """

    def __init__(self, parameters: StepLengthParameters) -> None:
        self._parameters = parameters
        self._asked = Step()
        self._placed = False
        self.ahead = 0.0
        self.back = 0.0

    def corrected(self, step: Step, *, placed: bool = False) -> Step:
        """Return the step with what the joints will swallow added.

        Args:
            step: As it was planned.
            placed: It goes to a place; otherwise it is one of a walk at a speed.
        """
        self._asked, self._placed = step, placed
        if not self._parameters.active:
            return step
        learnt = self.ahead if step.x > 0.0 else self.back
        return replace(step, x=step.x + self._share(step.x) * learnt)

    def learn(self, made: StepMade | None) -> None:
        """Compare the way of the step that has just ended with what was asked for.

        Args:
            made: What came of that step; None when another motion went before.
        """
        if made is None or not self._teaches(made):
            return
        # A step that ends early must be shorter for the same speed.
        asked, parameters = self._asked.x, self._parameters
        latest = 1.0 if self._placed else parameters.latest
        error = min(made.share, latest) * asked - made.forward
        error = clamp(error, -parameters.most, parameters.most)
        change = self._share(asked) * parameters.gain * error
        if asked > 0.0:
            self.ahead = clamp(self.ahead + change, -parameters.shorter, parameters.longer_ahead)
        else:
            self.back = clamp(self.back + change, -parameters.longer_back, parameters.shorter)

    def _teaches(self, made: StepMade) -> bool:
        own = self._parameters
        return own.active and made.step.completed and abs(self._asked.turn) <= own.ignore_turn

    def _share(self, x: float) -> float:
        """Return the share of the correction that a step gets: on the spot and far back none."""
        parameters = self._parameters
        share = min(abs(x) / parameters.full_from, 1.0)
        if x < 0.0:
            begin, end = parameters.fade_back
            share *= ramp(-x, end, begin)
        return share
