"""A point that was told from the robot, carried by odometry, and seen from its body."""

from hardware.units import Point
from motions.kinematics.geometry import Pose2, unrotate
from motions.perception.attitude import level_rotation
from motions.perception.state import RobotState


def carried(point: Point, asked: Pose2, now: Pose2) -> Point:
    """Return a point on or above the floor as the robot sees it now, m.

    Args:
        point: As the robot saw it then: forward, left, up from the floor.
        asked: Odometry then.
        now: Odometry now.
    """
    x, y, z = point
    there = now.inverse() @ asked @ Pose2(x, y)
    return there.x, there.y, z


def in_hips(point: Point, robot: RobotState) -> Point:
    """Return a point in the hip frame, with the torso's axes, m.

    Args:
        point: Forward and left of the hips, up from the floor.
        robot: The robot now; the floor is where the lower of its soles is.
    """
    ux, uy, uz = robot.up
    floor = min(
        ux * sole.x + uy * sole.y + uz * sole.z for sole in (robot.left_sole, robot.right_sole)
    )
    x, y, z = point
    return unrotate(level_rotation(robot.up), (x, y, z + floor))
