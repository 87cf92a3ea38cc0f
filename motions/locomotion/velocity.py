"""Conversion of speeds between shares of the longest steps and m/s and rad/s.

A cycle is a step of the left foot and one of the right, each with the config of its foot. The
closing foot cannot come nearer than the least distance; beyond that only the other one adds to a
lateral speed. Source: NAOqi, velocity control, with its printing errors corrected.
"""

from typing import NamedTuple

from hardware.robots.model import Side
from motions.locomotion.config import FeetConfig
from motions.locomotion.gait import FixedGait, MoveConfig
from motions.scalars import clamp


class Shares(NamedTuple):
    """A speed in shares of the longest steps, -1 to 1 each: forward, to the left, turning left."""

    x: float
    y: float
    theta: float

    def clipped(self) -> "Shares":
        """Return shares of -1 to 1."""
        return Shares(*(clamp(share, -1.0, 1.0) for share in self))


class GaitStep(NamedTuple):
    """A step of a walk at a speed.

    Attributes:
        x: Forward of the other foot, m.
        y: To the left of it, m.
        theta: Turn to the left, rad.
        period: Duration, s.
    """

    x: float
    y: float
    theta: float
    period: float


class Velocity(NamedTuple):
    """A velocity over the floor in the robot's frame: m/s, m/s, rad/s."""

    x: float
    y: float
    theta: float


def step_of_shares(
    shares: Shares, frequency: float, config: MoveConfig, fixed: FixedGait, swing: Side
) -> GaitStep:
    """Return the step of one foot in a walk with shares of its longest steps.

    Args:
        shares: -1 to 1 each.
        frequency: Share of the step frequency, 0 to 1.
        config: Config of the swing foot.
        fixed: The rest of the gait.
        swing: The swing foot.
    """
    x = shares.x * (config.max_step_x if shares.x >= 0.0 else -fixed.min_step_x)
    outside = swing.sign
    wider = shares.y * (config.max_step_y - fixed.foot_separation)
    y = outside * max(outside * wider + fixed.foot_separation, fixed.min_foot_separation)
    return GaitStep(
        x, y, shares.theta * config.max_step_theta, step_period(frequency, config, fixed)
    )


def step_period(frequency: float, config: MoveConfig, fixed: FixedGait) -> float:
    """Return the duration of a step, s: linear in the share of the frequency, 0 to 1."""
    faster = fixed.min_step_period - fixed.max_step_period
    return fixed.max_step_period + frequency * config.max_step_frequency * faster


def to_si(shares: Shares, feet: FeetConfig, fixed: FixedGait) -> Velocity:
    """Return the speed of a walk with shares of its longest steps.

    Translations of both steps are added as if the robot did not turn between them.
    """
    left, right = (
        step_of_shares(shares, feet.frequency, feet.of(side), fixed, side) for side in Side
    )
    period = left.period + right.period
    return Velocity(
        (left.x + right.x) / period,
        (left.y + right.y) / period,
        (left.theta + right.theta) / period,
    )


def to_shares(velocity: Velocity, feet: FeetConfig, fixed: FixedGait) -> Shares:
    """Return the shares of the longest steps for a speed; out of -1..1 it cannot be reached."""
    period = sum(step_period(feet.frequency, feet.of(side), fixed) for side in Side)
    configs = (feet.left, feet.right)
    reach = sum(config.max_step_x for config in configs)
    if velocity.x < 0.0:
        reach = -2.0 * fixed.min_step_x
    return Shares(
        velocity.x * period / reach,
        _lateral_share(velocity.y * period, feet, fixed),
        velocity.theta * period / sum(config.max_step_theta for config in configs),
    )


def _lateral_share(way: float, feet: FeetConfig, fixed: FixedGait) -> float:
    """Return the lateral share for the displacement of a cycle, m: piecewise linear.

    Up to the bend both feet contribute, beyond it only the leading one.
    """
    leading = Side.LEFT if way >= 0.0 else Side.RIGHT
    lead = feet.of(leading).max_step_y - fixed.foot_separation
    trail = feet.of(leading.other).max_step_y - fixed.foot_separation
    closing = fixed.foot_separation - fixed.min_foot_separation
    bend = closing / trail
    size = abs(way)
    if size <= bend * (lead + trail):
        share = size / (lead + trail)
    else:
        share = (size - closing) / lead
    return share if way >= 0.0 else -share
