"""Planar and spatial poses in plain floats: inside the cycle they beat small arrays."""

import math
from dataclasses import dataclass

from hardware.units import Point

Rotation = tuple[float, float, float, float, float, float, float, float, float]
"""A rotation matrix, row by row."""

IDENTITY: Rotation = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def wrap_angle(angle: float) -> float:
    """Return the angle in [-pi, pi)."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi


@dataclass(frozen=True, slots=True)
class Pose2:
    """Planar pose of a child frame in its parent frame: x, y in m, heading in rad."""

    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0

    def __matmul__(self, other: "Pose2") -> "Pose2":
        """Return the pose of other's child in this parent."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return Pose2(
            self.x + c * other.x - s * other.y,
            self.y + s * other.x + c * other.y,
            wrap_angle(self.heading + other.heading),
        )

    def inverse(self) -> "Pose2":
        """Return the pose of the parent in the child frame."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return Pose2(-c * self.x - s * self.y, s * self.x - c * self.y, wrap_angle(-self.heading))


@dataclass(frozen=True, slots=True)
class Pose3:
    """Spatial pose of a child frame in its parent frame: position in m and rotation matrix."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    rotation: Rotation = IDENTITY

    @property
    def roll(self) -> float:
        """Return roll of Rz(yaw) Ry(pitch) Rx(roll), rad."""
        return math.atan2(self.rotation[7], self.rotation[8])

    @property
    def pitch(self) -> float:
        """Return pitch of Rz(yaw) Ry(pitch) Rx(roll), rad."""
        return math.asin(max(-1.0, min(1.0, -self.rotation[6])))

    @property
    def yaw(self) -> float:
        """Return yaw of Rz(yaw) Ry(pitch) Rx(roll), rad."""
        return math.atan2(self.rotation[3], self.rotation[0])


def rotation_from_rpy(roll: float, pitch: float, yaw: float) -> Rotation:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    cr, sr = math.cos(roll), math.sin(roll)
    cp, sp = math.cos(pitch), math.sin(pitch)
    cy, sy = math.cos(yaw), math.sin(yaw)
    return (
        cy * cp,
        cy * sp * sr - sy * cr,
        cy * sp * cr + sy * sr,
        sy * cp,
        sy * sp * sr + cy * cr,
        sy * sp * cr - cy * sr,
        -sp,
        cp * sr,
        cp * cr,
    )


def rotate(rotation: Rotation, point: Point) -> Point:
    """Return the point turned by the rotation."""
    x, y, z = point
    r = rotation
    return (
        r[0] * x + r[1] * y + r[2] * z,
        r[3] * x + r[4] * y + r[5] * z,
        r[6] * x + r[7] * y + r[8] * z,
    )
