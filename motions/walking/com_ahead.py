"""Where the centre of mass will be over the ground when what is commanded now acts.

The robot is taken as a rigid body that turns about the edge of its support sole in the direction
in which it turns already: gravity slows it down until the centre of mass has passed the edge, and
speeds it up from there on.
"""

import math

from hardware.frames import CYCLE, GRAVITY
from hardware.nao import Side, Sole
from motions.perception.state import RobotState


def com_ahead(state: RobotState, support: Side, outline: Sole, ahead: float) -> float:
    """Return the x of the centre of mass, projected along gravity, in the hip frame, m.

    It is projected to the plane of the support sole, which turns with the robot.

    Args:
        state: The robot now.
        support: The foot that it turns over.
        outline: Outline of a sole.
        ahead: So far into the future, s; whole cycles are looked ahead.
    """
    sole = state.sole(support)
    x, z = state.com[0] - sole.x, state.com[2] - sole.z
    pitch = pitch_ahead(state.pitch, state.gyro[1], x, z, outline, round(ahead / CYCLE))
    tilt = sole.pitch
    along_gravity = (x * math.sin(tilt) + z * math.cos(tilt)) / math.cos(pitch + tilt)
    return state.com[0] + along_gravity * math.sin(pitch)


def pitch_ahead(pitch: float, rate: float, x: float, z: float, outline: Sole, cycles: int) -> float:
    """Return the pitch, rad, after some cycles of turning about an edge of the support sole.

    Args:
        pitch: Now, rad.
        rate: Its change, rad/s.
        x: Centre of mass from the support sole's origin, in torso axes, m.
        z: The same upwards, m.
        outline: Outline of a sole.
        cycles: So many.
    """
    edge = outline.front if rate > 0.0 else -outline.back
    ahead = math.cos(pitch) * x + math.sin(pitch) * z - edge
    above = math.cos(pitch) * z - math.sin(pitch) * x
    length = math.hypot(ahead, above)
    angle = math.atan2(ahead, above)
    began, turned = rate, 0.0
    for _ in range(cycles):
        rate += CYCLE * GRAVITY / length * math.sin(angle + turned)
        if rate * began <= 0.0:
            break  # Gravity has stopped it, and the sole lies flat again.
        turned += CYCLE * rate
    return pitch + turned
