"""Heading feedback: makes the steps turn by the requested angle.

Unequal play and slipping soles turn a walk that should be straight, mostly in worn robots and fast
diagonal walks (`hsm measure ablation --only heading_feedback`). Slip and long steps also reduce
wide turns. The gyros measure both, so the turn of each step is compared with the requested one, and
the difference is slowly added to later steps: as an angle to narrow turns, as a share to wide ones.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from hardware.units import PositiveAngle, Ratio, UnsignedAngle
from motions.scalars import clamp
from motions.walking.planning.step_made import StepMade
from motions.walking.step import Step, StepEnd


@dataclass(frozen=True, slots=True)
class HeadingParameters:
    """Heading feedback.

    Attributes:
        active: Whether steps are corrected by the turn of earlier ones.
        gain: Share of a step's error added to the correction.
        limit: Largest correction of a step, rad.
        widest: Largest requested turn of either step of a pair that is not yet a wide turn, rad.
            Wide turns are judged in pairs because most of the turn is made by the outer foot.
        ignore_above: Errors above this are disturbances and ignored, rad.
        wide_gain: Share of a wide pair's relative error added to the correction.
        wide_limit: Largest share by which a wide turn is widened or narrowed.
    """

    active: bool
    gain: Ratio
    limit: UnsignedAngle
    widest: PositiveAngle
    ignore_above: UnsignedAngle
    wide_gain: Ratio
    wide_limit: Ratio


class HeadingFeedback:
    """Learns a correction of the turn of steps.

    Attributes:
        turn: Correction of a straight step or narrow turn, rad.
        share: Correction of a wide turn, as a share of it.
    """

    learnt: ClassVar[tuple[str, ...]] = ("turn", "share")

    def __init__(self, parameters: HeadingParameters) -> None:
        self._parameters = parameters
        self._aimed = False
        self._missing: float | None = None  # of the previous step, if it was learnt from
        self.turn = 0.0
        self.share = 0.0
        self.reset()

    def reset(self) -> None:
        """Start a walk: its first step forms no pair with the last one of another walk."""
        self._asked = self._asked_before = Step()

    def corrected(self, step: Step, *, aimed: bool = False) -> Step:
        """Return the step with its turn corrected.

        Args:
            step: The planned step.
            aimed: Whether it was planned from the robot's pose to a goal: it already contains the
                errors of earlier steps and is not learnt from.
        """
        self._asked_before, self._asked, self._aimed = self._asked, step, aimed
        if aimed or not self._parameters.active:
            return step
        more = self.share * step.turn if self._wide() else self.turn
        return replace(step, turn=step.turn + more)

    def learn(self, made: StepMade | None) -> None:
        """Learn from the difference between requested and actual turn of the finished step.

        Args:
            made: Outcome of the step; None after another motion.
        """
        before, self._missing = self._missing, None
        if made is None or not self._teaches(made):
            return
        # A step that ends early must turn less at the same speed.
        asked = made.step.lasted / made.step.duration * self._asked.turn
        missing = asked - made.turn
        if abs(missing) > self._parameters.ignore_above:
            return
        if not self._wide():
            self._learn_narrow(missing)
        elif before is None:
            self._missing = missing
        else:
            self._learn_wide(before + missing)

    def _learn_narrow(self, missing: float) -> None:
        parameters = self._parameters
        learnt = self.turn + parameters.gain * missing
        self.turn = clamp(learnt, -parameters.limit, parameters.limit)

    def _learn_wide(self, missing: float) -> None:
        parameters = self._parameters
        asked = self._asked_before.turn + self._asked.turn
        if abs(asked) < parameters.widest:
            return  # the turn has changed its direction
        # Learnt as a share of the request, because lagging joints lose more of a wider turn.
        learnt = self.share + parameters.wide_gain * missing / asked
        self.share = clamp(learnt, -parameters.wide_limit, parameters.wide_limit)

    def _teaches(self, made: StepMade) -> bool:
        switched = made.step.completed and made.step.end is StepEnd.SWITCH
        return switched and self._parameters.active and not self._aimed

    def _wide(self) -> bool:
        widest = max(abs(self._asked.turn), abs(self._asked_before.turn))
        return widest > self._parameters.widest
