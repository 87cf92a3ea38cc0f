"""Fields of view of the two cameras, which move with the head."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.robots.eyes import Eyes
from hardware.units import Point


@dataclass(frozen=True, slots=True)
class ViewCone:
    """The field of view of a camera, a pyramid.

    Attributes:
        place: Position in the head's frame, m.
        pitch: Downward pitch from the head's x axis, rad.
        across: Tangent of half the horizontal opening angle.
        up: Tangent of half the vertical opening angle.
    """

    place: Point
    pitch: float
    across: float
    up: float

    def shows(self, point: Point) -> bool:
        """Return whether a point in the head's frame, m, is in the picture."""
        x, y, z = (a - b for a, b in zip(point, self.place, strict=True))
        c, s = math.cos(self.pitch), math.sin(self.pitch)
        depth, height = c * x - s * z, s * x + c * z
        return depth > 0.0 and abs(y) <= self.across * depth and abs(height) <= self.up * depth


def cones_of(eyes: Eyes) -> tuple[ViewCone, ViewCone]:
    """Return the cones of the upper and the lower camera."""
    across, up = math.tan(0.5 * eyes.width), math.tan(0.5 * eyes.height)
    return (
        ViewCone(eyes.upper.place, eyes.upper.pitch, across, up),
        ViewCone(eyes.lower.place, eyes.lower.pitch, across, up),
    )


def in_view(
    cones: Iterable[ViewCone], position: Any, rotation: Any, points: Iterable[Point]
) -> bool:
    """Return whether a camera in the head sees at least one of the points.

    Args:
        cones: Fields of view of the cameras.
        position: Position of the head in the world, m.
        rotation: Orientation of the head, (3, 3): the columns are its axes in the world.
        points: Points in the world, m.
    """
    seen = [(rotation.T @ (np.array(point) - position)).tolist() for point in points]
    return any(cone.shows((x, y, z)) for x, y, z in seen for cone in cones)
