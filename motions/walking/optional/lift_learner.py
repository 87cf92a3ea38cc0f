"""Learns how long the swing foot has to stay up for steps of the planned duration.

On a sound robot the swing foot of a straight step touches down in time. Where play and yielding
joints let it touch early, the steps become short and hasty; a longer descent gives them their time
back. The mean duration of the last straight steps says in which direction to go.

Source: walk learner of the B-Human code release.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt

from hardware.units import Speed, Unit, UnsignedAngle, UnsignedLength
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class LiftLearnerParameters:
    """Learning of the lift duration.

    Attributes:
        active: The lift duration follows the measured durations.
        steps: Straight steps per evaluation.
        max_turn: A step that turns more is not straight, rad.
        max_side: Likewise sideways, m.
        min_forward: A step that goes less far forward says nothing, m.
        longest: A longer step counts as this multiple of the planned duration.
        first_evaluations: Evaluations in which the offset follows from the wear alone.
        worn_offset: That offset of a worn-out robot, m/s.
        first_change: Change of the offset per evaluation at the beginning, m/s.
        last_change: ... and after `changes` evaluations, m/s.
        changes: Evaluations from the first to the last change.
        worn_duration: Duration that a worn-out robot's steps shall have, of the planned one.
    """

    active: bool
    steps: Annotated[int, Unit(""), Ge(1)]
    max_turn: UnsignedAngle
    max_side: UnsignedLength
    min_forward: UnsignedLength
    longest: Annotated[float, Unit(""), Gt(1.0)]
    first_evaluations: Annotated[int, Unit(""), Ge(0)]
    worn_offset: Speed
    first_change: Speed
    last_change: Speed
    changes: Annotated[int, Unit(""), Ge(1)]
    worn_duration: Annotated[float, Unit(""), Ge(1.0)]


class LiftDurationLearner:
    """What was learnt.

    Attributes:
        speed: Lift duration as the side speed of a step that needs the same, m/s.
        durations: Durations of the straight steps since the last evaluation, s.
        evaluations: How often the mean of them has been judged.
    """

    def __init__(self, parameters: LiftLearnerParameters, planned: float) -> None:
        self._parameters = parameters
        self._planned = planned
        self.speed = 0.0
        self.durations: list[float] = []
        self.evaluations = 0

    def learn(self, step: Step, duration: float, *, quality: float, known: bool) -> None:
        """Take a finished step.

        Args:
            step: Its target.
            duration: How long it took, s.
            quality: Hardware quality, 0..1.
            known: The quality has been measured.
        """
        limits = self._parameters
        if (
            not limits.active
            or abs(step.turn) > limits.max_turn
            or abs(step.y) > limits.max_side
            or abs(step.x) < limits.min_forward
        ):
            return
        self.durations.append(min(duration, limits.longest * self._planned))
        if len(self.durations) >= limits.steps and known:
            self._evaluate(quality)
            self.durations.clear()

    def _evaluate(self, quality: float) -> None:
        limits, wear = self._parameters, 1.0 - quality
        if self.evaluations < limits.first_evaluations:
            self.speed = wear * limits.worn_offset
        else:
            done = min((self.evaluations - limits.first_evaluations) / limits.changes, 1.0)
            change = limits.first_change + done * (limits.last_change - limits.first_change)
            mean = sum(self.durations) / len(self.durations)
            wanted = self._planned * (1.0 + wear * (limits.worn_duration - 1.0))
            self.speed = max(0.0, self.speed + (change if mean < wanted else -change))
        self.evaluations += 1
