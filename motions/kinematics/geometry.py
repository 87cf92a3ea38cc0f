"""Planar and spatial poses in plain floats, which are faster than small arrays in the cycle."""

import math

from hardware.cycle_data import cycle_data
from hardware.units import Point

Rotation = tuple[float, float, float, float, float, float, float, float, float]
"""A rotation matrix, row by row."""

IDENTITY: Rotation = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def wrap_angle(angle: float) -> float:
    """Return the angle wrapped to [-pi, pi), rad."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi


def angle_difference(to: float, from_: float) -> float:
    """Return the turn from heading `from_` to heading `to`, rad, in [-pi, pi)."""
    return (to - from_ + math.pi) % (2.0 * math.pi) - math.pi


@cycle_data
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


@cycle_data
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

    @property
    def position(self) -> Point:
        """Return the origin of the child in the parent frame, m."""
        return (self.x, self.y, self.z)

    def __matmul__(self, other: "Pose3") -> "Pose3":
        """Return the pose of other's child in this parent."""
        x, y, z = rotate(self.rotation, (other.x, other.y, other.z))
        rotation = multiply(self.rotation, other.rotation)
        return Pose3(self.x + x, self.y + y, self.z + z, rotation)

    def inverse(self) -> "Pose3":
        """Return the pose of the parent in the child frame."""
        x, y, z = unrotate(self.rotation, (self.x, self.y, self.z))
        return Pose3(-x, -y, -z, transpose(self.rotation))

    def apply(self, point: Point) -> Point:
        """Return the point, given in the child frame, in the parent frame."""
        x, y, z = rotate(self.rotation, point)
        return (self.x + x, self.y + y, self.z + z)

    def mirrored(self) -> "Pose3":
        """Return the pose reflected at the plane y = 0: y, roll and yaw change their sign."""
        r = self.rotation
        rotation = (r[0], -r[1], r[2], -r[3], r[4], -r[5], r[6], -r[7], r[8])
        return Pose3(self.x, -self.y, self.z, rotation)


def rotation_from_rpy(roll: float, pitch: float, yaw: float) -> Rotation:
    """Return Rz(yaw) Ry(pitch) Rx(roll); angles in rad."""
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
    """Return the rotated point."""
    x, y, z = point
    r = rotation
    return (
        r[0] * x + r[1] * y + r[2] * z,
        r[3] * x + r[4] * y + r[5] * z,
        r[6] * x + r[7] * y + r[8] * z,
    )


def unrotate(rotation: Rotation, point: Point) -> Point:
    """Return the point rotated by the inverse of the rotation."""
    x, y, z = point
    r = rotation
    return (
        r[0] * x + r[3] * y + r[6] * z,
        r[1] * x + r[4] * y + r[7] * z,
        r[2] * x + r[5] * y + r[8] * z,
    )


def turned(axis: Point, c: float, s: float, point: Point) -> Point:
    """Return the point rotated about a unit axis by the angle of cosine c and sine s (Rodrigues).

    Negate the sine to express a fixed point in rotated axes.
    """
    ux, uy, uz = axis
    x, y, z = point
    along = (1.0 - c) * (ux * x + uy * y + uz * z)
    return (
        c * x + s * (uy * z - uz * y) + along * ux,
        c * y + s * (uz * x - ux * z) + along * uy,
        c * z + s * (ux * y - uy * x) + along * uz,
    )


def rotate_flat(x: float, y: float, angle: float) -> tuple[float, float]:
    """Return a vector on the floor, rotated to the left by an angle, rad."""
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y


def transpose(rotation: Rotation) -> Rotation:
    """Return the inverse of the rotation."""
    r = rotation
    return (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])


def multiply(left: Rotation, right: Rotation) -> Rotation:
    """Return the rotation by `right` followed by the rotation by `left`."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = left
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = right
    return (
        a0 * b0 + a1 * b3 + a2 * b6,
        a0 * b1 + a1 * b4 + a2 * b7,
        a0 * b2 + a1 * b5 + a2 * b8,
        a3 * b0 + a4 * b3 + a5 * b6,
        a3 * b1 + a4 * b4 + a5 * b7,
        a3 * b2 + a4 * b5 + a5 * b8,
        a6 * b0 + a7 * b3 + a8 * b6,
        a6 * b1 + a7 * b4 + a8 * b7,
        a6 * b2 + a7 * b5 + a8 * b8,
    )


def rotation_vector(rotation: Rotation) -> Point:
    """Return the axis of a rotation times its angle, rad, for angles below pi.

    The skew part of the matrix is sin(angle) times the axis, its trace is 1 + 2 cos(angle): atan2
    of both is accurate near zero, where acos loses digits. At pi the skew part vanishes and does
    not define an axis.
    """
    r = rotation
    x, y, z = 0.5 * (r[7] - r[5]), 0.5 * (r[2] - r[6]), 0.5 * (r[3] - r[1])
    sine = math.hypot(x, y, z)
    angle = math.atan2(sine, 0.5 * (r[0] + r[4] + r[8] - 1.0))
    scale = angle / sine if sine > 1e-12 else 1.0
    return (scale * x, scale * y, scale * z)


def rotation_about(axis: Point, angle: float) -> Rotation:
    """Return the rotation by `angle`, rad, about a unit axis (Rodrigues)."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    d = 1.0 - c
    return (
        c + d * x * x,
        d * x * y - s * z,
        d * x * z + s * y,
        d * x * y + s * z,
        c + d * y * y,
        d * y * z - s * x,
        d * x * z - s * y,
        d * y * z + s * x,
        c + d * z * z,
    )
