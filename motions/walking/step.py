"""One step: its target, its role in the walk, and why it ended."""

import math
from enum import Enum

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side


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

    SWITCH = "normal switch"
    PREDICTED = "predicted switch"
    PASSED = "the weight past the middle of the feet"
    STUCK = "stuck: the torso stays over the support foot"
    ABORT = "abort: the swing foot carries the robot"
    QUIET = "late and quiet"
    OVERTIME = "overtime"


@cycle_data
class Step:
    """Target of a step: motion of the torso-centred zero point, as seen before the step.

    Attributes:
        x: Forward, m.
        y: To the left, m.
        turn: To the left, rad.
    """

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def in_foot_offsets(self, swing: Side, hip_offset: float) -> tuple[float, float]:
        """Return the translation between the feet that this step needs, m.

        Only the swing foot turns, about the support foot, so the zero point midway between the
        feet moves along an arc: the turn about the support foot is taken out of the translation.

        Args:
            swing: The swing foot.
            hip_offset: Half the distance between the hip joints, m.
        """
        half = 0.5 * self.turn
        c, s = math.cos(half), math.sin(half)
        h = swing.sign * hip_offset
        y = self.y + h
        return c * self.x + s * y - s * h, -s * self.x + c * y - 2.0 * h + c * h
