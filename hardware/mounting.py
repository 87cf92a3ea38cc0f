"""A misaligned sensor: vectors rotated between its axes and the torso's."""

import math

from hardware.units import Point


class Mounting:
    """A small rotation between the torso and a sensor mounted in it.

    The sensor's axes are the torso's axes rotated by Ry(pitch) Rx(roll): in an upright torso the
    sensor reads this roll and this pitch.
    """

    def __init__(self, roll: float, pitch: float) -> None:
        """Compute the rotation from roll and pitch, rad."""
        sr, cr = math.sin(roll), math.cos(roll)
        sp, cp = math.sin(pitch), math.cos(pitch)
        self._rows = (cp, sp * sr, sp * cr), (0.0, cr, -sr), (-sp, cp * sr, cp * cr)

    def to_sensor(self, vector: Point) -> Point:
        """Rotate a vector from torso axes to sensor axes."""
        (a, b, c), (d, e, f), (g, h, i) = self._rows
        x, y, z = vector
        return a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z

    def to_torso(self, vector: Point) -> Point:
        """Rotate a vector from sensor axes to torso axes."""
        (a, b, c), (d, e, f), (g, h, i) = self._rows
        x, y, z = vector
        return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def tilt(up: Point) -> tuple[float, float]:
    """Return roll and pitch of a body, rad, from the upward vertical in its axes."""
    ux, uy, uz = up
    return math.atan2(uy, uz), -math.asin(max(-1.0, min(1.0, ux)))
