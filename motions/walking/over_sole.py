"""Position of the centre of mass relative to a sole: along its length and across it."""

import math

from hardware.robots.model import Side, Sole
from motions.perception.state import RobotState


def over_sole(state: RobotState, side: Side, outline: Sole, pitch: float) -> float:
    """Return the centre of mass's position along a sole, level: 0 at the heel, 1 at the toes.

    Args:
        state: Current state of the robot.
        side: The foot.
        outline: Outline of a sole.
        pitch: Torso pitch, measured or predicted, rad.
    """
    sole = state.sole(side)
    x, z = state.com[0] - sole.x, state.com[2] - sole.z
    ahead = math.cos(pitch) * x + math.sin(pitch) * z
    return (ahead + outline.back) / (outline.back + outline.front)


def across_sole(y: float, middle: float, centre: float, outline: Sole) -> float:
    """Return a point's position across a sole: 0.5 inner edge, 0.75 origin, 1 outer edge.

    0 is the middle between the feet; values beyond both ends are extrapolated.

    Args:
        y: The point, on an axis that points outwards from the middle to the sole, m.
        middle: The middle between the feet on that axis, m.
        centre: The sole's origin on that axis, m.
        outline: Outline of a sole.
    """
    inner = centre - outline.inner
    if y <= inner:
        return 0.5 * (y - middle) / max(inner - middle, 1e-6)
    if y <= centre:
        return 0.5 + 0.25 * (y - inner) / outline.inner
    return 0.75 + 0.25 * (y - centre) / outline.outer


def past_middle(state: RobotState, side: Side) -> float:
    """Return how far the centre of mass is past the feet's midpoint towards a foot, level, m."""
    left, right, com = state.left_sole, state.right_sole, state.com
    y, z = com[1] - 0.5 * (left.y + right.y), com[2] - 0.5 * (left.z + right.z)
    return side.sign * (math.cos(state.roll) * y - math.sin(state.roll) * z)
