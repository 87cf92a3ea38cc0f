"""Footsteps that are clipped, and ways of arcs; what is clipped is changed in its place."""

from collections.abc import Sequence

from hsm.apps.naoqi.almath.poses import Pose2D, Position2D
from motions.kinematics.geometry import Pose2
from motions.locomotion.clipping import clip_to_ellipse, turn_apart
from motions.locomotion.dubins import dubins_points
from motions.locomotion.gait import Corners


def clipFootWithEllipse(maxFootX: float, maxFootY: float, move: Pose2D) -> bool:  # noqa: N803
    """Bring a move onto an ellipse if it lies outside; return whether it did.

    Raises:
        ValueError: If a semi-axis is zero.
    """
    asked = Pose2(move.x, move.y)
    inside = clip_to_ellipse(maxFootX, maxFootY, asked)
    move.x, move.y = inside.x, inside.y
    return inside is not asked


def avoidFootCollision(
    lFootBox: Sequence[Position2D],  # noqa: N803
    rFootBox: Sequence[Position2D],  # noqa: N803
    isLeftSupport: bool,  # noqa: N803
    move: Pose2D,
) -> bool:
    """Turn a foot less until it does not overlap the other one; return whether it did.

    Args:
        lFootBox: Corners of the left foot, clockwise from above, front left first.
        rFootBox: Of the right foot, likewise.
        isLeftSupport: The left foot carries, the right one moves.
        move: Of the foot that moves, in the frame of the other one.
    """
    left, right = _corners(lFootBox), _corners(rFootBox)
    fixed, moving = (left, right) if isLeftSupport else (right, left)
    asked = Pose2(move.x, move.y, move.theta)
    apart = turn_apart(asked, fixed, moving)
    move.theta = apart.heading
    return apart is not asked


def getDubinsSolutions(pTargetPose: Pose2D, pCircleRadius: float) -> list[Pose2D]:  # noqa: N803
    """Return a way of an arc, a line and an arc: where the line begins and ends, and the target.

    Raises:
        ValueError: If the target is nearer than four radii.
    """
    target = Pose2(pTargetPose.x, pTargetPose.y, pTargetPose.theta)
    return [Pose2D(*point) for point in dubins_points(target, pCircleRadius)]


def _corners(box: Sequence[Position2D]) -> Corners:
    a, b, c, d = ((corner.x, corner.y) for corner in box)
    return a, b, c, d
