"""What another process has seen: balls, obstacles, the robot's own place on the field.

A sighting comes in beside the request and says nothing of what is wished. Every part of it carries
the time at which its picture was taken and the odometry of that time, so perception can carry it on
to now, however late it comes.
"""

import math
from dataclasses import dataclass

from motions.finite_numbers import demand_finite
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

    x: float
    y: float
    radius: float

    def __post_init__(self) -> None:
        demand_finite(self, math.inf)  # seen from elsewhere it may be further away
        if self.radius < 0.0:
            raise ValueError(f"radius {self.radius} m is below 0")


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
    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0

    def __post_init__(self) -> None:
        demand_finite(self)


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
        demand_finite(self)


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
        demand_finite(self)


@dataclass(frozen=True, slots=True)
class Sighting:
    """What came from the eyes in one cycle; None is what has not been seen anew."""

    ball: SeenBall | None = None
    obstacles: SeenObstacles | None = None
    pose: SeenPose | None = None
