"""Odometry: the robot's motion from its support foot and the gyro's heading.

The foot that carries most of the weight is assumed to be stationary. A landing foot still slides
under its first load, and the leaving foot stays in place until it carries little, so the soles are
a better source than the plan, which has already switched feet. The stationary point of a sole is
its centre of pressure, about which it turns on the ground while the other leg swings. The motion of
the hip over that point follows from joints and attitude, because an apparently flat sole rocks.
Turning is taken from the attitude, which includes the effect of slipping or a fall.

Where one motor drives both hip yaws, its encoder measures the play of the left one but not that of
the right one. The axis is oblique, so play taken up in a step shifts the hip forward or backward.
It also turns the leg, but friction keeps a loaded sole from turning on the ground: an apparent turn
of the sole by joints and gyro is that play.
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
"""Vertical component of the hip yaw axis of a torso that leans by 25 deg, beyond any walk."""


class Odometry:
    """Integrates the motion of the hip over the stationary foot.

    Attributes:
        pose: Pose on the floor since the start.
        step: Change in this cycle, in the frame before it.
        stands: The stationary foot; None until one foot carries most of the weight.
    """

    def __init__(self, parameters: OdometryParameters, model: RobotModel) -> None:
        """Start at the robot's present pose.

        Args:
            parameters: Conditions for a stationary foot, and corrections.
            model: The robot model.
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
        """Update the pose by one cycle.

        Args:
            soles: Measured left and right sole in the hip frame.
            level: Rotation from torso axes to level axes of the same heading.
            support: Load of the soles.
            heading: Heading of the torso, rad; None if undefined.
            walking: Whether steps are being executed.
            quiet: Whether the gyros are quiet; the heading is then kept.
            sways: Whether the hips move over standing soles without steps; this motion counts, any
                other motion without steps does not.
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
        """Update the stationary foot, which changes only if the other one carries most."""
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
        """Return the hip's motion in this cycle, in the axes before its turn, m."""
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
    """Estimates the play of the right hip yaw, which no encoder measures."""

    def __init__(self, parameters: HipPlayParameters, model: RobotModel) -> None:
        self._parameters = parameters
        self._weight = model.mass * GRAVITY
        joint = model.names[model.legs[Side.RIGHT].hip_yaw]
        # Of the two links that share the motor, the left one comes first.
        hip = [link for link in model.links if link.joint == joint][-1]
        x, y, z = hip.origin
        self._place: Point = (x, y, z + model.dimensions.hip_offset_z)
        self._axis = hip.axis
        self._taken = 0.0

    def followed(self, below: Point, level: Rotation, seems: float, load: float) -> Point:
        """Return a point of the sole after a cycle, corrected by the play, in the hip frame, m.

        Args:
            below: The point according to the encoders, m.
            level: Rotation from torso axes to level axes of the same heading.
            seems: Apparent turn of the sole on the ground by encoders and gyro, rad.
            load: Load of the sole, N.
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
    """Return the hip's position relative to a point of a sole, in level axes, m.

    Args:
        sole: Measured pose of the sole in the hip frame.
        level: Rotation from torso axes to level axes of the same heading.
        point: Point ahead and to the left of the point below the ankle, m.
    """
    below: Point = sole.apply((*point, 0.0))
    x, y, _ = rotate(level, below)
    return -x, -y


def _heading(sole: Pose3, level: Rotation) -> float:
    """Return the heading of a sole in level axes, rad."""
    ahead = sole.rotation[0], sole.rotation[3], sole.rotation[6]
    x, y, _ = rotate(level, ahead)
    return math.atan2(y, x)
