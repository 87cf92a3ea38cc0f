"""A robot on wheels: its model, its sensor frames and its commands.

Frames: x forward, y left, heading positive to the left, in the floor plane; the origin lies on the
floor midway between the wheels. Everything is SI.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from hardware.units import Angle, Length, Mass, PositiveLength, PositiveMilliseconds, Unit

ThreeNumbers = tuple[float, float, float]
"""One number per wheel, in the order of the model."""


@dataclass(frozen=True, slots=True)
class OmniWheel:
    """A wheel that is driven in one direction and rolls freely across it.

    Attributes:
        x: Forward position of its contact with the floor, m.
        y: Lateral position of its contact, m.
        rolls: Direction in which a positive turn of the wheel moves its contact, rad.
    """

    x: Length
    y: Length
    rolls: Angle


@dataclass(frozen=True, slots=True)
class BaseModel:
    """Model of an omnidirectional base.

    Attributes:
        name: Name of the robot.
        cycle: Time between two frames, s.
        mass: Total mass, kg.
        inertia: About the vertical through the origin, kg m2.
        height: Height of the robot, m.
        wheel_radius: Radius of every wheel, m.
        fastest_wheel: Highest wheel speed, rad/s.
        wheels: The three wheels.
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
    """What a base reports once per cycle.

    Attributes:
        time: Time of the frame, s.
        wheels: Angle that each wheel has turned since the start, rad.
        gyro: Mean yaw rate since the last frame, positive to the left, rad/s; with a bias.
        hatch_open: The hatch over the power switch is open.
    """

    time: float
    wheels: ThreeNumbers
    gyro: float
    hatch_open: bool


@dataclass(frozen=True, slots=True)
class BaseCommand:
    """The command for a base, once per cycle.

    Attributes:
        wheels: Wheel speeds, rad/s.
        stiff: The motors are on; without them the wheels roll freely.
    """

    wheels: ThreeNumbers
    stiff: bool
