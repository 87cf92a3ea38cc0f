"""Clips a footstep in three stages: a box, an ellipse, and the collision of the feet.

Every function takes the move of a foot in the frame of the support foot, and returns the clipped
move; an allowed move is returned unchanged. Source: NAOqi, footsteps clipping, and the geometry of
libalmath.
"""

import math
from typing import Final

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2
from motions.locomotion.gait import Corners, GaitParameters, StepOutreach
from motions.scalars import clamp

_BEYOND: Final = 1.00001
"""Ellipse value from which a move is outside: one on the ellipse must stay unchanged."""
_PARALLEL: Final = 1e-5
"""Cross product of two edges, m2, below which they count as parallel."""
_CLEARLY: Final = 1e-6
"""Gap along an axis, m, that exceeds rounding errors: such boxes do not overlap."""
_BISECTIONS: Final = 5


@cycle_data
class ClippedStep:
    """A clipped footstep.

    Attributes:
        move: Move in the frame of the support foot, m, m and rad.
        by: Stages that changed it, of 'gait', 'ellipse', 'collision'.
    """

    move: Pose2
    by: tuple[str, ...]


def clip_footstep(move: Pose2, support: Side, gait: GaitParameters) -> ClippedStep:
    """Return a footstep after all three stages, with the extremes of the gait as limits.

    Raises:
        ValueError: If a number of the move is not finite.
    """
    if not math.isfinite(move.x + move.y + move.heading):
        raise ValueError(f"footstep ({move.x}, {move.y}, {move.heading}) is not finite")
    extremes, box = gait.extremes, gait.foot_box
    near = clip_gait(move, support, extremes)
    inside = clip_with_ellipse(near, extremes)
    apart = turn_apart(inside, box.corners(support), box.corners(support.other))
    stages = {
        "gait": near != move,
        "ellipse": inside != near,
        "collision": apart != inside,
    }
    return ClippedStep(apart, tuple(name for name, clipped in stages.items() if clipped))


def clip_gait(move: Pose2, support: Side, limits: StepOutreach) -> Pose2:
    """Return a move within the longest steps, no nearer to the support foot than allowed."""
    x = clamp(move.x, limits.min_x, limits.max_x)
    outside = support.other.sign
    y = outside * clamp(outside * move.y, limits.min_y, limits.max_y)
    heading = clamp(move.heading, -limits.max_theta, limits.max_theta)
    if (x, y, heading) == (move.x, move.y, move.heading):
        return move
    return Pose2(x, y, heading)


def clip_with_ellipse(move: Pose2, limits: StepOutreach) -> Pose2:
    """Return a move within an ellipse that begins at the least lateral distance."""
    offset = math.copysign(limits.min_y, move.y)
    if abs(move.y) <= limits.min_y:
        return move
    furthest = limits.max_x if move.x >= 0.0 else limits.min_x
    moved = Pose2(move.x, move.y - offset, move.heading)
    inside = clip_to_ellipse(furthest, limits.max_y - limits.min_y, moved)
    return move if inside is moved else Pose2(inside.x, inside.y + offset, inside.heading)


def clip_to_ellipse(max_x: float, max_y: float, move: Pose2) -> Pose2:
    """Scale a move onto an ellipse around the origin if it is outside; the heading stays.

    Args:
        max_x: Semi-axis along x, m; its sign does not matter.
        max_y: Semi-axis along y, m, likewise.
        move: The move to clip.

    Raises:
        ValueError: If a semi-axis is zero.
    """
    if max_x == 0.0 or max_y == 0.0:
        raise ValueError(f"semi-axes {max_x} m and {max_y} m of an ellipse must not be zero")
    value = (move.x / max_x) ** 2 + (move.y / max_y) ** 2
    if value < _BEYOND:
        return move
    share = 1.0 / math.sqrt(value)
    return Pose2(share * move.x, share * move.y, move.heading)


def turn_apart(move: Pose2, fixed: Corners, moving: Corners) -> Pose2:
    """Reduce the turn of a foot, in 32nds of the request, until it does not overlap the other one.

    If it overlaps even without a turn, the turn is zero and the overlap remains; this never happens
    with a move from `clip_gait`.

    Args:
        move: Move of the moving foot, in the frame of the other one.
        fixed: Corners of the support foot, clockwise from above.
        moving: Corners of the moving foot, likewise.
    """
    if not boxes_overlap(fixed, placed(moving, move)):
        return move
    free, taken = 0.0, move.heading
    for _ in range(_BISECTIONS):
        middle = 0.5 * (free + taken)
        if boxes_overlap(fixed, placed(moving, Pose2(move.x, move.y, middle))):
            taken = middle
        else:
            free = middle
    return Pose2(move.x, move.y, free)


def placed(corners: Corners, pose: Pose2) -> Corners:
    """Return corners transformed by a pose."""
    cosine, sine = math.cos(pose.heading), math.sin(pose.heading)
    a, b, c, d = (
        (pose.x + cosine * x - sine * y, pose.y + sine * x + cosine * y) for x, y in corners
    )
    return a, b, c, d


def boxes_overlap(first: Corners, second: Corners) -> bool:
    """Return whether two boxes overlap; corners clockwise from above."""
    for axis in (0, 1):
        one, other = [corner[axis] for corner in first], [corner[axis] for corner in second]
        if max(one) < min(other) - _CLEARLY or max(other) < min(one) - _CLEARLY:
            return False
    return (
        any(
            segments_meet(a, b, c, d)
            for a, b in zip(first, first[1:] + first[:1], strict=True)
            for c, d in zip(second, second[1:] + second[:1], strict=True)
        )
        or _inside(first[0], second)
        or _inside(second[0], first)
    )


def segments_meet(
    start: FlatPoint, end: FlatPoint, other_start: FlatPoint, other_end: FlatPoint
) -> bool:
    """Return whether two segments meet, including at their ends; parallel ones never do."""
    ax, ay = end[0] - start[0], end[1] - start[1]
    bx, by = other_end[0] - other_start[0], other_end[1] - other_start[1]
    cross = bx * ay - ax * by
    if abs(cross) < _PARALLEL:
        return False
    gap_x, gap_y = start[0] - other_start[0], start[1] - other_start[1]
    along_other = (ay * gap_x - ax * gap_y) / cross
    along = (by * gap_x - bx * gap_y) / cross
    return 0.0 <= along_other <= 1.0 and 0.0 <= along <= 1.0


def _inside(point: FlatPoint, corners: Corners) -> bool:
    """Return whether a point is strictly to the right of every edge, clockwise."""
    return all(
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) < 0.0
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )
