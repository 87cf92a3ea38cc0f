"""Whether the coming step must wait, because its swing leg still carries the robot.

After a push towards the coming swing foot the weight is not over the new support foot when the step
ends. Pulling up the new swing leg then drops the robot to that side. So the step is delayed and the
leg stretched instead, which throws the robot back over its support.

The centre of mass is looked ahead as a linear inverted pendulum on the new support foot. Where it
is, and where it will turn back, is judged by its place across the sole of the new swing foot.
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
    """When a step is delayed.

    Attributes:
        active: Steps are delayed.
        ahead: What is commanded now acts this much later, s.
        horizon: The centre of mass is followed this long for its turning point, s.
        soon: Place over the new swing foot when the command acts, from which a step waits.
        turning: Place of the turning point from which it does.
        aside: A foot that made a wider step the last time goes on to its side, m: there the weight
            has been sent, and was not pushed.
        stretch: Over this range of the place the leg is stretched from `min_stretch` to fully.
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
    """Return by which share the new swing leg must be stretched; 0 without a need or switched off.

    Args:
        parameters: When a step is delayed.
        pendulum: The walking robot as one.
        state: The robot now, at the end of a step.
        swing: The foot that is to swing next.
        dimensions: Of the robot.
    """
    if not parameters.active:
        return 0.0
    level = rotation_from_rpy(state.roll, state.pitch, 0.0)
    com = rotate(level, state.com)
    free, support = state.sole(swing), state.sole(swing.other)
    # Sideways from the support foot, positive towards the coming swing foot.
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

    # Followed cycle by cycle until it turns back: a place that no longer grows is the turning
    # point, and one that still grows at the horizon has none in this step.
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
    """Return where a pendulum that stands on the origin will be, m."""
    return y * math.cosh(rate * time) + speed / rate * math.sinh(rate * time)
