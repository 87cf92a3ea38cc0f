"""A robot on wheels: what it is made of, what it tells and is told.

Frames: x forward, y left, heading to the left, in the plane of the floor; the origin lies on the
floor midway between the wheels. Everything is SI.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from hardware.units import Angle, Length, Mass, PositiveLength, PositiveMilliseconds, Unit

ThreeNumbers = tuple[float, float, float]
"""One for each wheel, in the order of the model."""


@dataclass(frozen=True, slots=True)
class OmniWheel:
    """A wheel that is driven in one direction and rolls freely across it.

    Attributes:
        x: Of its contact with the floor, m.
        y: Likewise.
        rolls: Direction in which a positive turn of the wheel moves its contact, rad.
    """

    x: Length
    y: Length
    rolls: Angle


@dataclass(frozen=True, slots=True)
class BaseModel:
    """What is known of a base that goes to every side.

    Attributes:
        name: Of the robot.
        cycle: Between two frames, s.
        mass: Of all of it, kg.
        inertia: About the vertical through the origin, kg m2.
        height: m.
        wheel_radius: m.
        fastest_wheel: rad/s.
        wheels: Three.
    """

    name: str
    cycle: PositiveMilliseconds
    mass: Mass
    inertia: Annotated[float, Unit("kg_m2"), Gt(0.0)]
    height: PositiveLength
    wheel_radius: PositiveLength
    fastest_wheel: Annotated[float, Unit("rad_per_s"), Gt(0.0)]
    wheels: tuple[OmniWheel, OmniWheel, OmniWheel]


@dataclass(frozen=True, slots=True)
class BaseFrame:
    """What a base tells once per cycle.

    Attributes:
        time: s.
        wheels: How far each has turned since the start, rad.
        gyro: Turn to the left in the mean since the last frame, rad/s; with a bias.
        hatch_open: The hatch over the power switch is open.
    """

    time: float
    wheels: ThreeNumbers
    gyro: float
    hatch_open: bool


@dataclass(frozen=True, slots=True)
class BaseCommand:
    """What a base is told once per cycle.

    Attributes:
        wheels: rad/s.
        stiff: The motors are on; wheels that are not roll freely.
    """

    wheels: ThreeNumbers
    stiff: bool
