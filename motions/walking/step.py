"""Target, role and end of a step."""

import math
from enum import Enum

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2


class StepKind(Enum):
    """The role of a step."""

    STARTING = "starting"
    STEPPING = "stepping"
    KICKING = "kicking"
    STOPPING = "stopping"
    EMERGENCY_STAND = "emergency stand"
    EMERGENCY_STEP = "emergency step"


class StepEnd(Enum):
    """Why a step ended."""

    SWITCH = "support switch"
    PREDICTED = "predicted support switch"
    PASSED = "weight shift: the centre of mass has passed the middle of the feet"
    STUCK = "stuck: the torso stays over the support foot"
    ABORT = "abort: the swing foot carries the robot"
    QUIET = "stillness after the planned duration"
    OVERTIME = "overtime"


@cycle_data
class Step:
    """Target of a step: motion of the zero point between the feet, in its frame before the step.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        turn: To the left, rad.
    """

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def in_foot_offsets(self, swing: Side, hip_offset: float) -> tuple[float, float]:
        """Return the translation between the feet that realizes this step, m.

        The zero point midway between the feet turns about the support foot, so it moves along an
        arc: the part of the translation due to this turn is subtracted.

        Args:
            swing: The swing foot.
            hip_offset: Half the distance between the hip joints, m.
        """
        half = 0.5 * self.turn
        c, s = math.cos(half), math.sin(half)
        h = swing.sign * hip_offset
        y = self.y + h
        return c * self.x + s * y - s * h, -s * self.x + c * y - 2.0 * h + c * h

    def landing(self, swing: Side, hip_offset: float) -> Pose2:
        """Return where this step places the swing foot, in the frame of the support foot.

        Args:
            swing: The swing foot.
            hip_offset: Half the distance between the hip joints, m.
        """
        half = Pose2(0.0, swing.sign * hip_offset)
        return half @ Pose2(self.x, self.y, self.turn) @ half
