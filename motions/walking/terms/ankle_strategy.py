"""Ankle strategy: the support sole presses on the side to which the robot falls.

The centre of pressure can lie anywhere under the support sole, and the pendulum is pushed away from
it. The support ankle is turned in proportion to the DCM error, so that the next step begins as
planned: a step lasts as long as the torso swings over its support foot. Pushes that need more than
a sole's width are left to the steps (`capture`) and the hips (`hip_strategy`). A late step is not
accelerated beyond the return speed of an undisturbed one, because the excess would carry the torso
too far out over the next foot.

Wrong zeros of roll joints make a robot limp: it stays longer over one foot. The soles measure the
durations of the steps independently of the joints, so the ankle offsets that equalize them are
learnt from these. If the steps over both feet are late, nothing is changed: pressed back sooner,
the torso would swing further out over the other foot, and the steps would become later still.

Source: the ankle strategy of human balance (Horak and Nashner 1986), and capture point control by
the centre of pressure (Englsberger et al. 2011), here without force sensors: the joint's stiffness
turns an angle into pressure. The walks on which this one is based use only the gyro for the ankle,
and only forward and backward.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import (
    AnglePerLength,
    AngularSpeed,
    Length,
    Milliseconds,
    PositiveAngle,
    PositiveAngularSpeed,
    Speed,
    UnsignedAngle,
    UnsignedLength,
)
from motions.kinematics.sole_tilt import Tilt
from motions.perception.state import RobotState
from motions.scalars import clamp, toward
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class LimpParameters:
    """Learning that makes the steps over both feet last equally long.

    Attributes:
        active: Whether the difference is learnt.
        gain: DCM error added per time that a step was too long, m/s.
        ignore_above: Limit of the timing error of a step, s.
        limit: Largest DCM error that is added or subtracted, m.
        ignore_side: Longest side step that is learnt from, m; longer ones have another rhythm.
        ignore_turn: Likewise the largest turn, rad.
    """

    active: bool
    gain: Speed
    ignore_above: Milliseconds
    limit: UnsignedLength
    ignore_side: UnsignedLength
    ignore_turn: UnsignedAngle


@dataclass(frozen=True, slots=True)
class AnkleStrategyParameters:
    """Response of the support ankle to the DCM error.

    Attributes:
        active: Whether the ankle responds.
        pitch_gain: Ankle pitch per DCM error forward, rad/m.
        roll_gain: Ankle roll per DCM error sideways, rad/m.
        bias: Added to the DCM error sideways, m: makes the torso swing further out and steps last
            longer.
        limp: Learning of the offset that differs between the feet.
        hurry: Whether late steps are hurried too: the torso is pressed back until it is where it
            should have been, and swings further out over the next foot.
        limit: Largest angle of each joint, rad; the pressure is then at the edge of the sole.
        speed: Speed of the support ankle, rad/s.
        return_speed: Speed at which the swing ankle returns, rad/s.
    """

    active: bool
    pitch_gain: AnglePerLength
    roll_gain: AnglePerLength
    bias: Length
    limp: LimpParameters
    hurry: bool
    limit: PositiveAngle
    speed: AngularSpeed
    return_speed: PositiveAngularSpeed


class AnkleStrategy(BalanceTerm):
    """Turns the support ankle by the DCM error.

    Attributes:
        turns: Turn of each ankle: positive roll presses on the inner edge, positive pitch on the
            toes.
        limp: DCM error added over the left foot and subtracted over the right one, m.
    """

    group = "ankle_strategy"
    learnt = ("limp",)
    lasting = True

    def __init__(self, parameters: AnkleStrategyParameters) -> None:
        self._parameters: AnkleStrategyParameters = parameters
        self.limp = 0.0
        self.reset()

    def reset(self) -> None:
        """Reset for a walk that starts from standing; the learnt limp is kept."""
        self.turns = {side: Tilt() for side in Side}
        self._finished: RunningStep | None = None
        self._straight = False

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Learn from the duration of the finished step."""
        own, finished = self._parameters.limp, self._finished
        self._finished = walk.step
        step = walk.step.planned
        before, straight = self._straight, abs(step.y) <= own.ignore_side
        self._straight = straight and abs(step.turn) <= own.ignore_turn
        if finished is None or not (own.active and before and finished.teaches):
            return
        if finished.kind is not StepKind.STEPPING or finished.end in (None, StepEnd.ABORT):
            return
        late = finished.lasted - finished.duration
        late = clamp(late, -own.ignore_above, own.ignore_above)
        learnt = self.limp - finished.support.sign * own.gain * late
        self.limp = clamp(learnt, -own.limit, own.limit)

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Turn the support ankle by the current DCM error, and the swing ankle back."""
        parameters, error, running = self._parameters, walk.dcm_error, walk.step
        limit, step = parameters.limit, parameters.speed * running.cycle
        turn = self.turns[running.support]
        side = error.side
        if running.late and not parameters.hurry:
            side = max(side, min(error.returning, 0.0))
        # The DCM error obeys e' = rate (e - p): pressure p further out than the error reduces it.
        # The ankle's stiffness divided by the weight converts the angle to p, hence the gain in
        # rad/m.
        pitch = clamp(parameters.pitch_gain * error.forward, -limit, limit)
        limp = self.limp if parameters.limp.active else 0.0
        side += parameters.bias + running.support.sign * limp
        roll = clamp(parameters.roll_gain * side, -limit, limit)
        turn.pitch = toward(turn.pitch, pitch, step)
        turn.roll = toward(turn.roll, roll, step)
        turn, step = self.turns[running.swing], parameters.return_speed * running.cycle
        turn.pitch = toward(turn.pitch, 0.0, step)
        turn.roll = toward(turn.roll, 0.0, step)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add the turns to both ankles."""
        for side, turn in self.turns.items():
            leg = walk.legs[side]
            joints[leg.ankle_pitch] += turn.pitch
            joints[leg.ankle_roll] += side.sign * turn.roll

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turn of the support ankle."""
        turn = self.turns[walk.support]
        return self.angle("pitch", turn.pitch), self.angle("roll", turn.roll)
