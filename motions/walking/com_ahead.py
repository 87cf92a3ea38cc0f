"""Where the centre of mass will be over the ground when what is commanded now acts.

The robot is taken as a rigid body that turns about the edge of its support sole in the direction
in which it turns already: gravity slows it down until the centre of mass has passed the edge, and
speeds it up from there on.
"""

import math

from hardware.robots.model import Side, Sole
from hardware.sensors_and_commands import GRAVITY
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
    pitch = pitch_ahead(state.pitch, state.gyro[1], x, z, outline, ahead, state.cycle)
    tilt = sole.pitch
    along_gravity = (x * math.sin(tilt) + z * math.cos(tilt)) / math.cos(pitch + tilt)
    return state.com[0] + along_gravity * math.sin(pitch)


def pitch_ahead(
    pitch: float, rate: float, x: float, z: float, outline: Sole, ahead: float, cycle: float
) -> float:
    """Return the pitch, rad, after some time of turning about an edge of the support sole.

    Args:
        pitch: Now, rad.
        rate: Its change, rad/s.
        x: Centre of mass from the support sole's origin, in torso axes, m.
        z: The same upwards, m.
        outline: Outline of a sole.
        ahead: So long, s; whole cycles are looked ahead.
        cycle: Length of the control cycle, s.
    """
    edge = outline.front if rate > 0.0 else -outline.back
    beyond = math.cos(pitch) * x + math.sin(pitch) * z - edge
    above = math.cos(pitch) * z - math.sin(pitch) * x
    length = math.hypot(beyond, above)
    angle = math.atan2(beyond, above)
    began, turned = rate, 0.0
    for _ in range(round(ahead / cycle)):
        rate += cycle * GRAVITY / length * math.sin(angle + turned)
        if rate * began <= 0.0:
            break  # Gravity has stopped it, and the sole lies flat again.
        turned += cycle * rate
    return pitch + turned
