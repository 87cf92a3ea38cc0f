"""The units in which a person writes a parameter, as types.

A parameter class is a frozen dataclass whose fields hold SI values. The type of a field says in
which unit its YAML key is written: a field ``pitch_limit: Angle`` is the key ``pitch_limit_deg``.
The loader (`hsm.runtime.settings`) converts once; nothing behind it sees a degree or a millimetre.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Ge, Gt, Le


@dataclass(frozen=True, slots=True)
class Unit:
    """How a number is written in YAML.

    Attributes:
        suffix: Ending of the YAML key, without the underscore; empty for a pure number.
        to_si: Factor from the written number to the SI value.
    """

    suffix: str
    to_si: float = 1.0


@dataclass(frozen=True, slots=True)
class Ordered:
    """Marks a tuple whose numbers must not descend, like the lower and upper end of a range."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words that may stand instead of a number.

    Attributes:
        meaning: Each word with the value that it stands for, which is not converted.
    """

    meaning: tuple[tuple[str, Any], ...]


_DEG = math.pi / 180.0

Angle = Annotated[float, Unit("deg", _DEG)]
AngularSpeed = Annotated[float, Unit("deg_per_s", _DEG)]
PositiveAngularSpeed = Annotated[float, Unit("deg_per_s", _DEG), Gt(0.0)]
Length = Annotated[float, Unit("mm", 1e-3)]
PositiveLength = Annotated[float, Unit("mm", 1e-3), Gt(0.0)]
Speed = Annotated[float, Unit("mm_per_s", 1e-3)]
PositiveSpeed = Annotated[float, Unit("mm_per_s", 1e-3), Gt(0.0)]
Time = Annotated[float, Unit("s"), Ge(0.0)]
PositiveTime = Annotated[float, Unit("s"), Gt(0.0)]
Milliseconds = Annotated[float, Unit("ms", 1e-3), Ge(0.0)]
Mass = Annotated[float, Unit("kg"), Gt(0.0)]
Force = Annotated[float, Unit("n")]
Torque = Annotated[float, Unit("nm")]
Current = Annotated[float, Unit("a"), Ge(0.0)]
Voltage = Annotated[float, Unit("v")]
Resistance = Annotated[float, Unit("ohm"), Ge(0.0)]
Power = Annotated[float, Unit("w"), Ge(0.0)]
Temperature = Annotated[float, Unit("c")]
Percent = Annotated[float, Unit("percent", 1e-2), Ge(0.0), Le(100.0)]
AnglePerRate = Annotated[float, Unit("s")]
AnglePerLength = Annotated[float, Unit("rad_per_m")]
PositiveAngle = Annotated[float, Unit("deg", _DEG), Gt(0.0)]
Ratio = Annotated[float, Unit(""), Ge(0.0), Le(1.0)]
Number = Annotated[float, Unit("")]
Count = Annotated[int, Unit("")]
Cycles = Annotated[int, Unit("cycles"), Ge(1)]

Point = tuple[float, float, float]
LengthPoint = Annotated[Point, Unit("mm", 1e-3)]
RatioRange = Annotated[tuple[float, float], Unit(""), Ordered()]
AngleRange = Annotated[tuple[float, float], Unit("deg", _DEG), Ordered()]
LengthRange = Annotated[tuple[float, float], Unit("mm", 1e-3), Ordered()]
AngularSpeedRange = Annotated[tuple[float, float], Unit("deg_per_s", _DEG), Ordered()]
NumberRange = Annotated[tuple[float, float], Unit(""), Ordered()]

OpenRange = tuple[
    Annotated[float, Words((("none", -math.inf),))],
    Annotated[float, Words((("none", math.inf),))],
]
"""A range whose ends may be `none`: there is no limit on that side."""
