"""What a person may tune of how a base follows its plan."""

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
    """Everything in `config/base_control.yaml`.

    Attributes:
        used: Share of the limits that the plan uses.
        lag: From plan to motion, s.
        gain: Of what is off, 1/s.
        smoothing: Time constant of the correction, s.
        most_correction: m/s.
        most_turn_correction: rad/s.
        arrived: A plan that has ended has arrived when the base is no further off, m.
        arrived_turn: And no more turned away, rad.
        given_up: A base that is further from its plan is held or pushed, m.
        given_up_turn: Likewise, rad.
        silence: Without a frame for so long the plan comes to rest, s.
        still: Wheels that have stood for so long stand, s.
        bias_memory: Of the gyro's bias, s.
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
