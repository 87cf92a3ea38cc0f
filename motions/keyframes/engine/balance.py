"""Keeps the centre of mass at its goal while the joints move (`pid_with_com`).

The controlled variable is the centre of mass relative to the middle of the support polygon,
in the level frame. The gains grow with the distance from the goal, the damping only while it moves
away. The formulas are those of the B-Human balancer, in millimetres and degrees, which are used
only inside this module.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.units import FlatPoint
from motions.keyframes.engine.joint_errors import TrendLowPass
from motions.keyframes.engine.measured_body import lean_of
from motions.keyframes.engine.parameters import (
    AxisGains,
    BalanceOutParameters,
    BalanceParameters,
    BalancePhase,
    ModeScope,
)
from motions.keyframes.motions.keyframe import BalanceMode, Keyframe
from motions.perception.state import Fall, RobotState
from motions.scalars import clamp, ramp

_MM = 1e-3


@dataclass(slots=True)
class _Axis:
    low_pass: TrendLowPass
    growth: float = 0.0
    sum: float = 0.0
    last: float | None = None

    def clear(self) -> None:
        self.low_pass.clear()
        self.growth = self.sum = 0.0
        self.last = None


def _scale(distance: float, exponent: float, base: float, cap: float) -> float:
    return float(min((abs(distance) / (abs(base) / _MM or 1.0)) ** exponent, cap))


class Balancer:
    """Computes corrections about both axes from the centre of mass."""

    def __init__(self, parameters: BalanceParameters, cycle: float) -> None:
        self._cycle = cycle
        self._parameters = parameters
        self._x = _Axis(TrendLowPass(parameters.filter))
        self._y = _Axis(TrendLowPass(parameters.filter))

    def clear(self) -> None:
        """Reset the state, after a pause of the balance."""
        self._x.clear()
        self._y.clear()

    def forget_speed(self) -> None:
        """Treat the next centre of mass as at rest, as the goal was moved to it."""
        self._x.last = self._y.last = None

    def update(
        self,
        phase: BalancePhase,
        com: tuple[float, float],
        goal: tuple[float, float],
        goal_speed: tuple[float, float],
        *,
        leak: bool,
    ) -> tuple[float, float]:
        """Return the corrections for the forward and the sideways joints, rad.

        Args:
            phase: Gains.
            com: Centre of mass relative to the middle of the support polygon, m.
            goal: Its goal, m.
            goal_speed: Velocity of the goal, m/s.
            leak: Whether the summed error decreases instead of growing, while balancing out.
        """
        pitch = self._correction(self._x, phase.pitch, com[0], goal[0], goal_speed[0], leak)
        roll = self._correction(self._y, phase.roll, com[1], goal[1], goal_speed[1], leak)
        return math.radians(pitch), math.radians(roll)

    def _correction(
        self, axis: _Axis, gains: AxisGains, com: float, goal: float, speed: float, leak: bool
    ) -> float:
        own = self._parameters
        error = (com - goal) / _MM
        step = speed * self._cycle / _MM
        axis.growth += own.goal_growth_filter * (step - axis.growth)
        moved = 0.0 if axis.last is None else (com - axis.last) / _MM - axis.growth
        axis.last = com
        if leak:
            axis.sum -= math.copysign(min(abs(axis.sum), own.i_leak * self._cycle / _MM), axis.sum)
        else:
            axis.sum += error
        # P and D gains grow with the distance: fast far away, without oscillation near the goal.
        # The D gain grows only while the weight moves away, as it would brake its return.
        side = int(error >= 0.0)
        growth = _scale(error, gains.exponent[side], gains.base[side], gains.cap[side])
        away = growth if error * moved >= 0.0 else 0.0
        value = error * (gains.kp + min(growth, gains.kp_add)) + own.i_gain * axis.sum
        value += moved / self._cycle * (gains.kd + min(away, gains.kd_add))
        return axis.low_pass.update(value * self._cycle)


class BalancedMotion:
    """Adds the balance to the joints of a keyframe, and interpolates its goal."""

    def __init__(self, model: RobotModel, parameters: BalanceParameters) -> None:
        self._specs = model.specs
        self._rolls = rolls_of(model)
        self._phases = parameters.phases
        self._modes_everywhere = parameters.mode_scope is ModeScope.ALL
        self._balancer = Balancer(parameters, model.cycle)
        self.begin()

    def begin(self) -> None:
        """Begin a motion without a goal."""
        self._goal: FlatPoint | None = None
        self._from = self._to = (0.0, 0.0)
        self._duration = 1.0
        self._paused = True
        self._from_here = False

    def load(self, goal: FlatPoint, duration: float, *, from_here: bool) -> None:
        """Set the goal of the next keyframe.

        Args:
            goal: Goal of the centre of mass, m.
            duration: Duration of the keyframe, s.
            from_here: Whether to start at the measured centre of mass instead of the present goal.
        """
        self._from = goal if self._goal is None else self._goal
        self._to = self._goal = goal
        self._duration = duration
        self._from_here = from_here

    def apply(
        self,
        keyframe: Keyframe,
        output: list[float],
        com: FlatPoint,
        ratio: float,
        *,
        outside: float = 0.0,
        leak: bool,
    ) -> None:
        """Correct the joints, rad, in place.

        Args:
            keyframe: The keyframe, which names the joints and the gains.
            output: Joint targets, in wire order, rad.
            com: Centre of mass relative to the middle of the support polygon, m.
            ratio: Progress of the keyframe, 0..1.
            outside: Distance of the centre of mass ahead of or behind the polygon, m.
            leak: Whether the robot balances out.
        """
        if self._from_here:
            self._from = com
            self._from_here = False
            self._balancer.forget_speed()
        (fx, fy), (tx, ty) = self._from, self._to
        self._goal = goal = (fx + (tx - fx) * ratio, fy + (ty - fy) * ratio)
        if keyframe.balance is None:
            self._paused = True
            return
        if self._paused:
            self._balancer.clear()
            self._paused = False
        moving = 0.0 if ratio >= 1.0 else 1.0 / self._duration
        speed = ((tx - fx) * moving, (ty - fy) * moving)
        phase = self._phases[keyframe.balance_phase]
        forward, sideways = self._balancer.update(phase, com, goal, speed, leak=leak)
        balance = keyframe.balance
        if phase.beyond is not None and com[0] > 0.0:
            forward = min(forward, forward * (1.0 - ramp(outside, *phase.beyond)))
        for share in balance.forward:
            mode = share.mode if self._modes_everywhere else BalanceMode.ALL
            self._add(output, share.joint, cut(mode, forward * share.factor))
        for share in balance.sideways:
            counts = self._modes_everywhere or share.joint in self._rolls
            mode = share.mode if counts else BalanceMode.ALL
            self._add(output, share.joint, cut(mode, sideways * share.factor))

    def _add(self, output: list[float], joint: int, value: float) -> None:
        limits = self._specs[joint]
        output[joint] = clamp(output[joint] + value, limits.min, limits.max)


def rolls_of(model: RobotModel) -> frozenset[int]:
    """Return the joints whose modes apply in `ModeScope.ROLL_SIDEWAYS`, in the sideways list."""
    legs = model.legs.values()
    return frozenset(joint for leg in legs for joint in (leg.hip_roll, leg.ankle_roll))


def cut(mode: BalanceMode, value: float) -> float:
    """Return the part of a correction that a mode passes on to the joint."""
    match mode:
        case BalanceMode.ALL:
            return value
        case BalanceMode.ONLY_POSITIVE:
            return max(value, 0.0)
        case BalanceMode.ONLY_NEGATIVE:
            return min(value, 0.0)
        case BalanceMode.ABSOLUTE_POSITIVE:
            return abs(value)
        case BalanceMode.ABSOLUTE_NEGATIVE:
            return -abs(value)


def is_calm(limits: BalanceOutParameters, state: RobotState, time: float) -> bool:
    """Return whether a robot that has balanced for a time, s, at the end of a motion is calm."""
    lean, (low, high), (left, right) = lean_of(state.up), limits.pitch, limits.roll
    level = low <= lean.pitch <= high and left <= lean.roll <= right
    quiet = level and max(abs(state.gyro[0]), abs(state.gyro[1])) < limits.max_rate
    # As long as the detector reports a fall, the next leaf would react to it.
    risen = state.fall is not Fall.FALLING
    return (quiet and risen and time >= limits.min_time) or time >= limits.max_time
