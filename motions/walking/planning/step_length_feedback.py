"""Step length feedback: makes the steps as long as requested despite losses in the joints.

Gear play, compliant joints and early support switches make real steps shorter or longer than
planned: on a robot with play, every backward step loses about the same distance, so that slow
backward walking hardly moves at all. The encoders are on the output side of the play and measure
it. The odometry since a step began is compared with the request for that time, and the difference
is slowly added to later steps, separately forward and backward. Late steps and delays between steps
also cost speed, but are compensated only a little: longer steps are later still, and the robot
would sway further out with each of them and fall. A step to a place is not lengthened for being
late. The backward slip of the wide steps of a diagonal walk is not compensated, because longer ones
get stuck while closing the feet.
"""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from annotated_types import Ge

from hardware.units import LengthRange, PositiveLength, Ratio, Unit, UnsignedAngle, UnsignedLength
from motions.scalars import clamp, ramp
from motions.walking.planning.step_made import StepMade
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class StepLengthParameters:
    """Step length feedback.

    Attributes:
        active: Whether steps are corrected by the outcome of earlier ones.
        gain: Share of a step's error added to the correction.
        longer_ahead: Largest lengthening of a forward step, m.
        longer_back: Largest lengthening of a backward step, m.
        shorter: Largest shortening of a step, m.
        full_from: Requested length from which the correction is full, m; shorter steps get less.
        fade_back: Range of requested backward lengths over which the correction fades out again, m.
        most: Limit of the error of a step, m; larger ones are disturbances.
        latest: Upper limit of a step's time, including a delay after it, as a multiple of its
            duration.
        ignore_turn: Largest turn of a step that is learnt from, rad.
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
    """Learns a correction of the forward length of steps.

    Attributes:
        ahead: Correction of forward steps, m.
        back: Correction of backward steps, m.
    """

    learnt: ClassVar[tuple[str, ...]] = ("ahead", "back")

    def __init__(self, parameters: StepLengthParameters) -> None:
        self._parameters = parameters
        self._asked = Step()
        self._placed = False
        self.ahead = 0.0
        self.back = 0.0

    def corrected(self, step: Step, *, placed: bool = False) -> Step:
        """Return the step with its forward length corrected.

        Args:
            step: The planned step.
            placed: Whether it leads to a place, rather than belonging to a walk at a speed.
        """
        self._asked, self._placed = step, placed
        if not self._parameters.active:
            return step
        learnt = self.ahead if step.x > 0.0 else self.back
        return replace(step, x=step.x + self._share(step.x) * learnt)

    def learn(self, made: StepMade | None) -> None:
        """Learn from the difference between requested and actual length of the finished step.

        Args:
            made: Outcome of the step; None after another motion.
        """
        if made is None or not self._teaches(made):
            return
        # A step that ends early must be shorter at the same speed.
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
        own, step = self._parameters, made.step
        cut = step.step.x == 0.0  # its length was taken away to catch the robot
        return (
            own.active and step.completed and not cut and abs(self._asked.turn) <= own.ignore_turn
        )

    def _share(self, x: float) -> float:
        """Return a step's share of the correction: 0 on the spot and for long backward steps."""
        parameters = self._parameters
        share = min(abs(x) / parameters.full_from, 1.0)
        if x < 0.0:
            begin, end = parameters.fade_back
            share *= ramp(-x, end, begin)
        return share
