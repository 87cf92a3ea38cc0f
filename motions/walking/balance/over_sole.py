"""Where the centre of mass is over a sole, as a share of its length."""

import math

from hardware.nao import Side, Sole
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
