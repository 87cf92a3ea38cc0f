"""Clipping of footsteps, in place, and Dubins paths."""

from collections.abc import Sequence

from hsm.apps.naoqi.almath.poses import Pose2D, Position2D
from motions.kinematics.geometry import Pose2
from motions.locomotion.clipping import clip_to_ellipse, turn_apart
from motions.locomotion.dubins import dubins_points
from motions.locomotion.gait import Corners

# Older programs build the boxes of feet with these.
vectorPose2D = vectorPosition2D = list  # noqa: N816


def clipFootWithEllipse(maxFootX: float, maxFootY: float, move: Pose2D) -> bool:  # noqa: N803
    """Clip a move to an ellipse in place; return whether it was outside.

    Raises:
        ValueError: If a semi-axis is zero.
    """
    asked = Pose2(move.x, move.y)
    inside = clip_to_ellipse(maxFootX, maxFootY, asked)
    move.x, move.y = inside.x, inside.y
    return inside is not asked


def avoidFootCollision(
    lFootBox: Sequence[Position2D | Pose2D],  # noqa: N803
    rFootBox: Sequence[Position2D | Pose2D],  # noqa: N803
    isLeftSupport: bool,  # noqa: N803
    move: Pose2D,
) -> bool:
    """Reduce a foot's turn in place until it does not overlap the other; return whether it did.

    Args:
        lFootBox: Corners of the left foot, clockwise from above, front left first.
        rFootBox: Corners of the right foot, likewise.
        isLeftSupport: Whether the left foot is the support foot and the right one moves.
        move: Pose of the moving foot in the frame of the other one.
    """
    left, right = _corners(lFootBox), _corners(rFootBox)
    fixed, moving = (left, right) if isLeftSupport else (right, left)
    asked = Pose2(move.x, move.y, move.theta)
    apart = turn_apart(asked, fixed, moving)
    move.theta = apart.heading
    return apart is not asked


def getDubinsSolutions(pTargetPose: Pose2D, pCircleRadius: float) -> list[Pose2D]:  # noqa: N803
    """Return a Dubins path of arc, line and arc: start and end of the line, and the target.

    Unlike in the maker's library, whole turns are never in the angle of the line, which walks here
    would execute: the end of the line has the angle of its start, and the target's angle may differ
    by a whole turn from the requested one.

    Raises:
        ValueError: If the target is nearer than four radii.
    """
    target = Pose2(pTargetPose.x, pTargetPose.y, pTargetPose.theta)
    return [Pose2D(*point) for point in dubins_points(target, pCircleRadius)]


def _corners(box: Sequence[Position2D | Pose2D]) -> Corners:
    a, b, c, d = ((corner.x, corner.y) for corner in box)
    return a, b, c, d
