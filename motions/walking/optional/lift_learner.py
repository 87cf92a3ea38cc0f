"""Learns the lift duration of the swing foot that gives steps their planned duration.

On a sound robot the swing foot of a straight step touches down on time. Where play and compliant
joints make it touch down early, the steps become short and hasty; a longer descent restores their
duration. The mean duration of the last straight steps determines the direction of the change.

Source: walk learner of the B-Human code release.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Ge, Gt

from hardware.units import Speed, Unit, UnsignedAngle, UnsignedLength
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class LiftLearnerParameters:
    """Parameters of the learning of the lift duration.

    Attributes:
        active: Whether the lift duration is learnt.
        steps: Number of straight steps per evaluation.
        max_turn: Largest turn of a straight step, rad.
        max_side: Largest side length of a straight step, m.
        min_forward: Smallest forward or backward length of a step that is learnt from, m.
        longest: Limit of a step's duration, as a multiple of the planned one.
        first_evaluations: Number of evaluations in which the offset follows from the wear alone.
        worn_offset: That offset of a worn-out robot, m/s.
        first_change: Change of the offset per evaluation at the beginning, m/s.
        last_change: Change of the offset per evaluation after `changes` evaluations, m/s.
        changes: Number of evaluations from the first to the last change.
        worn_duration: Desired step duration of a worn-out robot, as a multiple of the planned one.
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
    """Learns the lift duration from the durations of straight steps.

    Attributes:
        speed: Learnt lift duration, expressed as the side speed of a step with that duration, m/s.
        durations: Durations of the straight steps since the last evaluation, s.
        evaluations: Number of evaluations so far.
    """

    learnt: ClassVar[tuple[str, ...]] = ("speed", "durations", "evaluations")

    def __init__(self, parameters: LiftLearnerParameters, planned: float) -> None:
        self._parameters = parameters
        self._planned = planned
        self.speed = 0.0
        self.durations: list[float] = []
        self.evaluations = 0

    def learn(self, step: Step, duration: float, *, quality: float, known: bool) -> None:
        """Learn from a finished step.

        Args:
            step: Target of the step.
            duration: Actual duration of the step, s.
            quality: Hardware quality, 0..1.
            known: Whether the quality has been measured.
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
