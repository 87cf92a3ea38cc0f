"""Learns the mean error of footholds, by which later footholds are corrected.

Legs overshoot when their servos stop them, or stop too early, and hips sag under the weight. The
joints of both legs show where a foot has landed, but with offset errors, which have opposite
effects on the two feet. The correction therefore uses the mean of both feet.
"""

from collections.abc import Mapping

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.parameters import OvershootParameters
from motions.locomotion.preview.way import landed_at
from motions.perception.state import RobotState
from motions.scalars import clamp


class Overshoot:
    """Mean foothold error, to be subtracted from commanded footholds.

    Attributes:
        error: Error, forward and left of the support foot, m.
    """

    def __init__(self, parameters: OvershootParameters) -> None:
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk without any knowledge."""
        self._missed: dict[Side, FlatPoint] = {}
        self.error: FlatPoint = (0.0, 0.0)

    def landed(self, robot: RobotState, side: Side, feet: Mapping[Side, Pose2]) -> None:
        """Update with the foothold of a landed foot.

        Args:
            robot: The robot, on both feet.
            side: The landed foot.
            feet: Planned poses of both feet.
        """
        own = self._parameters
        planned = feet[side.other].inverse() @ feet[side]
        lands = feet[side.other].inverse() @ landed_at(robot, side, feet)
        x = (1.0 - own.shown_longer) * lands.x - planned.x
        self._missed[side] = (x, lands.y - planned.y)
        if len(self._missed) < len(Side):
            return
        (x, y), (other_x, other_y) = self._missed.values()
        self.error = (
            clamp(self.error[0] + own.share * 0.5 * (x + other_x), -own.limit, own.limit),
            clamp(self.error[1] + own.share * 0.5 * (y + other_y), -own.limit, own.limit),
        )
