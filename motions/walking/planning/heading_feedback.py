"""Keeps the course: makes the steps turn as much as they were asked to.

Unequal play and soles that slip turn a walk that should go straight, worn robots and fast diagonal
walks the most (`hsm measure ablation --only heading_feedback`). The same soles and steps that last
longer take a share of a wide turn. The gyros see both. So the turn of the steps is compared with
the asked one, and the difference is slowly added to the steps to come: to narrow turns as an angle,
to wide ones as a share of what is asked.
"""

from dataclasses import dataclass, replace

from hardware.units import PositiveAngle, Ratio, UnsignedAngle
from motions.scalars import clamp
from motions.walking.planning.step_made import StepMade
from motions.walking.step import Step, StepEnd


@dataclass(frozen=True, slots=True)
class HeadingParameters:
    """Heading feedback.

    Attributes:
        active: Steps are corrected by how far the steps before have turned.
        gain: Share of the error of one step that the next ones get.
        limit: Largest correction of a step, rad.
        widest: A pair of steps of which one is asked to turn more is a wide turn, rad. Pairs,
            because the foot on the outside of a turn makes most of it.
        ignore_above: Errors beyond this come from a disturbance, rad.
        wide_gain: Share of the error of a wide pair that the next ones get.
        wide_limit: Largest share by which a wide turn is made wider or narrower.
    """

    active: bool
    gain: Ratio
    limit: UnsignedAngle
    widest: PositiveAngle
    ignore_above: UnsignedAngle
    wide_gain: Ratio
    wide_limit: Ratio


class HeadingFeedback:
    """What is added to the turn of steps.

    Attributes:
        turn: Correction of a step that turns little or not, rad.
        share: Correction of a wide turn, as a share of it.
    """

    def __init__(self, parameters: HeadingParameters) -> None:
        self._parameters = parameters
        self._aimed = False
        self._missing: float | None = None  # of the step before, if it taught
        self.turn = 0.0
        self.share = 0.0
        self.reset()

    def reset(self) -> None:
        """Begin a walk: its first step makes no pair with the last one of another walk."""
        self._asked = self._asked_before = Step()

    def corrected(self, step: Step, *, aimed: bool = False) -> Step:
        """Return the step with what it will turn too little added.

        Args:
            step: As it was planned.
            aimed: It was planned from where the robot stands to where it shall go: what the steps
                before have missed is in it already, and it teaches nothing about a course.
        """
        self._asked_before, self._asked, self._aimed = self._asked, step, aimed
        if aimed or not self._parameters.active:
            return step
        more = self.share * step.turn if self._wide() else self.turn
        return replace(step, turn=step.turn + more)

    def learn(self, made: StepMade | None) -> None:
        """Compare the turn of the step that has just ended with what was asked for.

        Args:
            made: What came of that step; None when another motion went before.
        """
        before, self._missing = self._missing, None
        if made is None or not self._teaches(made):
            return
        # A step that ends early must turn less for the same speed.
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
            return  # it turns the other way now
        # The share that was missing of what was asked: joints that lag lose more of a wider turn.
        learnt = self.share + parameters.wide_gain * missing / asked
        self.share = clamp(learnt, -parameters.wide_limit, parameters.wide_limit)

    def _teaches(self, made: StepMade) -> bool:
        switched = made.step.completed and made.step.end is StepEnd.SWITCH
        return switched and self._parameters.active and not self._aimed

    def _wide(self) -> bool:
        widest = max(abs(self._asked.turn), abs(self._asked_before.turn))
        return widest > self._parameters.widest
