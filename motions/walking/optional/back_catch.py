"""Back catch step: a robot that tips backward whips its swing foot back.

The sole is rotated about the swing knee, which moves the foot back and up, so that it is level when
the robot has tipped accordingly; the foot also moves outwards to clear the support leg. A catch
begins early in a step if three conditions hold at once: the robot leans back, rotates back, and its
weight is behind. Their extent determines the rotation of the sole.

A rotation of the sole about the knee axis only changes the knee joint and needs no new inverse
kinematics.

Source: back catch step of the B-Human code release 2023, with the DCM error in place of the step
adjustment's error.
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
    """Parameters of back catch steps.

    A robot that rotates back fast is caught sooner: `latest`, `dcm_error` and `pitch` have two
    values, the first for a slow and the second for a fast rotation; `turning` has the fast one
    first.

    Attributes:
        active: Whether back catch steps are used.
        turning: Angular velocities about y of a fast and a slow backward rotation, rad/s.
        latest: Share of the step until which a catch may begin.
        dcm_error: DCM error that counts in full, m; negative backward.
        pitch: Pitch that counts in full, rad; negative leans back.
        weight: X of the centre of mass in the hip frame that counts in full, and not at all, m.
        rate: Backward angular velocity that counts as 1, rad/s; it counts as up to 2.
        sum: Range of the sum of the three conditions from no to full rotation.
        ahead: Prediction horizon of the centre of mass, s.
        share: Largest rotation of the sole as a share of the lean.
        landing_from: Share of the step from which that share decreases, to 0 at the end.
        speed: Speed of the knee, rad/s.
        return_speed: Speed at which the knee returns, rad/s.
        side: Smallest outward length of such a step, m.
        side_speed: Speed of the outward motion, m/s.
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
    """Whips the swing foot back against a backward fall.

    Attributes:
        strength: Required strength of the catch, 0..1; 0 without one.
        knee: Additional turn of the swing knee, rad.
        outward: Addition to the swing foot's side offset, away from the support foot, m.
    """

    group = "back_catch"

    def __init__(self, parameters: BackCatchParameters, outline: Sole) -> None:
        self._parameters: BackCatchParameters = parameters
        self._outline = outline
        self.strength = self.knee = self.outward = 0.0

    @classmethod
    def of(cls, parameters: BackCatchParameters, context: TermContext) -> "BackCatchStep":
        """Return the catch step for the robot of a walk."""
        return cls(parameters, context.model.dimensions.sole)

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Start a step without an addition."""
        self.strength = self.knee = self.outward = walk.whipped = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Determine the strength of the catch, and move knee and foot accordingly."""
        parameters, running, rate = self._parameters, walk.step, walk.gyro.pitch_rate
        phase = running.phase
        slow = ramp(rate, *parameters.turning)
        if phase < _between(parameters.latest, slow):
            self.strength = self._needed(robot, running, walk.dcm_error.forward, rate)
        # The sole is rotated by a share of the backward lean, so that it lands level; towards the
        # end of the step that share goes to zero.
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
        """Return the additions to the swing leg."""
        return self.angle("knee", self.knee), self.length("outward", self.outward)

    def _needed(self, state: RobotState, running: RunningStep, error: float, rate: float) -> float:
        """Return the required strength of the catch, 0..1."""
        parameters, support = self._parameters, running.support
        slow = ramp(rate, *parameters.turning)
        com = com_ahead(state, support, self._outline, parameters.ahead)
        # Each condition counts from 0 to 1, the rotation to 2. All must be present, and their sum
        # decides, so that no single noisy signal starts a catch.
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
    """Interpolate between the values for a fast and a slow rotation by the share `slow`."""
    return slow_and_fast[1] + slow * (slow_and_fast[0] - slow_and_fast[1])
