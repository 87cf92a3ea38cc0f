"""Strong gyro feedback to knee and hip for some steps after a disturbance.

A gain as large as the ankle's would shake an undisturbed walk, so the feedback has to be armed:
against a forward rotation after the robot has tipped back or moved its swing foot to catch itself,
or after the steps have become much shorter; against a backward rotation after it has stood on its
toes. It is released when the torso swings the other way. A late step may always use it against a
forward rotation.

Source: conditional knee and hip balance of the B-Human code release 2023; `knee_hip` is the
permanent variant with a small gain.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.robots.model import Dimensions, Side
from hardware.units import (
    AnglePerRate,
    AngularSpeed,
    NumberRange,
    PositiveAngularSpeed,
    Ratio,
    Unit,
    UnsignedAngle,
    UnsignedLength,
)
from motions.perception.state import RobotState
from motions.scalars import clamp, toward
from motions.walking.over_sole import over_sole
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState


@dataclass(frozen=True, slots=True)
class KneeHipRescueParameters:
    """Parameters of the strong gyro feedback to knee and hip.

    Attributes:
        active: Whether disturbances arm the feedback.
        gain: Angle per angular velocity, s.
        limit: Largest angle, rad.
        fade: Rate at which the angle of the former support leg decays, rad/s.
        steps: Number of steps for which it stays armed.
        heel: Centre of mass over both soles behind which it is armed against a forward rotation.
        toes: Centre of mass over both soles in front of which it is armed against a backward
            rotation.
        shorter: Decrease of the forward length between steps that arms it for one step, twice as
            much for two, m.
        release: Angular velocity in the other direction that releases it, rad/s.
        safe: Range of the centre of mass over the support sole in which it acts: from its lower end
            on against a forward, up to its upper end against a backward rotation; with full effect
            beyond its middle.
    """

    active: bool
    gain: AnglePerRate
    limit: UnsignedAngle
    fade: PositiveAngularSpeed
    steps: Annotated[int, Unit(""), Ge(1)]
    heel: Ratio
    toes: Ratio
    shorter: UnsignedLength
    release: AngularSpeed
    safe: NumberRange

    def __post_init__(self) -> None:
        if not self.safe[0] < self.safe[1]:
            raise ValueError("the range 'safe' must begin below its end")


class KneeHipRescue(BalanceTerm):
    """Adds strong gyro feedback to knee and hip while armed.

    Attributes:
        forward_steps: Number of steps for which it stays armed against a forward rotation.
        backward_steps: Likewise against a backward rotation.
        angles: Addition to hip pitch and knee of each leg, rad.
    """

    group = "knee_hip_rescue"

    def __init__(self, parameters: KneeHipRescueParameters, dimensions: Dimensions) -> None:
        self._parameters: KneeHipRescueParameters = parameters
        self._sole = dimensions.sole
        self.reset()

    @classmethod
    def of(cls, parameters: KneeHipRescueParameters, context: TermContext) -> "KneeHipRescue":
        """Return the feedback for the robot of a walk."""
        return cls(parameters, context.model.dimensions)

    def reset(self) -> None:
        """Reset the feedback: the walk starts from standing."""
        self._last_x = 0.0
        self._turned = (False, False)
        self.forward_steps = self.backward_steps = 0
        self.angles = {Side.LEFT: 0.0, Side.RIGHT: 0.0}

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Count the steps, and arm the feedback if this one is much shorter than the last."""
        x = walk.step.step.x
        shorter, self._last_x = self._last_x - x, x
        self.forward_steps = max(self.forward_steps - 1, 0)
        self.backward_steps = max(self.backward_steps - 1, 0)
        if shorter > self._parameters.shorter > 0.0:
            self.forward_steps = max(
                self.forward_steps, min(int(shorter / self._parameters.shorter), 2)
            )

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Arm or release the feedback, and update the angles."""
        limits, support, rate = self._parameters, walk.support, walk.gyro.pitch_rate
        over = over_sole(robot, support, self._sole, robot.pitch)
        other = over_sole(robot, support.other, self._sole, robot.pitch)
        if robot.contact:
            self._arm(max(over, other) < limits.heel, min(over, other) > limits.toes, walk.caught)
        self._release(rate)
        high = limits.limit if self.forward_steps > 0 or walk.step.late else 0.0
        low = -limits.limit if self.backward_steps > 0 else 0.0
        turn = clamp(limits.gain * rate, low, high)
        rear, front = limits.safe
        # The effect decreases from full at the middle of the safe range to zero at the end to which
        # the feedback turns the torso: it must not be turned over an edge of the sole.
        middle = 0.5 * (rear + front)
        room = (over - rear if turn > 0.0 else front - over) / (middle - rear)
        target = turn * clamp(room, 0.0, 1.0) if robot.contact else 0.0
        max_change = limits.fade * robot.cycle
        self.angles[support] = target
        self.angles[support.other] = toward(self.angles[support.other], 0.0, max_change)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add the angles to hip pitches and knees."""
        for side, angle in self.angles.items():
            leg = walk.legs[side]
            joints[leg.hip_pitch] += angle
            joints[leg.knee_pitch] += angle

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the angle of the support leg."""
        return (self.angle("support leg", self.angles[walk.support]),)

    def _arm(self, on_heels: bool, on_toes: bool, caught: float) -> None:
        if on_heels or caught != 0.0:
            self.forward_steps = self._parameters.steps
        if on_toes:
            self.backward_steps = self._parameters.steps

    def _release(self, rate: float) -> None:
        """Release the feedback once the torso rotates in the opposite direction."""
        release = self._parameters.release
        forward, backward = self._turned
        if self.forward_steps > 0 and forward and rate < -release:
            self.forward_steps = 0
        if self.backward_steps > 0 and backward and rate > release:
            self.backward_steps = 0
        self._turned = (
            self.forward_steps > 0 and (forward or rate > release),
            self.backward_steps > 0 and (backward or rate < -release),
        )
