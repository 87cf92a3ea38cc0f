"""What another process has seen: balls, obstacles, the robot's own place on the field.

A sighting comes in beside the request and says nothing of what is wished. Every part of it carries
the time at which its picture was taken and the odometry of that time, so perception can carry it on
to now, however late it comes.
"""

import math
from dataclasses import dataclass
from typing import TypeVar

from hardware.declared import demand_declared
from hardware.units import Length, SignedSpeed, UnsignedLength
from motions.kinematics.geometry import Pose2


@dataclass(frozen=True, slots=True)
class Circle:
    """Something round that stands on the floor, or moves over it.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        radius: m.
        vx: SignedSpeed over the floor along x, m/s.
        vy: Along y, m/s.

    Raises:
        ValueError: If a number is not finite, or the radius is below 0.
    """

    x: Length
    y: Length
    radius: UnsignedLength
    vx: SignedSpeed = 0.0
    vy: SignedSpeed = 0.0

    def __post_init__(self) -> None:
        demand_declared(self, math.inf)  # seen from elsewhere it may be further away

    @property
    def moves(self) -> bool:
        """Return whether it does."""
        return self.vx != 0.0 or self.vy != 0.0

    def after(self, time: float) -> "Circle":
        """Return it some time later, s, if it goes on as it does."""
        if not self.moves:
            return self
        x, y = self.x + time * self.vx, self.y + time * self.vy
        return Circle(x, y, self.radius, self.vx, self.vy)

    def in_frame_of(self, frame: Pose2) -> "Circle":
        """Return it in the frame in which the present one has this pose."""
        place = frame @ Pose2(self.x, self.y)
        if not self.moves:
            return Circle(place.x, place.y, self.radius)
        c, s = math.cos(frame.heading), math.sin(frame.heading)
        vx, vy = c * self.vx - s * self.vy, s * self.vx + c * self.vy
        return Circle(place.x, place.y, self.radius, vx, vy)


@dataclass(frozen=True, slots=True)
class SeenBall:
    """A ball.

    Attributes:
        time: Of the picture, frame time, s.
        odometry: The robot's odometry then.
        x: Forward from the robot then, m.
        y: To the left, m.
        vx: SignedSpeed over the floor along x, m/s.
        vy: Along y, m/s.

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
    """All obstacles that were seen at once; they replace those of before.

    Attributes:
        time: Of the picture, frame time, s.
        odometry: The robot's odometry then.
        circles: Seen from the robot then.

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
    """The robot's own place on the field, from a localisation.

    Attributes:
        time: Of the picture, frame time, s.
        odometry: The robot's odometry then.
        pose: On the field then.

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
    """What came from the eyes in one cycle; None is what has not been seen anew.

    Raises:
        ValueError: If a part is none.
    """

    ball: SeenBall | None = None
    obstacles: SeenObstacles | None = None
    pose: SeenPose | None = None

    def __post_init__(self) -> None:
        demand_declared(self)

    def and_then(self, other: "Sighting") -> "Sighting":
        """Return this one and one that came after it as one: of each thing what was seen last."""
        return Sighting(
            _later(self.ball, other.ball),
            _later(self.obstacles, other.obstacles),
            _later(self.pose, other.pose),
        )


def _later(one: _Part | None, other: _Part | None) -> _Part | None:
    if one is None or other is None:
        return one or other
    return one if other.time < one.time else other
