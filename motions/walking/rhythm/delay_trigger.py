"""Decides whether the next step must wait because its swing leg still carries the robot.

After a push towards the next swing foot, the weight is not over the new support foot when the step
ends. Lifting the new swing leg would then let the robot fall to that side. Instead, the step is
delayed and the leg is stretched, which throws the robot back over its support foot.

The centre of mass is predicted as a linear inverted pendulum on the new support foot. Its predicted
position and its turning point are judged by their place across the sole of the new swing foot.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import Dimensions, Side
from hardware.units import Number, NumberRange, PositiveLength, Ratio
from motions.kinematics.geometry import rotate, rotation_from_rpy
from motions.perception.state import RobotState
from motions.scalars import ramp
from motions.walking.over_sole import across_sole
from motions.walking.parameters import LookAhead
from motions.walking.terms.pendulum import PendulumParameters


@dataclass(frozen=True, slots=True)
class DelayTriggerParameters:
    """Conditions for delaying a step.

    Attributes:
        active: Whether steps are delayed.
        ahead: Time until a command takes effect, s.
        horizon: Further time over which the turning point is searched, s.
        soon: Place over the new swing foot after `ahead`, above which a step may wait.
        turning: Place of the turning point above which it waits, if `soon` is exceeded too.
        aside: Last side step of the swing foot above which it is not delayed, m: a walk sideways
            sends the weight there itself.
        stretch: Range of the place over which the stretch grows from `min_stretch` to all of it.
        min_stretch: Share of the stretch at the beginning of that range.
    """

    active: bool
    ahead: LookAhead
    horizon: LookAhead
    soon: Number
    turning: Number
    aside: PositiveLength
    stretch: NumberRange
    min_stretch: Ratio


def delay_share(
    parameters: DelayTriggerParameters,
    pendulum: PendulumParameters,
    state: RobotState,
    swing: Side,
    dimensions: Dimensions,
) -> float:
    """Return the share of the stretch that the new swing leg needs; 0 if the step need not wait.

    Args:
        parameters: Conditions for delaying a step.
        pendulum: Pendulum model of the walking robot.
        state: Current state of the robot, at the end of a step.
        swing: The next swing foot.
        dimensions: Dimensions of the robot.
    """
    if not parameters.active:
        return 0.0
    level = rotation_from_rpy(state.roll, state.pitch, 0.0)
    com = rotate(level, state.com)
    free, support = state.sole(swing), state.sole(swing.other)
    # Sideways from the support foot, positive towards the next swing foot.
    towards = swing.sign
    support_y = rotate(level, (support.x, support.y, support.z))[1]
    y = towards * (com[1] - support_y)
    width = towards * (rotate(level, (free.x, free.y, free.z))[1] - support_y)
    # A robot that rolls to the right moves its centre of mass to the right.
    speed = -towards * pendulum.height * state.gyro[0]
    rate = pendulum.rate

    def place_after(time: float) -> float:
        there = _pendulum(y, speed, rate, time)
        return across_sole(there, 0.5 * width, width, dimensions.sole)

    # Search cycle by cycle for the turning point, where the place stops growing; if it still grows
    # at the horizon, there is no turning point within this step.
    soon = furthest = place_after(parameters.ahead)
    time = parameters.ahead
    while time < parameters.ahead + parameters.horizon:
        time += state.cycle
        place = place_after(time)
        if place <= furthest:
            break
        furthest = place
    if soon <= parameters.soon or furthest <= parameters.turning:
        return 0.0
    return parameters.min_stretch + (1.0 - parameters.min_stretch) * ramp(soon, *parameters.stretch)


def _pendulum(y: float, speed: float, rate: float, time: float) -> float:
    """Return the position after `time` of a linear inverted pendulum over the origin, m."""
    return y * math.cosh(rate * time) + speed / rate * math.sinh(rate * time)
