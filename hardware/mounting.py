"""A sensor that is mounted askew: what it sees of a vector, and what that vector was."""

import math

from hardware.units import Point


class Mounting:
    """A small turn between the torso and a unit in it.

    The unit's axes are Ry(pitch) Rx(roll) of the torso's: in a torso that stands upright it shows
    this roll and this pitch.
    """

    def __init__(self, roll: float, pitch: float) -> None:
        """Remember the turn, rad."""
        sr, cr = math.sin(roll), math.cos(roll)
        sp, cp = math.sin(pitch), math.cos(pitch)
        self._rows = (cp, sp * sr, sp * cr), (0.0, cr, -sr), (-sp, cp * sr, cp * cr)

    def seen(self, vector: Point) -> Point:
        """Return a vector of the torso's axes in those of the unit."""
        (a, b, c), (d, e, f), (g, h, i) = self._rows
        x, y, z = vector
        return a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z

    def meant(self, vector: Point) -> Point:
        """Return a vector of the unit's axes in those of the torso."""
        (a, b, c), (d, e, f), (g, h, i) = self._rows
        x, y, z = vector
        return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def tilt(up: Point) -> tuple[float, float]:
    """Return roll and pitch of a body in whose axes this is the vertical, rad."""
    ux, uy, uz = up
    return math.atan2(uy, uz), -math.asin(max(-1.0, min(1.0, ux)))
