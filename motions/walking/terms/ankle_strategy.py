"""The ankle strategy: the support sole presses where the robot falls.

The ground's pressure can be anywhere under the support sole, and the pendulum turns back from the
side on which it is pressed. What the robot's divergent component of motion has beyond its course
turns the support ankle, so that the next step begins where it was planned: a step lasts as long as
the torso swings aside over its support foot. Pushes that need more than a sole's width are left to
the steps (`capture`) and the hips (`hip_strategy`). A step whose time is over cannot be in time any
more; its torso is only helped back as fast as an undisturbed one goes, for what it gains it has too
much of over the next foot.

Zeros of rolls that are wrong make a robot limp: it stays longer over one foot. How long steps last
the soles tell, whatever the joints say; so what the ankles need for steps of equal length is learnt
from that. Steps over both feet that are late are left so: pressed back sooner, the torso swings
further out over the other foot, and they become later still.

Source: the ankle strategy of human balance (Horak and Nashner 1986), and the control of the
capture point by the pressure under the sole (Englsberger et al. 2011), here without force sensors:
the joint's stiffness makes the pressure of an angle. The walks that this one comes from turn the
ankle by the gyro alone, and only forward and backward.
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
from motions.perception.state import RobotState
from motions.scalars import clamp, toward
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class LimpParameters:
    """Steps over both feet last equally long.

    Attributes:
        active: What steps over one foot last longer is taken out of the next ones.
        gain: DCM error per time that a step was too long, m/s.
        ignore_above: A step that is off by more counts as if by this, s.
        limit: Largest DCM error that is added or taken away, m.
        ignore_side: Steps that go further aside are of another rhythm, m.
        ignore_turn: Likewise those that turn more, rad.
    """

    active: bool
    gain: Speed
    ignore_above: Milliseconds
    limit: UnsignedLength
    ignore_side: UnsignedLength
    ignore_turn: UnsignedAngle


@dataclass(frozen=True, slots=True)
class AnkleStrategyParameters:
    """The support ankle answers the robot's DCM error.

    Attributes:
        active: It does.
        pitch_gain: Ankle pitch per DCM error forward, rad/m.
        roll_gain: Ankle roll per DCM error sideways, rad/m.
        bias: DCM error sideways that is added, m: the torso swings further out, and steps last
            longer.
        limp: How what is added over one foot, and taken away over the other, is learnt.
        hurry: A step that is late is hurried as well: the torso is pressed back until it is where
            it should have been, and swings further out over the next foot.
        limit: Largest angle of each, rad: then the pressure is at the edge of the sole.
        speed: How fast the ankles are turned, rad/s.
        return_speed: How fast those of the swing foot are turned back, rad/s.
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


@dataclass(slots=True)
class AnkleTurn:
    """By how much an ankle is turned.

    Attributes:
        pitch: Presses the toes, rad.
        roll: Presses the inner edge, rad.
    """

    pitch: float = 0.0
    roll: float = 0.0


class AnkleStrategy(BalanceTerm):
    """By how much each ankle is turned.

    Attributes:
        turns: Of each foot.
        limp: DCM error that is added over the left foot and taken away over the right one, m.
    """

    group = "ankle_strategy"
    lasting = True

    def __init__(self, parameters: AnkleStrategyParameters) -> None:
        self._parameters: AnkleStrategyParameters = parameters
        self.limp = 0.0
        self.reset()

    def reset(self) -> None:
        """Begin anew: the walk starts from standing. What its feet need stays known."""
        self.turns = {Side.LEFT: AnkleTurn(), Side.RIGHT: AnkleTurn()}
        self._finished: RunningStep | None = None
        self._straight = False

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Learn from the step that has ended."""
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
        """Turn the support ankle as the DCM error of this cycle needs, and the other one back."""
        parameters, error, running = self._parameters, walk.dcm_error, walk.step
        limit, step = parameters.limit, parameters.speed * running.cycle
        turn = self.turns[running.support]
        side = error.side
        if running.late and not parameters.hurry:
            side = max(side, min(error.returning, 0.0))
        # Of the DCM error, e' = rate (e - p): pressure that lies further out than the error turns
        # it back. The ankle's stiffness over the weight makes p of the angle, so a gain in rad/m
        # does.
        pitch = clamp(parameters.pitch_gain * error.forward, -limit, limit)
        side += parameters.bias + running.support.sign * self.limp
        roll = clamp(parameters.roll_gain * side, -limit, limit)
        turn.pitch = toward(turn.pitch, pitch, step)
        turn.roll = toward(turn.roll, roll, step)
        turn, step = self.turns[running.swing], parameters.return_speed * running.cycle
        turn.pitch = toward(turn.pitch, 0.0, step)
        turn.roll = toward(turn.roll, 0.0, step)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Turn the ankles."""
        for side, turn in self.turns.items():
            leg = walk.legs[side]
            joints[leg.ankle_pitch] += turn.pitch
            joints[leg.ankle_roll] += side.sign * turn.roll

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turn of the support ankle."""
        turn = self.turns[walk.support]
        return self.angle("pitch", turn.pitch), self.angle("roll", turn.roll)
