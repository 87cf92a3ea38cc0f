"""Joint speed control: a support joint that lags must not catch up into a fall.

When the joints hang back and the robot tips over its toes, everything that the pitch joints make
good pushes it further. So each joint gets an interval around its last request; on the side that
pushes into the fall it grows by a little only, on the other side as before. An undisturbed step is
never limited, because its own planned change always belongs to the interval.

Source: joint speed control of the B-Human code release; the largest change of the step's dry run
is replaced by the planned change of the cycle, and the turn, which has a motor for both legs, is
left alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.limbs import LEG
from hardware.nao import Dimensions, Side
from hardware.units import Angle, AngleRange, Milliseconds, RatioRange
from motions.perception.state import RobotState
from motions.scalars import clamp, ramp
from motions.walking.over_sole import across_sole, over_sole


@dataclass(frozen=True, slots=True)
class SpeedControl:
    """Joint speed control.

    Attributes:
        active: Joints are slowed down where they would push into a fall.
        pitch_least: Change per cycle that hip and ankle pitch always may make, rad.
        pitch_most: Change beyond the plan that they may make while nothing is wrong, rad.
        knee_least: Like `pitch_least`, of the knee.
        knee_most: Like `pitch_most`, of the knee.
        roll_least: Like `pitch_least`, of hip and ankle roll.
        roll_most: Like `pitch_most`, of hip and ankle roll.
        forward: Centre of mass over the sole, 0 heel to 1 toes, where the limit begins and is full.
        backward: Where the limit against the heel is full and where it begins.
        side: Centre of mass sideways, 0 body midline, 0.5 inner edge, 1 outer edge of a sole, where
            the limit begins and is full.
        forward_error: Pitch of the sole against its request where the limit is full and where it
            begins, rad.
        forward_error_worn: Where it is full on a worn robot, rad.
        backward_error: Where the limit backwards begins and is full, rad.
        ahead: How far the tilt is looked ahead, s.
    """

    active: bool
    pitch_least: Angle
    pitch_most: Angle
    knee_least: Angle
    knee_most: Angle
    roll_least: Angle
    roll_most: Angle
    forward: RatioRange
    backward: RatioRange
    side: RatioRange
    forward_error: AngleRange
    forward_error_worn: Angle
    backward_error: AngleRange
    ahead: Milliseconds


class JointSpeedControl:
    """The last request after limiting, and how much of each direction is free.

    Attributes:
        forward: How much the joints are held from pushing forward, 0..1.
        backward: The same backward.
        side: The same towards the outer edge of the foot that the robot leans to.
    """

    def __init__(self, parameters: SpeedControl, dimensions: Dimensions) -> None:
        self._parameters = parameters
        self._sole = dimensions.sole
        self._hip_offset = dimensions.hip_offset_y
        self._planned: list[float] | None = None
        self._last: list[float] = []
        self._turned = 0.0
        self.forward = 0.0
        self.backward = 0.0
        self.side = 0.0

    def reset(self) -> None:
        """Forget the last request: another motion has moved the joints."""
        self._planned = None
        self.forward = self.backward = self.side = 0.0

    def update(
        self, state: RobotState, executed: Sequence[float] | None, support: Side, quality: float
    ) -> None:
        """Look at the robot.

        Args:
            state: The robot now.
            executed: Joint targets that the measured joints should show, (25,), rad.
            support: The foot that the plan stands on.
            quality: Hardware quality, 0..1.
        """
        if executed is None or not state.contact:
            self.forward = self.backward = self.side = 0.0
            return
        limits, leg, measured = self._parameters, LEG[support], state.positions
        error = sum(
            measured[joint] - executed[joint]
            for joint in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch)
        )
        pitch = state.pitch + limits.ahead * state.gyro[1]
        over = over_sole(state, support, self._sole, pitch)
        least = limits.forward_error_worn
        full = least + quality * (limits.forward_error[0] - least)
        self.forward = max(
            ramp(over, *limits.forward), 1.0 - ramp(error, full, limits.forward_error[1])
        )
        self.backward = max(1.0 - ramp(over, *limits.backward), ramp(error, *limits.backward_error))
        self.side = ramp(self._across(state, support), *limits.side)
        self._turned = state.gyro[1] * CYCLE

    def apply(self, joints: list[float], support: Side) -> None:
        """Clip the joint targets, (25,), rad, into their intervals, in place."""
        planned, self._planned = self._planned, list(joints)
        if planned is not None:
            limits, turned = self._parameters, self._turned
            leg = LEG[support]
            for joint, least, most in (
                (leg.hip_pitch, limits.pitch_least, limits.pitch_most),
                (leg.knee_pitch, limits.knee_least, limits.knee_most),
                (leg.ankle_pitch, limits.pitch_least, limits.pitch_most),
            ):
                free = most + abs(joints[joint] - planned[joint])
                up = _mixed(free, clamp(turned, least, most), self.backward)
                down = _mixed(free, clamp(-turned, least, most), self.forward)
                last = self._last[joint]
                joints[joint] = clamp(joints[joint], last - down, last + up)
            for side in Side:
                leg = LEG[side]
                for joint, outwards in ((leg.hip_roll, side.sign), (leg.ankle_roll, -side.sign)):
                    free = limits.roll_most + abs(joints[joint] - planned[joint])
                    held = _mixed(free, limits.roll_least, self.side)
                    up, down = (free, held) if outwards > 0.0 else (held, free)
                    last = self._last[joint]
                    joints[joint] = clamp(joints[joint], last - down, last + up)
        self._last = list(joints)

    def _across(self, state: RobotState, support: Side) -> float:
        """Return where the centre of mass is across the support foot's sole."""
        sole = state.sole(support)
        roll = state.roll + self._parameters.ahead * state.gyro[0]
        y, z = state.com[1] - sole.y, state.com[2] - sole.z
        outer = support.sign * (math.cos(roll) * y - math.sin(roll) * z)
        return across_sole(outer, -self._hip_offset, 0.0, self._sole)


def _mixed(free: float, held: float, share: float) -> float:
    return free + share * (min(held, free) - free)
