"""Points given relative to the robot, tracked by odometry and transformed into the hip frame."""

from hardware.units import Point
from motions.kinematics.geometry import Pose2, unrotate
from motions.perception.attitude import level_rotation
from motions.perception.state import RobotState


def carried(point: Point, asked: Pose2, now: Pose2) -> Point:
    """Return a point fixed to the floor relative to the robot's present pose, m.

    Args:
        point: Relative to the robot at the time of the wish: forward, left, up from the floor.
        asked: Odometry at the time of the wish.
        now: Odometry now.
    """
    x, y, z = point
    there = now.inverse() @ asked @ Pose2(x, y)
    return there.x, there.y, z


def in_hips(point: Point, robot: RobotState) -> Point:
    """Return a point in the hip frame, with the torso's axes, m.

    Args:
        point: Forward and left of the hips, up from the floor.
        robot: The robot now; the floor is at the lower of its soles.
    """
    ux, uy, uz = robot.up
    floor = min(
        ux * sole.x + uy * sole.y + uz * sole.z for sole in (robot.left_sole, robot.right_sole)
    )
    x, y, z = point
    return unrotate(level_rotation(robot.up), (x, y, z + floor))
