"""Joint speed control: lagging support joints must not catch up in the direction of a fall.

When the joints lag and the robot tips over its toes, the pitch joints push it further as they catch
up. Each joint is therefore limited to an interval around its last request, which is narrow on the
side that pushes into the fall and wide on the other. An undisturbed step is never limited, because
the interval always includes its planned change.

Source: joint speed control of the B-Human code release. The largest change of the step's dry run is
replaced by the planned change of the cycle, and the hip yaw, which has one motor for both legs, is
not limited.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import Dimensions, Side
from hardware.units import Angle, AngleRange, NumberRange, UnsignedAngle
from motions.perception.state import RobotState
from motions.scalars import clamp, ramp
from motions.walking.over_sole import across_sole, over_sole
from motions.walking.parameters import LookAhead
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState


@dataclass(frozen=True, slots=True)
class JointSpeedParameters:
    """Parameters of the joint speed control.

    Attributes:
        active: Whether joints are slowed down where they would push into a fall.
        min_pitch_change: Change of hip and ankle pitch that is always allowed, per cycle, rad.
        max_pitch_change: Change beyond the plan that is allowed in an undisturbed step, rad.
        min_knee_change: Like `min_pitch_change`, of the knee.
        max_knee_change: Like `max_pitch_change`, of the knee.
        min_roll_change: Like `min_pitch_change`, of hip and ankle roll.
        max_roll_change: Like `max_pitch_change`, of hip and ankle roll.
        forward: Centre of mass over the sole, 0 heel to 1 toes, where the forward limit begins and
            is full.
        backward: Likewise where the backward limit is full and where it begins.
        side: Centre of mass sideways, 0 body midline, 0.5 inner edge, 1 outer edge of a sole, where
            the limit begins and is full.
        forward_error: Pitch error of the sole where the forward limit is full and where it begins,
            rad.
        forward_error_worn: Pitch error where it is full on a worn robot, rad.
        backward_error: Pitch error where the backward limit begins and is full, rad.
        ahead: Prediction horizon of the tilt, s.
    """

    active: bool
    min_pitch_change: UnsignedAngle
    max_pitch_change: UnsignedAngle
    min_knee_change: UnsignedAngle
    max_knee_change: UnsignedAngle
    min_roll_change: UnsignedAngle
    max_roll_change: UnsignedAngle
    forward: NumberRange
    backward: NumberRange
    side: NumberRange
    forward_error: AngleRange
    forward_error_worn: Angle
    backward_error: AngleRange
    ahead: LookAhead


class JointSpeedControl(BalanceTerm):
    """Limits joint changes that would push the robot into a fall.

    Attributes:
        forward: Strength of the limit on forward pushes, 0..1.
        backward: The same backward.
        side: The same for both legs' rolls, towards the outer edge of the support foot.
    """

    group = "joint_speed"

    def __init__(self, parameters: JointSpeedParameters, dimensions: Dimensions) -> None:
        self._parameters: JointSpeedParameters = parameters
        self._sole = dimensions.sole
        self._hip_offset = dimensions.hip_offset_y
        self._planned: list[float] | None = None
        self._last: list[float] = []
        self._turned = 0.0
        self.forward = 0.0
        self.backward = 0.0
        self.side = 0.0

    @classmethod
    def of(cls, parameters: JointSpeedParameters, context: TermContext) -> "JointSpeedControl":
        """Return the control for the robot of a walk."""
        return cls(parameters, context.model.dimensions)

    def reset(self) -> None:
        """Discard the last request, as another motion has moved the joints."""
        self._planned = None
        self.forward = self.backward = self.side = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Determine the strength of the limits."""
        executed, support = walk.tracking.sent.executed, walk.support
        if executed is None or not robot.contact:
            self.forward = self.backward = self.side = 0.0
            return
        limits, leg, measured = self._parameters, walk.legs[support], robot.positions
        # The three pitches add up to the sole's pitch against the torso, so the sum of their errors
        # is the sole's pitch error.
        error = sum(
            measured[joint] - executed[joint]
            for joint in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch)
        )
        pitch = robot.pitch + limits.ahead * robot.gyro[1]
        over = over_sole(robot, support, self._sole, pitch)
        least = limits.forward_error_worn
        full = least + walk.tracking.play.quality * (limits.forward_error[0] - least)
        self.forward = max(
            ramp(over, *limits.forward), 1.0 - ramp(error, full, limits.forward_error[1])
        )
        self.backward = max(1.0 - ramp(over, *limits.backward), ramp(error, *limits.backward_error))
        self.side = ramp(self._across(robot, support), *limits.side)
        self._turned = robot.gyro[1] * robot.cycle

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Clip the joint targets to their intervals; a delay is never slowed down."""
        if walk.delay is not None:
            self.reset()
            return
        planned, self._planned = self._planned, list(joints)
        if planned is not None:
            limits, turned = self._parameters, self._turned
            leg = walk.legs[walk.support]
            for joint, low, high in (
                (leg.hip_pitch, limits.min_pitch_change, limits.max_pitch_change),
                (leg.knee_pitch, limits.min_knee_change, limits.max_knee_change),
                (leg.ankle_pitch, limits.min_pitch_change, limits.max_pitch_change),
            ):
                # Without a limit, a joint may follow its plan with a margin. At the full limit it
                # may only follow the torso's rotation, which keeps the sole's orientation and does
                # not push.
                free = high + abs(joints[joint] - planned[joint])
                up = _mixed(free, clamp(turned, low, high), self.backward)
                down = _mixed(free, clamp(-turned, low, high), self.forward)
                last = self._last[joint]
                joints[joint] = clamp(joints[joint], last - down, last + up)
            for side in Side:
                leg = walk.legs[side]
                for joint, outwards in ((leg.hip_roll, side.sign), (leg.ankle_roll, -side.sign)):
                    # Closing the legs moves the torso over the outer edge: only this direction is
                    # limited.
                    free = limits.max_roll_change + abs(joints[joint] - planned[joint])
                    held = _mixed(free, limits.min_roll_change, self.side)
                    up, down = (free, held) if outwards > 0.0 else (held, free)
                    last = self._last[joint]
                    joints[joint] = clamp(joints[joint], last - down, last + up)
        self._last = list(joints)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the strength of the limit in each direction."""
        return (
            self.share("held forward", self.forward),
            self.share("held backward", self.backward),
            self.share("held aside", self.side),
        )

    def _across(self, state: RobotState, support: Side) -> float:
        """Return the predicted position of the centre of mass across the support sole."""
        sole = state.sole(support)
        roll = state.roll + self._parameters.ahead * state.gyro[0]
        y, z = state.com[1] - sole.y, state.com[2] - sole.z
        outer = support.sign * (math.cos(roll) * y - math.sin(roll) * z)
        return across_sole(outer, -self._hip_offset, 0.0, self._sole)


def _mixed(free: float, held: float, share: float) -> float:
    return free + share * (min(held, free) - free)
