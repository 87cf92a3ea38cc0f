"""By how much feet land elsewhere than planned, on average: they are commanded so much nearer.

Legs run on when their servos stop them, or stop too early, and hips give under the weight. The
joints of both legs tell where a foot has landed, though with wrong zeros: what one foot seems too
far ahead by, the other seems too far back by. So it is the mean of both feet that counts.
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
    """What is to be taken out of where feet are commanded, so that they land where planned.

    Attributes:
        way: Forward and left of the support foot, m.
    """

    def __init__(self, parameters: OvershootParameters) -> None:
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk: nothing is known."""
        self._missed: dict[Side, FlatPoint] = {}
        self.way: FlatPoint = (0.0, 0.0)

    def landed(self, robot: RobotState, side: Side, feet: Mapping[Side, Pose2]) -> None:
        """Take in where a foot has landed.

        Args:
            robot: The robot, on both feet.
            side: The foot.
            feet: Where they are planned.
        """
        own = self._parameters
        planned = feet[side.other].inverse() @ feet[side]
        lands = feet[side.other].inverse() @ landed_at(robot, side, feet)
        x = (1.0 - own.shown_longer) * lands.x - planned.x
        self._missed[side] = (x, lands.y - planned.y)
        if len(self._missed) < len(Side):
            return
        (x, y), (other_x, other_y) = self._missed.values()
        self.way = (
            clamp(self.way[0] + own.share * 0.5 * (x + other_x), -own.limit, own.limit),
            clamp(self.way[1] + own.share * 0.5 * (y + other_y), -own.limit, own.limit),
        )
