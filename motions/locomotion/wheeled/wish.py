"""Wishes for a drive: a velocity, a path, or its end."""

from dataclasses import dataclass
from enum import Enum

from hardware.declared import demand_declared
from hardware.units import SignedAngularSpeed, SignedSpeed
from motions.locomotion.wheeled.limits import DriveLimits


@dataclass(frozen=True, slots=True)
class DriveVelocity:
    """Drive at a velocity in the robot's frame.

    Attributes:
        forward: Velocity forward, m/s.
        left: Velocity to the left, m/s.
        turn: Turn rate, rad/s.

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
    """Drive to a pose through others, and rest at each.

    Attributes:
        poses: x, y in m and theta in rad; each in the frame of the one before, the first in that of
            the robot when the wish is accepted.
        duration: Total duration, s; as fast as the limits allow if None or too short.

    Raises:
        ValueError: If there is no pose, or a number is not finite.
    """

    poses: tuple[tuple[float, float, float], ...]
    duration: float | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if not self.poses:
            raise ValueError("a path without a pose: give at least one")


class DriveEnd(Enum):
    """How a drive is ended."""

    STOP = "stop"
    """Within the limits."""
    KILL = "kill"
    """At once, with the wheels braked."""


@dataclass(frozen=True, slots=True)
class DriveWish:
    """Wish for a drive.

    A wish with the number of the last one is the same wish.

    Attributes:
        number: Distinguishes a new wish from the same one repeated.
        awake: Whether the motors are on.
        goal: The velocity, the path, or the end.
        limits: Limits of the drive.

    Raises:
        ValueError: If a field is not of its type.
    """

    number: int
    awake: bool
    goal: DriveVelocity | DriveWay | DriveEnd
    limits: DriveLimits

    def __post_init__(self) -> None:
        demand_declared(self)
