"""Lifts the swing foot as high as steps need to last as long as planned.

Play and yielding joints let the hip over a lifted leg sink, and the foot hangs lower than it is
commanded. It touches early; the step is cut off, and has made less way than it should. Lifted
higher, the foot lands in time. So the mean duration of straight steps tells how much higher the
foot must be, whatever the robot's joints are like. Steps that are late for other reasons lower it
to its plan again, and no further.
"""

from dataclasses import dataclass

from hardware.units import Milliseconds, Speed, UnsignedAngle, UnsignedLength
from motions.scalars import clamp
from motions.walking.planning.step_made import StepMade


@dataclass(frozen=True, slots=True)
class LiftFeedbackParameters:
    """Lift by the duration of the steps.

    Attributes:
        active: Steps that end early are lifted higher.
        gain: By how much higher the next steps are lifted per time that one was too short, m/s.
        higher: At most by so much, m.
        ignore_above: A step that is off by more counts as if by this, s.
        ignore_side: Steps that go further aside are of another rhythm, m.
        ignore_turn: Likewise those that turn more, rad.
    """

    active: bool
    gain: Speed
    higher: UnsignedLength
    ignore_above: Milliseconds
    ignore_side: UnsignedLength
    ignore_turn: UnsignedAngle


class LiftFeedback:
    """By how much more the swing foot is lifted.

    Attributes:
        lift: That, m. What the robot needs stays known from walk to walk.
    """

    def __init__(self, parameters: LiftFeedbackParameters) -> None:
        self._parameters = parameters
        self.lift = 0.0

    def learn(self, made: StepMade | None) -> None:
        """Take in how long the step lasted that has just ended.

        Args:
            made: What came of that step; None when another motion went before.
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
