"""Parameters of how a base follows its plan."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt, Le

from hardware.units import (
    Milliseconds,
    PositiveAngle,
    PositiveAngularSpeed,
    PositiveLength,
    PositiveMilliseconds,
    PositiveSpeed,
    PositiveTime,
    Unit,
)


@dataclass(frozen=True, slots=True)
class BaseControlParameters:
    """Parameters in `config/base_control.yaml`.

    Attributes:
        used: Share of the limits that the plan uses.
        lag: Lag from plan to motion, s.
        gain: Gain of the pose error, 1/s.
        smoothing: Time constant of the correction, s.
        most_correction: Largest correction of the velocity, m/s.
        most_turn_correction: Largest correction of the turn rate, rad/s.
        arrived: Position error within which a completed plan has arrived, m.
        arrived_turn: Heading error within which it has arrived, rad.
        given_up: Position error beyond which the base counts as held or pushed, m.
        given_up_turn: Heading error, likewise, rad.
        silence: Time without a frame after which the plan comes to rest, s.
        still: Time at rest after which wheels count as standing, s.
        bias_memory: Averaging time of the gyro's bias, s.
    """

    used: Annotated[float, Unit("percent"), Gt(0.0), Le(100.0)]
    lag: Milliseconds
    gain: Annotated[float, Unit("per_s"), Gt(0.0)]
    smoothing: PositiveMilliseconds
    most_correction: PositiveSpeed
    most_turn_correction: PositiveAngularSpeed
    arrived: PositiveLength
    arrived_turn: PositiveAngle
    given_up: PositiveLength
    given_up_turn: PositiveAngle
    silence: Milliseconds
    still: Milliseconds
    bias_memory: PositiveTime
