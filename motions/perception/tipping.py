"""Tipping: distance of the capture point of the rigid robot beyond the edge of its soles.

A tipping robot is an inverted pendulum on the edge towards which it moves. With x the distance of
the centre of mass beyond the edge, z its height and v its speed due to the body's rotation, it tips
over the edge if the capture point x + v sqrt(z / g) is positive. The edge is the outermost sole
corner of both feet in that direction; the swing foot counts, since it lands there. All quantities
are in level axes with the torso's heading.
"""

import math
from collections.abc import Sequence

from hardware.cycle_data import cycle_data
from hardware.robots.model import Dimensions, Side
from hardware.sensors_and_commands import GRAVITY
from hardware.units import FlatPoint, Point
from motions.kinematics.geometry import Pose3, Rotation
from motions.kinematics.sole_outline import corners

_LEAST_HEIGHT = 0.02


@cycle_data
class Tipping:
    """Tipping state of the robot.

    Attributes:
        excess: Distance of the capture point beyond the edge, m; negative while the robot is safe.
        direction: Unit vector towards the edge, x forward and y left of the torso's heading.
    """

    excess: float
    direction: tuple[float, float]


class TippingGeometry:
    """Computes the tipping state from the corners of both soles."""

    def __init__(self, dimensions: Dimensions):
        self._left = corners(Side.LEFT, dimensions.sole)
        self._right = corners(Side.RIGHT, dimensions.sole)

    def evaluate(
        self, level: Rotation, gyro: Point, com: Point, left: Pose3, right: Pose3
    ) -> Tipping:
        """Return the tipping state of the robot.

        Args:
            level: Rotation from torso axes to level axes.
            gyro: Angular velocity in torso axes, rad/s.
            com: Centre of mass in the hip frame, m.
            left: Left sole in the hip frame.
            right: Right sole in the hip frame.
        """
        l0, l1, l2, l3, l4, l5, l6, l7, l8 = level
        cx, cy, cz = com
        mass_x = l0 * cx + l1 * cy + l2 * cz
        mass_y = l3 * cx + l4 * cy + l5 * cz
        mass_z = l6 * cx + l7 * cy + l8 * cz
        points = _levelled(level, left, self._left) + _levelled(level, right, self._right)
        xs, ys, zs = zip(*points, strict=True)
        height = max(mass_z - min(zs), _LEAST_HEIGHT)
        gx, gy, gz = gyro
        # omega x (0, 0, height) with the level gyro: pitching forward moves the mass forward,
        # rolling to the right moves it right. The robot is assumed rigid, so nothing else moves the
        # mass.
        speed_x = height * (l3 * gx + l4 * gy + l5 * gz)
        speed_y = -height * (l0 * gx + l1 * gy + l2 * gz)
        middle_x = 0.125 * sum(xs)
        middle_y = 0.125 * sum(ys)
        # Direction of the fall: from the middle of the soles to the capture point. The edge is the
        # corner furthest in that direction, along which the excess is measured.
        time = math.sqrt(height / GRAVITY)
        capture_x = mass_x - middle_x + time * speed_x
        capture_y = mass_y - middle_y + time * speed_y
        distance = math.hypot(capture_x, capture_y)
        if distance < 1e-6:
            dx, dy = 1.0, 0.0
        else:
            dx, dy = capture_x / distance, capture_y / distance
        edge = max([x * dx + y * dy for x, y in zip(xs, ys, strict=True)])
        speed = speed_x * dx + speed_y * dy
        offset = mass_x * dx + mass_y * dy - edge
        return Tipping(offset + time * speed, (dx, dy))


def _levelled(level: Rotation, sole: Pose3, points: Sequence[FlatPoint]) -> list[Point]:
    """Return points of a sole in level axes, relative to the hip, m."""
    l0, l1, l2, l3, l4, l5, l6, l7, l8 = level
    r0, r1, _, r3, r4, _, r6, r7, _ = sole.rotation
    x, y, z = sole.x, sole.y, sole.z
    # Transform the sole's origin and two axes once; its points are linear combinations of them.
    px, py, pz = (
        l0 * x + l1 * y + l2 * z,
        l3 * x + l4 * y + l5 * z,
        l6 * x + l7 * y + l8 * z,
    )
    ax, ay, az = (
        l0 * r0 + l1 * r3 + l2 * r6,
        l3 * r0 + l4 * r3 + l5 * r6,
        l6 * r0 + l7 * r3 + l8 * r6,
    )
    bx, by, bz = (
        l0 * r1 + l1 * r4 + l2 * r7,
        l3 * r1 + l4 * r4 + l5 * r7,
        l6 * r1 + l7 * r4 + l8 * r7,
    )
    return [(px + u * ax + v * bx, py + u * ay + v * by, pz + u * az + v * bz) for u, v in points]
