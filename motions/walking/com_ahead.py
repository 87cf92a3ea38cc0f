"""Prediction of the centre of mass over the ground at the time the current command takes effect.

The robot is modelled as a rigid body that rotates about the front or rear edge of its support sole,
in its present direction: gravity decelerates it until the centre of mass has passed the edge and
accelerates it afterwards.
"""

import math

from hardware.robots.model import Side, Sole
from hardware.sensors_and_commands import GRAVITY
from motions.perception.state import RobotState


def com_ahead(state: RobotState, support: Side, outline: Sole, ahead: float) -> float:
    """Return the predicted x of the centre of mass, projected along gravity, in the hip frame, m.

    The projection is onto the plane of the support sole, which rotates with the robot.

    Args:
        state: Current state of the robot.
        support: The support foot.
        outline: Outline of a sole.
        ahead: Prediction horizon, s; rounded to whole cycles.
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
    """Return the predicted pitch of a robot that rotates about an edge of its support sole, rad.

    Args:
        pitch: Current pitch, rad.
        rate: Current pitch rate, rad/s.
        x: Centre of mass relative to the support sole's origin, in torso axes, m.
        z: The same upwards, m.
        outline: Outline of a sole.
        ahead: Prediction horizon, s; rounded to whole cycles.
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
            break  # Gravity has stopped the rotation: the sole lies flat again.
        turned += cycle * rate
    return pitch + turned
