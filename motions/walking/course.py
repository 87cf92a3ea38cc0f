"""Keeps the course: makes the steps turn as much as they were asked to.

Unequal play and soles that slip turn a walk that should go straight: by 80 degrees over five metres
on the worst of six worn robots, by 6 degrees per second in a fast diagonal walk. The gyros see
it. So the turn of a step is compared with the asked one, and the difference is slowly added to the
steps to come.
"""

from dataclasses import dataclass, replace

from hardware.units import Angle, Ratio
from motions.kinematics.geometry import angle_difference
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind


@dataclass(frozen=True, slots=True)
class Course:
    """Course feedback.

    Attributes:
        active: Steps are corrected by how far the steps before have turned.
        gain: Share of the error of one step that the next ones get.
        limit: Largest correction of a step, rad.
        widest: Pairs of steps of which one is asked to turn more neither teach nor are corrected,
            rad. Pairs, because the foot on the outside of a turn makes most of it.
        ignore_above: Errors beyond this come from a disturbance, rad.
    """

    active: bool
    gain: Ratio
    limit: Angle
    widest: Angle
    ignore_above: Angle


class CourseFeedback:
    """What is added to the turn of steps.

    Attributes:
        turn: Correction of a step, rad.
    """

    def __init__(self, parameters: Course) -> None:
        self._parameters = parameters
        self._asked = Step()
        self._asked_before = Step()
        self._from = 0.0
        self.turn = 0.0

    def corrected(self, step: Step) -> Step:
        """Return the step with what it will turn too little added."""
        self._asked_before, self._asked = self._asked, step
        if not self._parameters.active or self._wide():
            return step
        return replace(step, turn=step.turn + self.turn)

    def learn(self, state: RobotState, finished: RunningStep | None) -> None:
        """Compare the turn of the step that has just ended with what was asked for.

        Args:
            state: The robot now; the next step begins.
            finished: The step that has ended; None when another motion went before.
        """
        began, self._from = self._from, state.odometry.heading
        if finished is None or not self._teaches(finished):
            return
        asked = finished.lasted / finished.duration * self._asked.turn
        error = asked - angle_difference(state.odometry.heading, began)
        parameters = self._parameters
        if abs(error) <= parameters.ignore_above:
            learnt = self.turn + parameters.gain * error
            self.turn = clamp(learnt, -parameters.limit, parameters.limit)

    def _teaches(self, finished: RunningStep) -> bool:
        parameters = self._parameters
        return (
            parameters.active
            and finished.kind is StepKind.STEPPING
            and finished.end is StepEnd.SWITCH
            and not self._wide()
        )

    def _wide(self) -> bool:
        widest = max(abs(self._asked.turn), abs(self._asked_before.turn))
        return widest > self._parameters.widest
