"""Sightings from another process: balls, obstacles, the robot's own pose on the field.

A sighting is sent separately from the request. Every part of it contains the time of its picture
and the odometry at that time, so that perception can transfer it to the present in spite of delays.
"""

import math
from dataclasses import dataclass
from typing import TypeVar

from hardware.declared import demand_declared
from hardware.units import Length, SignedSpeed, UnsignedLength
from motions.kinematics.geometry import Pose2, rotate_flat


@dataclass(frozen=True, slots=True)
class Circle:
    """A round object that stands on the floor or moves over it.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        radius: Radius, m.
        vx: Velocity over the floor along x, m/s.
        vy: Velocity over the floor along y, m/s.

    Raises:
        ValueError: If a number is not finite, or the radius is below 0.
    """

    x: Length
    y: Length
    radius: UnsignedLength
    vx: SignedSpeed = 0.0
    vy: SignedSpeed = 0.0

    def __post_init__(self) -> None:
        demand_declared(self, math.inf)  # in another frame it may be further away

    @property
    def moves(self) -> bool:
        """Return whether it moves."""
        return self.vx != 0.0 or self.vy != 0.0

    def after(self, time: float) -> "Circle":
        """Return it a time later, s, at constant velocity."""
        if not self.moves:
            return self
        x, y = self.x + time * self.vx, self.y + time * self.vy
        return Circle(x, y, self.radius, self.vx, self.vy)

    def in_frame_of(self, frame: Pose2) -> "Circle":
        """Return it in the parent frame, in which its present frame has the pose `frame`."""
        place = frame @ Pose2(self.x, self.y)
        if not self.moves:
            return Circle(place.x, place.y, self.radius)
        return Circle(place.x, place.y, self.radius, *rotate_flat(self.vx, self.vy, frame.heading))


@dataclass(frozen=True, slots=True)
class SeenBall:
    """A sighted ball.

    Attributes:
        time: Frame time of the picture, s.
        odometry: The robot's odometry at that time.
        x: Forward from the robot at that time, m.
        y: To the left, m.
        vx: Velocity over the floor along x, m/s.
        vy: Velocity over the floor along y, m/s.

    Raises:
        ValueError: If a number is not finite.
    """

    time: float
    odometry: Pose2
    x: Length
    y: Length
    vx: SignedSpeed = 0.0
    vy: SignedSpeed = 0.0

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class SeenObstacles:
    """All obstacles sighted at one time; they replace earlier ones.

    Attributes:
        time: Frame time of the picture, s.
        odometry: The robot's odometry at that time.
        circles: The obstacles, relative to the robot at that time.

    Raises:
        ValueError: If a number is not finite.
    """

    time: float
    odometry: Pose2
    circles: tuple[Circle, ...]

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class SeenPose:
    """The robot's own pose on the field, from a localisation.

    Attributes:
        time: Frame time of the picture, s.
        odometry: The robot's odometry at that time.
        pose: Pose on the field at that time.

    Raises:
        ValueError: If a number is not finite.
    """

    time: float
    odometry: Pose2
    pose: Pose2

    def __post_init__(self) -> None:
        demand_declared(self)


_Part = TypeVar("_Part", SeenBall, SeenObstacles, SeenPose)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Sightings received in one cycle; None for parts without a new one.

    Raises:
        ValueError: If a part is not of its type.
    """

    ball: SeenBall | None = None
    obstacles: SeenObstacles | None = None
    pose: SeenPose | None = None

    def __post_init__(self) -> None:
        demand_declared(self)

    def and_then(self, other: "Sighting") -> "Sighting":
        """Merge with a sighting received later, keeping the most recent picture of each part."""
        return Sighting(
            _later(self.ball, other.ball),
            _later(self.obstacles, other.obstacles),
            _later(self.pose, other.pose),
        )


def _later(one: _Part | None, other: _Part | None) -> _Part | None:
    if one is None or other is None:
        return one or other
    return one if other.time < one.time else other
