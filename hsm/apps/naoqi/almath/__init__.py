"""Poses and footsteps with the names of NAOqi's library almath.

from hsm.apps.naoqi import almath
"""

from hsm.apps.naoqi.almath.footsteps import (
    avoidFootCollision,
    clipFootWithEllipse,
    getDubinsSolutions,
)
from hsm.apps.naoqi.almath.poses import (
    PI,
    TO_DEG,
    TO_RAD,
    Pose2D,
    Position2D,
    modulo2PI,
    pinv,
    pose2DInverse,
)

__all__ = [
    "PI",
    "TO_DEG",
    "TO_RAD",
    "Pose2D",
    "Position2D",
    "avoidFootCollision",
    "clipFootWithEllipse",
    "getDubinsSolutions",
    "modulo2PI",
    "pinv",
    "pose2DInverse",
]
