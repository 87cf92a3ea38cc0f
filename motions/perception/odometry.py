"""Odometry: how far the robot has come, from the foot that carries it and the gyro's heading.

The foot that carries most of the weight stands. A foot that lands slides on under the first of its
load, and the one that leaves stays until it carries little: a plan that has changed feet already
knows less of that than the soles. What stands still of a sole is its centre of pressure, about
which it turns on the ground under a robot whose other leg swings. How the hip moves over that point
is seen by joints and attitude: a sole that is taken to be flat rocks. Turning is taken from the
attitude, which also knows what a slipping sole or a fall did.
"""

import math

from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint, Point
from motions.kinematics.geometry import Pose2, Pose3, Rotation, angle_difference, rotate
from motions.kinematics.pressure_centre import cells_below, pressure_centre
from motions.perception.parameters import OdometryParameters
from motions.perception.state import FootSupport

_ANKLE: FlatPoint = (0.0, 0.0)


class Odometry:
    """Sums up the steps.

    Attributes:
        pose: Pose on the floor since the start.
        step: Change in this cycle, in the frame before it.
        stands: The foot that stands; None until one of them carries most.
    """

    def __init__(self, parameters: OdometryParameters, outline: Sole) -> None:
        """Begin where the robot is.

        Args:
            parameters: When a foot stands, and what is left to correct.
            outline: Of the left sole, with its cells.
        """
        self._parameters = parameters
        self._cells = cells_below(outline)
        self._before: tuple[tuple[Pose3, Pose3], Rotation] | None = None
        self._heading: float | None = None
        self.stands: Side | None = None
        self.pose = Pose2()
        self.step = Pose2()

    def update(
        self,
        soles: tuple[Pose3, Pose3],
        level: Rotation,
        *,
        support: FootSupport,
        heading: float | None,
        walking: bool,
        quiet: bool,
        sways: bool = False,
    ) -> None:
        """Take one cycle.

        Args:
            soles: Measured left and right sole in the hip frame.
            level: From torso axes to level axes of the same heading.
            support: What the soles carry.
            heading: Heading of the torso, rad; None when it has none.
            walking: Steps are being made.
            quiet: The gyros are still: the heading stays, whatever they sum up to.
            sways: No steps are, but the hips move over soles that stand; else they do not count.
        """
        turn = 0.0
        if heading is not None:
            if self._heading is not None and not quiet:
                turn = angle_difference(heading, self._heading)
            self._heading = heading
        x = y = 0.0
        if walking or sways:
            self._find_standing(support)
            if self._before is not None:
                x, y = self._moved(self._before, soles, level, support, turn)
            self._before = soles, level
        else:
            self._before = self.stands = None
        self.step = Pose2(self._parameters.forward_scale * x, y, turn)
        self.pose = self.pose @ self.step

    def _find_standing(self, support: FootSupport) -> None:
        """Find out which foot stands; that stays as long as no other one carries most."""
        left, right = support.left_force, support.right_force
        most = self._parameters.standing_share * (left + right)
        for side, force in zip(Side, (left, right), strict=True):
            if support.pressure(side) and force > most:
                self.stands = side

    def _moved(
        self,
        before: tuple[tuple[Pose3, Pose3], Rotation],
        soles: tuple[Pose3, Pose3],
        level: Rotation,
        support: FootSupport,
        turn: float,
    ) -> tuple[float, float]:
        """Return the way of the hip in this cycle, in the axes of before, which it has turned."""
        c, s = math.cos(turn), math.sin(turn)
        x = y = 0.0
        feet = tuple(Side) if self.stands is None else (self.stands,)
        for side in feet:
            index = 0 if side is Side.LEFT else 1
            still = pressure_centre(self._cells[side], support.cells_of(side))
            old_x, old_y = hip_over(before[0][index], before[1], still)
            new_x, new_y = hip_over(soles[index], level, still)
            x += (c * new_x - s * new_y - old_x) / len(feet)
            y += (s * new_x + c * new_y - old_y) / len(feet)
        return x, y


def hip_over(sole: Pose3, level: Rotation, point: FlatPoint = _ANKLE) -> tuple[float, float]:
    """Return where the hip is over a point of a sole, in level axes, m.

    Args:
        sole: Measured, in the hip frame.
        level: From torso axes to level axes of the same heading.
        point: Ahead and to the left of the point below the ankle, m.
    """
    below: Point = sole.apply((*point, 0.0))
    x, y, _ = rotate(level, below)
    return -x, -y
