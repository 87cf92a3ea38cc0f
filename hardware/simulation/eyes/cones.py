"""What the two cameras in the head show: cones of view, moved by head and torso."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.robots.eyes import Eyes
from hardware.units import Point


@dataclass(frozen=True, slots=True)
class ViewCone:
    """The pyramid that a camera shows.

    Attributes:
        place: In the head, m.
        pitch: By which it looks down from the head's x axis, rad.
        across: Tangent of half its opening to the sides.
        up: Tangent of half its opening up and down.
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
    """Return whether a camera in the head shows one of some points.

    Args:
        cones: Of its cameras.
        position: Of the head in the world, m.
        rotation: Of the head, (3, 3): its axes in the world are the columns.
        points: In the world, m.
    """
    seen = [(rotation.T @ (np.array(point) - position)).tolist() for point in points]
    return any(cone.shows((x, y, z)) for x, y, z in seen for cone in cones)
