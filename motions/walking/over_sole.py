"""Where the centre of mass is over a sole: as a share of its length, and sideways."""

import math

from hardware.robots.model import Side, Sole
from motions.perception.state import RobotState


def over_sole(state: RobotState, side: Side, outline: Sole, pitch: float) -> float:
    """Return where the centre of mass is over a sole, along gravity: 0 at the heel, 1 at the toes.

    Args:
        state: The robot now.
        side: The foot.
        outline: Outline of a sole.
        pitch: The torso's pitch, measured or looked ahead, rad.
    """
    sole = state.sole(side)
    x, z = state.com[0] - sole.x, state.com[2] - sole.z
    ahead = math.cos(pitch) * x + math.sin(pitch) * z
    return (ahead + outline.back) / (outline.back + outline.front)


def across_sole(y: float, middle: float, centre: float, outline: Sole) -> float:
    """Return where a point is sideways over a sole: 0.5 inner edge, 0.75 centre, 1 outer edge.

    0 is the middle between the feet, and the numbers go on beyond both ends.

    Args:
        y: The point, on an axis that points outwards from the middle to the sole, m.
        middle: The middle between the feet, m.
        centre: The sole's origin, m.
        outline: Outline of a sole.
    """
    inner = centre - outline.inner
    if y <= inner:
        return 0.5 * (y - middle) / max(inner - middle, 1e-6)
    if y <= centre:
        return 0.5 + 0.25 * (y - inner) / outline.inner
    return 0.75 + 0.25 * (y - centre) / outline.outer


def past_middle(state: RobotState, side: Side) -> float:
    """Return how far the centre of mass is past the middle of the feet towards one, level, m."""
    left, right, com = state.left_sole, state.right_sole, state.com
    y, z = com[1] - 0.5 * (left.y + right.y), com[2] - 0.5 * (left.z + right.z)
    return side.sign * (math.cos(state.roll) * y - math.sin(state.roll) * z)
