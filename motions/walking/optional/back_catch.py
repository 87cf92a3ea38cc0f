"""The back catch step: a robot that tips backward whips its swing foot back, with clearance.

The whole sole is turned about the swing knee, so that the foot goes back and up, and is level when
the robot has tipped that far; the foot also goes further out, past the leg that it swings by.
Whether it begins is judged early in a step, by three things at once: the robot leans back, it turns
back, and its weight is behind. How much it turns the sole follows from how much of each there is.

A turn of the sole about the knee axis is a turn of the knee joint: no leg has to be solved again.

Source: back catch step of the B-Human code release 2023, with the DCM error of the pendulum in
place of its step adjustment's.
"""

from dataclasses import dataclass

from hardware.robots.model import Sole
from hardware.units import (
    AngleRange,
    AngularSpeed,
    AngularSpeedRange,
    LengthRange,
    NumberRange,
    PositiveAngularSpeed,
    Ratio,
    Speed,
    UnsignedLength,
)
from motions.perception.state import RobotState
from motions.scalars import clamp, ramp, toward
from motions.walking.com_ahead import com_ahead
from motions.walking.parameters import LookAhead
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class BackCatchParameters:
    """Back catch steps: the swing foot is whipped back about its knee.

    A robot that turns back fast is caught sooner: `latest`, `dcm_error` and `pitch` have two
    values, the first for a slow turn, the second for a fast one (`turning` has the fast one first).

    Attributes:
        active: It is.
        turning: Angular velocities about y of a fast turn back and of a slow one, rad/s.
        latest: Share of the step until which a catch may begin.
        dcm_error: DCM error that counts fully, m; negative falls backward.
        pitch: Pitch that counts fully, rad; negative leans back.
        weight: Centre of mass in the hip frame that counts fully, and not at all, m.
        rate: Angular velocity back that counts once, up to twice, rad/s.
        sum: Of the three, from nothing to the full turn.
        ahead: The centre of mass is looked ahead by this, s.
        share: Of the lean, that the sole is turned by at most.
        landing_from: Share of the step from which that decreases to nothing at its end.
        speed: How fast the knee is turned, rad/s.
        return_speed: How fast it is turned back, rad/s.
        side: Such a step goes at least so far outwards, m.
        side_speed: How fast the foot goes there, m/s.
    """

    active: bool
    turning: AngularSpeedRange
    latest: NumberRange
    dcm_error: LengthRange
    pitch: AngleRange
    weight: LengthRange
    rate: PositiveAngularSpeed
    sum: NumberRange
    ahead: LookAhead
    share: Ratio
    landing_from: Ratio
    speed: AngularSpeed
    return_speed: PositiveAngularSpeed
    side: UnsignedLength
    side_speed: Speed


class BackCatchStep(BalanceTerm):
    """What the swing leg does beyond its plan.

    Attributes:
        strength: How much of the catch is needed, 0..1; 0 when it is not active.
        knee: Turn of the swing knee, rad.
        outward: Addition to the swing foot's side offset, away from the support foot, m.
    """

    group = "back_catch"

    def __init__(self, parameters: BackCatchParameters, outline: Sole) -> None:
        self._parameters: BackCatchParameters = parameters
        self._outline = outline
        self.strength = self.knee = self.outward = 0.0

    @classmethod
    def of(cls, parameters: BackCatchParameters, context: TermContext) -> "BackCatchStep":
        """Return the catch of a robot with these soles."""
        return cls(parameters, context.model.dimensions.sole)

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Begin a step: it starts where the last one has left the leg, nothing is added yet."""
        self.strength = self.knee = self.outward = walk.whipped = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Judge the fall, and turn knee and foot as it needs."""
        parameters, running, rate = self._parameters, walk.step, walk.gyro.pitch_rate
        phase = running.phase
        slow = ramp(rate, *parameters.turning)
        if phase < _between(parameters.latest, slow):
            self.strength = self._needed(robot, running, walk.dcm_error.forward, rate)
        # The sole is turned by what the torso leans back, so that it is level when the foot lands
        # there; towards the landing the turn goes to nothing, whatever the torso does.
        late = phase >= parameters.landing_from
        part = max(1.0 - phase, 0.0) if late else parameters.share
        turn = self.strength * part * max(-robot.pitch, 0.0)
        if turn <= 0.0 or not robot.contact:
            self.strength = turn = 0.0
        walk.whipped = self.strength
        speed = parameters.speed if turn > self.knee else parameters.return_speed
        self.knee = toward(self.knee, turn, speed * robot.cycle)
        planned = running.swing.sign * running.step.y
        missing = max(parameters.side - planned, 0.0) if self.strength > 0.0 else 0.0
        self.outward = toward(self.outward, missing, parameters.side_speed * robot.cycle)

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Move the swing foot outwards."""
        swing = walk.step.swing
        feet.of(swing).side += swing.sign * self.outward

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Turn the swing knee; a delay has no swing foot."""
        if walk.delay is None:
            joints[walk.legs[walk.step.swing].knee_pitch] += self.knee

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what the swing leg does."""
        return self.angle("knee", self.knee), self.length("outward", self.outward)

    def _needed(self, state: RobotState, running: RunningStep, error: float, rate: float) -> float:
        """Return how much of the catch is needed, 0..1."""
        parameters, support = self._parameters, running.support
        slow = ramp(rate, *parameters.turning)
        com = com_ahead(state, support, self._outline, parameters.ahead)
        # Each ramp says how much of one sign there is, 0 to 1 (the turn to 2); only their sum
        # decides, so that no single noisy one starts a catch, but each has to be there.
        weight = max(
            ramp(error, 0.0, _between(parameters.dcm_error, slow)),
            1.0 - ramp(com, *parameters.weight),
        )
        lean = ramp(state.pitch, 0.0, _between(parameters.pitch, slow))
        turning = clamp(-rate / parameters.rate, 0.0, 2.0)
        if weight <= 0.0 or lean <= 0.0 or turning <= 0.0:
            return 0.0
        return ramp(weight + lean + turning, *parameters.sum)


def _between(slow_and_fast: tuple[float, float], slow: float) -> float:
    """Return the value for a turn back that is slow to this share."""
    return slow_and_fast[1] + slow * (slow_and_fast[0] - slow_and_fast[1])
