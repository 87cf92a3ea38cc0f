"""Odometry: how far the robot has come, from the foot that carries it and the gyro's heading.

The foot that carries most of the weight stands. A foot that lands slides on under the first of its
load, and the one that leaves stays until it carries little: a plan that has changed feet already
knows less of that than the soles. What stands still of a sole is its centre of pressure, about
which it turns on the ground under a robot whose other leg swings. How the hip moves over that point
is seen by joints and attitude: a sole that is taken to be flat rocks. Turning is taken from the
attitude, which also knows what a slipping sole or a fall did.

Where one motor turns both hip yaws, its encoder sees the play of the left one, and the right one
has another. Its axis is oblique: the play that a step takes up there shifts the hip ahead or back.
But it turns the leg too, and friction keeps a loaded sole from turning on the ground: what joints
and gyro say that it turns is that play.
"""

import math

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import GRAVITY
from hardware.units import FlatPoint, Point
from motions.kinematics.geometry import Pose2, Pose3, Rotation, angle_difference, rotate, turned
from motions.kinematics.pressure_centre import cells_below, pressure_centre
from motions.perception.parameters import HipPlayParameters, OdometryParameters
from motions.perception.state import FootSupport
from motions.scalars import clamp, ramp

_ANKLE: FlatPoint = (0.0, 0.0)
_LEAST_UPRIGHT = 0.35
"""Upright share of the axis of the hip yaw of a torso that leans by 25 deg: none walks so."""


class Odometry:
    """Sums up the steps.

    Attributes:
        pose: Pose on the floor since the start.
        step: Change in this cycle, in the frame before it.
        stands: The foot that stands; None until one of them carries most.
    """

    def __init__(self, parameters: OdometryParameters, model: RobotModel) -> None:
        """Begin where the robot is.

        Args:
            parameters: When a foot stands, and what is left to correct.
            model: The robot: its soles with their cells, and what turns its hips.
        """
        self._parameters = parameters
        self._cells = cells_below(model.dimensions.sole)
        unseen = model.shares_hip_yaw and parameters.hip_play.active
        self._hip_play = _HipPlay(parameters.hip_play, model) if unseen else None
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
            old, new = before[0][index], soles[index]
            below = new.apply((*still, 0.0))
            if self._hip_play is not None and side is Side.RIGHT:
                seems = turn + angle_difference(_heading(new, level), _heading(old, before[1]))
                below = self._hip_play.followed(below, level, seems, support.right_force)
            old_x, old_y = hip_over(old, before[1], still)
            new_x, new_y, _ = rotate(level, (-below[0], -below[1], -below[2]))
            x += (c * new_x - s * new_y - old_x) / len(feet)
            y += (s * new_x + c * new_y - old_y) / len(feet)
        return x, y


class _HipPlay:
    """The play of the right hip yaw, which no encoder sees."""

    def __init__(self, parameters: HipPlayParameters, model: RobotModel) -> None:
        self._parameters = parameters
        self._weight = model.mass * GRAVITY
        joint = model.names[model.legs[Side.RIGHT].hip_yaw]
        # Of the two links that one motor turns, the left one comes first.
        hip = [link for link in model.links if link.joint == joint][-1]
        x, y, z = hip.origin
        self._place: Point = (x, y, z + model.dimensions.hip_offset_z)
        self._axis = hip.axis
        self._taken = 0.0

    def followed(self, below: Point, level: Rotation, seems: float, load: float) -> Point:
        """Return where a point of the sole is after a cycle, in the hip frame, m.

        Args:
            below: As the encoders have it.
            level: From torso axes to level axes of the same heading.
            seems: What the sole has turned on the ground by encoders and gyro, rad.
            load: What it carries, N.
        """
        parameters = self._parameters
        holds = parameters.share * ramp(load / self._weight, *parameters.load)
        upright = max(rotate(level, self._axis)[2], _LEAST_UPRIGHT)
        before = self._taken if holds > 0.0 else 0.0
        taken = before - holds * seems / upright
        self._taken = clamp(taken, -parameters.most, parameters.most)
        angle = self._taken - before
        hx, hy, hz = self._place
        x, y, z = below
        leg = (x - hx, y - hy, z - hz)
        x, y, z = turned(self._axis, math.cos(angle), math.sin(angle), leg)
        return x + hx, y + hy, z + hz


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


def _heading(sole: Pose3, level: Rotation) -> float:
    """Return where a sole points, in level axes, rad."""
    ahead = sole.rotation[0], sole.rotation[3], sole.rotation[6]
    x, y, _ = rotate(level, ahead)
    return math.atan2(y, x)
