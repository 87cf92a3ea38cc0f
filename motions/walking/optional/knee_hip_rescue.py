"""Strong gyro feedback into knee and hip, for some steps after a disturbance.

A gain as large as the ankle's would shake an undisturbed walk, so it is armed: against a turn
forward after the robot has tipped back or has to catch itself ahead, or after the steps have
become much shorter; against a turn backward after it has stood on its toes. It is released when
the torso swings the other way, and a late step may always use it.

Source: conditional knee and hip balance of the B-Human code release 2023; the permanent form with a
small gain is `knee_hip`.
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
    """Strong gyro feedback into knee and hip after a disturbance.

    Attributes:
        active: Disturbances arm the feedback.
        gain: Angle per angular velocity, s.
        limit: Largest angle, rad.
        fade: How fast the former support leg loses its angle, rad/s.
        steps: It stays armed for so many steps.
        heel: Centre of mass over both soles behind this arms it against a turn forward.
        toes: Centre of mass over both soles in front of this arms it against a turn backward.
        shorter: A forward step that much shorter than the last arms it for a step, twice as much
            for two, m.
        release: Angular velocity the other way that releases it, rad/s.
        safe: Centre of mass over the support sole: from the lower end on it may turn the torso
            back, up to the upper end forward; full effect from the middle on.
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
            raise ValueError("the safe part of the sole must have a middle")


class KneeHipRescue(BalanceTerm):
    """What is armed, and the angles of both legs.

    Attributes:
        forward_steps: Steps for which a turn forward is still answered.
        backward_steps: Likewise backward.
        angles: Addition to hip pitch and knee per leg, rad.
    """

    group = "knee_hip_rescue"

    def __init__(self, parameters: KneeHipRescueParameters, dimensions: Dimensions) -> None:
        self._parameters: KneeHipRescueParameters = parameters
        self._sole = dimensions.sole
        self.reset()

    @classmethod
    def of(cls, parameters: KneeHipRescueParameters, context: TermContext) -> "KneeHipRescue":
        """Return the feedback of a robot with these soles."""
        return cls(parameters, context.model.dimensions)

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self._last_x = 0.0
        self._turned = (False, False)
        self.forward_steps = self.backward_steps = 0
        self.angles = {Side.LEFT: 0.0, Side.RIGHT: 0.0}

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Count the steps, and see whether this one is much shorter than the last."""
        x = walk.step.step.x
        shorter, self._last_x = self._last_x - x, x
        self.forward_steps = max(self.forward_steps - 1, 0)
        self.backward_steps = max(self.backward_steps - 1, 0)
        if shorter > self._parameters.shorter > 0.0:
            self.forward_steps = max(
                self.forward_steps, min(int(shorter / self._parameters.shorter), 2)
            )

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Arm or release the feedback, and turn the support leg."""
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
        # Nothing at the end of the safe part that the turn leads to, all of it from the middle on:
        # a torso must not be turned over an edge of the sole.
        middle = 0.5 * (rear + front)
        room = (over - rear if turn > 0.0 else front - over) / (middle - rear)
        target = turn * clamp(room, 0.0, 1.0) if robot.contact else 0.0
        max_change = limits.fade * robot.cycle
        self.angles[support] = target
        self.angles[support.other] = toward(self.angles[support.other], 0.0, max_change)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add to hip pitches and knees."""
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
        """Disarm what the torso has answered: it turned this way, and now turns the other."""
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
