"""The units in which parameters are written, as types.

A parameter class is a frozen dataclass whose fields hold SI values. The type of a field determines
the unit of its YAML key: a field ``pitch_limit: Angle`` is the key ``pitch_limit_deg``. The loader
(`hsm.settings.loader`) converts once; code behind it never sees degrees or millimetres.

Every unit has a range of plausible values for this robot and its surroundings. A type may narrow
it (`Ge`, `Lt`, ...) but cannot drop it, so that typing errors are reported on loading and infinite
values are rejected.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Final, NamedTuple

from annotated_types import Ge, Gt, Le, Lt


class Scale(NamedTuple):
    """Conversion factor and range of a unit.

    Attributes:
        to_si: Factor from the written number to the SI value.
        largest: Largest permitted magnitude of a number in this unit.
    """

    to_si: float
    largest: float


_DEG = math.pi / 180.0


@dataclass(frozen=True, slots=True)
class Index:
    """Marks an integer that is written as a name: the index of the name among those of its kind.

    Attributes:
        kind: What the names stand for, such as `joint`.
    """

    kind: str


JointIndex = Annotated[int, Index("joint")]
"""Index of a value on the robot's wire, written as its name in the robot's model."""

UNITS: Final = {
    "": Scale(1.0, 1e6),  # counts, shares and gains
    "deg": Scale(_DEG, 720.0),  # two turns
    "rad": Scale(1.0, 4.0 * math.pi),
    "deg_per_s": Scale(_DEG, 3600.0),  # more than five times the speed of any joint
    "rad_per_s": Scale(1.0, 20.0 * math.pi),
    "rpm": Scale(2.0 * math.pi / 60.0, 100e3),  # motor shafts, before the gear
    "deg_per_s2": Scale(_DEG, 36e3),
    "mm": Scale(1e-3, 10e3),  # the length of a field
    "mm_per_s": Scale(1e-3, 10e3),
    "m_per_s2": Scale(1.0, 1e3),  # a hundred times gravity
    "m_per_s3": Scale(1.0, 1e4),  # a jerk that no motor notices
    "rad_per_s2": Scale(1.0, 1e3),
    "rad_per_s3": Scale(1.0, 1e4),
    "rad_per_m": Scale(1.0, 100.0),
    "rad_per_s_per_m": Scale(1.0, 1e3),
    "s": Scale(1.0, 4.0 * 3600.0),  # longer than a battery lasts
    "ms": Scale(1e-3, 60e3),
    "per_s": Scale(1.0, 1e3),
    "hz": Scale(1.0, 1e3),  # faster than anything here
    "cycles": Scale(1.0, 5000.0),  # of 12 ms: a minute
    "s_per_m_per_s": Scale(1.0, 100.0),
    "kg": Scale(1.0, 100.0),  # a NAO has 5.3, a robot on wheels 28
    "kg_m2": Scale(1.0, 10.0),
    "kg_mm2": Scale(1e-6, 1e6),
    "n": Scale(1.0, 1e3),  # twenty times its weight
    "ns": Scale(1.0, 100.0),  # 20 m/s for the whole robot
    "nm": Scale(1.0, 100.0),
    "mnm": Scale(1e-3, 10e3),
    "n_per_m_per_s": Scale(1.0, 1e4),
    "nms_per_rad": Scale(1.0, 100.0),
    "a": Scale(1.0, 100.0),
    "v": Scale(1.0, 100.0),
    "ohm": Scale(1.0, 1e3),
    "w": Scale(1.0, 1e3),
    "wh": Scale(1.0, 1e3),  # ten full batteries
    "c": Scale(1.0, 200.0),
    "k": Scale(1.0, 200.0),
    "k_per_w": Scale(1.0, 1e3),
    "percent": Scale(1e-2, 1e3),
}
"""All units by the suffix of their keys, without the underscore; '' for a pure number."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Unit and range of a number written in YAML.

    Attributes:
        suffix: Suffix of the YAML key, one of `UNITS`.

    Raises:
        ValueError: If there is no such unit.
    """

    suffix: str

    def __post_init__(self) -> None:
        if self.suffix not in UNITS:
            raise ValueError(f"unknown unit '{self.suffix}'; add its scale to hardware.units")

    @property
    def to_si(self) -> float:
        """Return the factor from the written number to the SI value."""
        return UNITS[self.suffix].to_si

    @property
    def largest(self) -> float:
        """Return the largest magnitude of a number, in this unit."""
        return UNITS[self.suffix].largest


@dataclass(frozen=True, slots=True)
class Ordered:
    """Marks a tuple whose numbers must not decrease, such as the two ends of a range."""


@dataclass(frozen=True, slots=True)
class Endless:
    """Marks a number that a program may set to infinity, such as a duration without end.

    Without a lower bound, minus infinity is permitted too.
    """


@dataclass(frozen=True, slots=True)
class Words:
    """Words permitted in place of a number.

    Attributes:
        meaning: Each word with its value, which is not converted.
    """

    meaning: tuple[tuple[str, Any], ...]


def demand_order(given: object, *names: str) -> None:
    """Check that the named parameters do not decrease, in the given order.

    Args:
        given: An instance of a parameter class.
        names: Names of its fields, all with the same unit.

    Raises:
        ValueError: If one is less than the one before it.
    """
    for low, high in pairwise(names):
        if getattr(given, high) < getattr(given, low):
            raise ValueError(f"'{high}' must be at least '{low}'")


def demand_steps(cycle: float, substep: float) -> None:
    """Check that a cycle is a whole number of physics steps; else the physics clock would drift.

    Raises:
        ValueError: If it is not.
    """
    steps = round(cycle / substep)
    if steps < 1 or not math.isclose(steps * substep, cycle, rel_tol=1e-9):
        raise ValueError(
            f"'substep_ms' must divide the cycle of {1e3 * cycle:g} ms (got {1e3 * substep:g}); "
            f"{1e3 * cycle / max(1, steps):g} would"
        )


Angle = Annotated[float, Unit("deg")]
UnsignedAngle = Annotated[float, Unit("deg"), Ge(0.0)]
Heading = Annotated[float, Unit("deg"), Ge(-360.0), Le(360.0)]
SignedAngularSpeed = Annotated[float, Unit("deg_per_s")]
AngularSpeed = Annotated[float, Unit("deg_per_s"), Ge(0.0)]
PositiveAngularSpeed = Annotated[float, Unit("deg_per_s"), Gt(0.0)]
Length = Annotated[float, Unit("mm")]
UnsignedLength = Annotated[float, Unit("mm"), Ge(0.0)]
PositiveLength = Annotated[float, Unit("mm"), Gt(0.0)]
SignedSpeed = Annotated[float, Unit("mm_per_s")]
Speed = Annotated[float, Unit("mm_per_s"), Ge(0.0)]
PositiveSpeed = Annotated[float, Unit("mm_per_s"), Gt(0.0)]
Time = Annotated[float, Unit("s"), Ge(0.0)]
PositiveTime = Annotated[float, Unit("s"), Gt(0.0)]
Duration = Annotated[float, Unit("s"), Gt(0.0), Endless()]
Milliseconds = Annotated[float, Unit("ms"), Ge(0.0)]
PositiveMilliseconds = Annotated[float, Unit("ms"), Gt(0.0)]
TimeConstant = Annotated[float, Unit("ms"), Ge(50.0)]
LongTimeConstant = Annotated[float, Unit("s"), Ge(0.05)]
"""Of a filter updated in every cycle: with a shorter one it would oscillate or diverge."""
PositiveAcceleration = Annotated[float, Unit("m_per_s2"), Gt(0.0)]
Mass = Annotated[float, Unit("kg"), Gt(0.0)]
Force = Annotated[float, Unit("n")]
PositiveForce = Annotated[float, Unit("n"), Gt(0.0)]
Torque = Annotated[float, Unit("nm")]
Current = Annotated[float, Unit("a"), Ge(0.0)]
Voltage = Annotated[float, Unit("v")]
Resistance = Annotated[float, Unit("ohm"), Ge(0.0)]
Power = Annotated[float, Unit("w"), Ge(0.0)]
Energy = Annotated[float, Unit("wh"), Gt(0.0)]
Temperature = Annotated[float, Unit("c")]
Percent = Annotated[float, Unit("percent"), Ge(0.0), Le(100.0)]
AnglePerRate = Annotated[float, Unit("s"), Ge(0.0)]
AnglePerLength = Annotated[float, Unit("rad_per_m"), Ge(0.0)]
AngularSpeedPerLength = Annotated[float, Unit("rad_per_s_per_m"), Ge(0.0)]
PositiveAngle = Annotated[float, Unit("deg"), Gt(0.0)]
Ratio = Annotated[float, Unit(""), Ge(0.0), Le(1.0)]
PositiveRatio = Annotated[float, Unit(""), Gt(0.0), Le(1.0)]
RatioBelowOne = Annotated[float, Unit(""), Ge(0.0), Lt(1.0)]
SignedRatio = Annotated[float, Unit(""), Ge(-1.0), Le(1.0)]
Number = Annotated[float, Unit("")]
Gain = Annotated[float, Unit(""), Ge(0.0), Le(10.0)]
EndlessNumber = Annotated[float, Unit(""), Endless()]
Count = Annotated[int, Unit("")]
Cycles = Annotated[int, Unit("cycles"), Ge(1)]

Point = tuple[float, float, float]
LengthPoint = Annotated[Point, Unit("mm")]
FlatPoint = Annotated[tuple[float, float], Unit("mm")]
"""A position on the floor: x forward, y to the left, m."""
AngleRange = Annotated[tuple[float, float], Unit("deg"), Ordered()]
LengthRange = Annotated[tuple[float, float], Unit("mm"), Ordered()]
AngularSpeedRange = Annotated[tuple[float, float], Unit("deg_per_s"), Ordered()]
NumberRange = Annotated[tuple[float, float], Unit(""), Ordered()]

OpenRange = tuple[
    Annotated[float, Words((("none", -math.inf),))],
    Annotated[float, Words((("none", math.inf),))],
]
"""A range whose ends may be `none`, meaning no limit on that side."""
