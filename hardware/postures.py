"""Starting postures, named by scenarios and set up by plants."""

from enum import Enum


class Posture(Enum):
    """The posture in which the robot starts."""

    STANDING = "standing"
    SITTING = "sitting"
    LYING_FRONT = "lying_front"
    LYING_BACK = "lying_back"
    LYING_LEFT = "lying_left"
    LYING_RIGHT = "lying_right"

    @property
    def is_lying(self) -> bool:
        """Return whether the robot starts lying on the ground."""
        return self not in (Posture.STANDING, Posture.SITTING)

    @property
    def is_limp(self) -> bool:
        """Return whether the motors are off at the start."""
        return self is not Posture.STANDING
