"""Attitude and mean angular velocity of a body, in plain floats."""

import math
from collections.abc import Sequence
from typing import Any

from hardware.units import Point

Quaternion = tuple[float, float, float, float]
"""w x y z."""


def point_of(values: Any) -> Point:
    """Return an array of three numbers as plain floats."""
    x, y, z = values.tolist()
    return x, y, z


def upright(heading: float) -> Quaternion:
    """Return the orientation of an upright body with a heading, rad, as w x y z."""
    return math.cos(0.5 * heading), 0.0, 0.0, math.sin(0.5 * heading)


def cosine_of_tilt(quaternion: Sequence[float]) -> float:
    """Return the cosine of the angle between a body's z axis and the world's."""
    _, x, y, _ = quaternion
    return 1.0 - 2.0 * (x * x + y * y)


def yaw_of(quaternion: Sequence[float]) -> float:
    """Return the yaw of a body in the world, rad in [-pi, pi]."""
    w, x, y, z = quaternion
    return math.atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))


def cross(a: Sequence[float], b: Sequence[float]) -> Point:
    """Return the cross product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def up_in_body(quaternion: Sequence[float], up: Point) -> Point:
    """Rotate a direction from world axes to a body's axes."""
    # The inverse of the body's rotation matrix; its rows are the body's axes in the world.
    w, x, y, z = quaternion
    a, b, c = up
    return (
        (1.0 - 2.0 * (y * y + z * z)) * a + 2.0 * (x * y + w * z) * b + 2.0 * (x * z - w * y) * c,
        2.0 * (x * y - w * z) * a + (1.0 - 2.0 * (x * x + z * z)) * b + 2.0 * (y * z + w * x) * c,
        2.0 * (x * z + w * y) * a + 2.0 * (y * z - w * x) * b + (1.0 - 2.0 * (x * x + y * y)) * c,
    )


def in_world(quaternion: Sequence[float], vector: Point) -> Point:
    """Rotate a direction from a body's axes to world axes."""
    w, x, y, z = quaternion
    return up_in_body((w, -x, -y, -z), vector)


def mean_rate(before: Sequence[float], after: Sequence[float], time: float) -> Point:
    """Return the mean angular velocity of a body in its own axes, rad/s.

    Args:
        before: Orientation in the world at the beginning, w x y z.
        after: Orientation at the end.
        time: Time between them, s.
    """
    a, b, c, d = before
    w, x, y, z = after
    # before^-1 * after: the rotation in the body's axes.
    turn_w = a * w + b * x + c * y + d * z
    turn_x = a * x - b * w - c * z + d * y
    turn_y = a * y + b * z - c * w - d * x
    turn_z = a * z - b * y + c * x - d * w
    sine = math.sqrt(turn_x * turn_x + turn_y * turn_y + turn_z * turn_z)
    if sine == 0.0:
        return 0.0, 0.0, 0.0
    # Both signs of a quaternion are the same orientation: take the shorter arc.
    angle = 2.0 * math.atan2(sine, abs(turn_w))
    scale = math.copysign(angle, turn_w) / (sine * time)
    return scale * turn_x, scale * turn_y, scale * turn_z
