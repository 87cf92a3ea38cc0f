"""Poses and footsteps with the names of NAOqi's library almath.

from hsm.apps.naoqi import almath
"""

from typing import NoReturn

from hsm.apps.naoqi.almath.footsteps import (
    avoidFootCollision,
    clipFootWithEllipse,
    getDubinsSolutions,
    vectorPose2D,
    vectorPosition2D,
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
    "vectorPose2D",
    "vectorPosition2D",
]


def __getattr__(name: str) -> NoReturn:
    """Refuse a name that is missing.

    Raises:
        AttributeError: Always, with the reason.
    """
    raise AttributeError(
        f"almath has no '{name}': there is no Cartesian control, therefore no transform, rotation"
        " or axis mask; hsm/apps/naoqi/almath/README.md lists what there is"
    )
