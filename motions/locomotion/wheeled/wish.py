"""What may be asked of a drive: a velocity, a way, or its end."""

from dataclasses import dataclass
from enum import Enum

from hardware.declared import demand_declared
from hardware.units import SignedAngularSpeed, SignedSpeed
from motions.locomotion.wheeled.limits import DriveLimits


@dataclass(frozen=True, slots=True)
class DriveVelocity:
    """Go at a velocity in the robot's frame.

    Attributes:
        forward: m/s.
        left: m/s.
        turn: rad/s.

    Raises:
        ValueError: If a number is not finite.
    """

    forward: SignedSpeed
    left: SignedSpeed
    turn: SignedAngularSpeed

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class DriveWay:
    """Go to a pose over others, and rest at each.

    Attributes:
        poses: x, y in m and theta in rad; each in the frame of the one before, the first in that of
            the robot at the moment at which the wish is taken.
        duration: Of all, s; as fast as the limits allow if None or too short.

    Raises:
        ValueError: If there is no pose, or a number is not finite.
    """

    poses: tuple[tuple[float, float, float], ...]
    duration: float | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if not self.poses:
            raise ValueError("a way without a pose: give at least one")


class DriveEnd(Enum):
    """How a drive is ended."""

    STOP = "stop"
    """Within the limits."""
    KILL = "kill"
    """At once: the wheels are braked."""


@dataclass(frozen=True, slots=True)
class DriveWish:
    """What is asked of a drive.

    A wish with the number of the last one is the same wish.

    Attributes:
        number: Tells a new request from the same one repeated.
        awake: The motors are on.
        goal: What to do.
        limits: Within which.

    Raises:
        ValueError: If a field is not of its type.
    """

    number: int
    awake: bool
    goal: DriveVelocity | DriveWay | DriveEnd
    limits: DriveLimits

    def __post_init__(self) -> None:
        demand_declared(self)
