"""What another process has seen: balls, obstacles, the robot's own place on the field.

A sighting comes in beside the request and says nothing of what is wished. Every part of it carries
the time at which its picture was taken and the odometry of that time, so perception can carry it on
to now, however late it comes.
"""

import math
from dataclasses import dataclass
from typing import Annotated, TypeVar

from annotated_types import Ge

from hardware.declared import demand_declared
from hardware.units import Length, Speed, Unit
from motions.kinematics.geometry import Pose2


@dataclass(frozen=True, slots=True)
class Circle:
    """Something round that stands on the floor.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        radius: m.

    Raises:
        ValueError: If a number is not finite, or the radius is below 0.
    """

    x: Length
    y: Length
    radius: Annotated[float, Unit("mm"), Ge(0.0)]

    def __post_init__(self) -> None:
        demand_declared(self, math.inf)  # seen from elsewhere it may be further away


@dataclass(frozen=True, slots=True)
class SeenBall:
    """A ball.

    Attributes:
        time: Of the picture, frame time, s.
        odometry: The robot's odometry then.
        x: Forward from the robot then, m.
        y: To the left, m.
        vx: Velocity over the floor along x, m/s.
        vy: Along y, m/s.

    Raises:
        ValueError: If a number is not finite.
    """

    time: float
    odometry: Pose2
    x: Length
    y: Length
    vx: Speed = 0.0
    vy: Speed = 0.0

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
