"""By how much steps end elsewhere than planned, on average: a speed is asked so much less.

Legs run on when their servos stop them, and hips give under the weight. The joints of both legs
tell where a foot has landed, though with wrong zeros: what one foot seems too far ahead by, the
other seems too far back by. So it is the mean of both feet that counts.
"""

from collections.abc import Mapping

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.parameters import OvershootParameters
from motions.locomotion.preview.way import landed_at
from motions.perception.state import RobotState
from motions.scalars import clamp


class Overshoot:
    """The mean of where feet land beside their plan.

    Attributes:
        way: Forward and left of the foot that carries, m.
    """

    def __init__(self, parameters: OvershootParameters) -> None:
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk: nothing is known."""
        self._sides = dict.fromkeys(Side, (0.0, 0.0))
        self.way = (0.0, 0.0)

    def landed(self, robot: RobotState, side: Side, feet: Mapping[Side, Pose2]) -> None:
        """Take in where a foot has landed.

        Args:
            robot: The robot, on both feet.
            side: The foot.
            feet: Where they are planned.
        """
        own, share = self._parameters, self._parameters.share
        planned = feet[side.other].inverse() @ feet[side]
        lands = feet[side.other].inverse() @ landed_at(robot, side, feet)
        x, y = self._sides[side]
        self._sides[side] = (
            x + share * (lands.x - planned.x - x),
            y + share * (lands.y - planned.y - y),
        )
        (x, y), (other_x, other_y) = self._sides.values()
        self.way = (
            clamp(0.5 * (x + other_x), -own.limit, own.limit),
            clamp(0.5 * (y + other_y), -own.limit, own.limit),
        )
