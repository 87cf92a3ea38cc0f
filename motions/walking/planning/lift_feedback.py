"""Lift feedback: lifts the swing foot as high as needed for steps of the planned duration.

Play and compliant joints let the hip over a lifted leg sink, so the foot hangs lower than
commanded. It touches down early, which cuts the step off and shortens it. Lifted higher, the foot
lands on time. The durations of straight steps therefore show how much higher the foot must be,
whatever the state of the joints. Late steps reduce the additional lift again, but never below the
plan.
"""

from dataclasses import dataclass
from typing import ClassVar

from hardware.units import Milliseconds, Speed, UnsignedAngle, UnsignedLength
from motions.scalars import clamp
from motions.walking.planning.step_made import StepMade


@dataclass(frozen=True, slots=True)
class LiftFeedbackParameters:
    """Feedback from the duration of steps to their lift.

    Attributes:
        active: Whether the lift is increased after early steps.
        gain: Additional lift per time by which a step was too short, m/s.
        higher: Largest additional lift, m.
        ignore_above: Limit of the timing error of a step, s.
        ignore_side: Longest side step that is learnt from, m; longer ones have another rhythm.
        ignore_turn: Likewise the largest turn, rad.
    """

    active: bool
    gain: Speed
    higher: UnsignedLength
    ignore_above: Milliseconds
    ignore_side: UnsignedLength
    ignore_turn: UnsignedAngle


class LiftFeedback:
    """Learns the additional lift of the swing foot.

    Attributes:
        lift: Additional lift, m; kept from walk to walk.
    """

    learnt: ClassVar[tuple[str, ...]] = ("lift",)

    def __init__(self, parameters: LiftFeedbackParameters) -> None:
        self._parameters = parameters
        self.lift = 0.0

    def learn(self, made: StepMade | None) -> None:
        """Learn from the duration of the finished step.

        Args:
            made: Outcome of the step; None after another motion.
        """
        own = self._parameters
        if made is None or not own.active or not made.step.completed:
            return
        step = made.step
        if abs(step.planned.y) > own.ignore_side or abs(step.planned.turn) > own.ignore_turn:
            return
        early = step.duration - step.lasted
        early = clamp(early, -own.ignore_above, own.ignore_above)
        self.lift = clamp(self.lift + own.gain * early, 0.0, own.higher)
