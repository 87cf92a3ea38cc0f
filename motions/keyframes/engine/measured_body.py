"""Measurements of the robot for the keyframe engine, mirrored along with the motion.

A mirrored motion is played as written on a mirrored robot: measurements are mirrored on input and
targets on output, so that no other part of the engine distinguishes sides.
"""

import math

from hardware.cycle_data import cycle_data
from hardware.robots.model import RobotModel
from hardware.units import Point
from motions.keyframes.engine.parameters import SupportPolygon
from motions.keyframes.motions.quantities import MotionQuantities
from motions.kinematics.chains import Chain
from motions.kinematics.geometry import rotate
from motions.kinematics.mirror import Mirror, mirror_joints
from motions.perception.state import RobotState


@cycle_data
class TorsoLean:
    """Lean of the torso, without the singularity of roll and pitch near lying.

    Attributes:
        pitch: Angle of the torso's axis in its sagittal plane, rad, -pi to pi: 90 degrees is lying
            on the front, -90 on the back, 120 head down.
        roll: Angle of that plane against the vertical, rad: 90 degrees is lying on the right side.
    """

    pitch: float
    roll: float


def lean_of(up: Point) -> TorsoLean:
    """Return the lean of a torso in whose axes the world's up direction is `up`."""
    x, y, z = up
    return TorsoLean(math.atan2(-x, z), math.asin(max(-1.0, min(1.0, y))))


@cycle_data
class Body:
    """The robot in one cycle, mirrored if the motion is.

    Attributes:
        positions: Measured joint angles, in wire order, rad.
        lean: Of the torso.
        pitch_rate: About the torso's y axis, rad/s.
        com_height: Above the lower sole, m.
        com_x: Centre of mass ahead of the middle of the support polygon, in the level frame, m.
        com_y: ... left of it, m.
        com_outside_x: Its distance ahead of the polygon's front or behind its rear, m; negative
            between them. If one foot is ahead of the other, the edge that it leaves first counts,
            as in the source: weight between the feet is over no sole.
        foot_support: -1 for all weight on the right foot, 1 for all on the left.
    """

    positions: tuple[float, ...]
    lean: TorsoLean
    pitch_rate: float
    com_height: float
    com_x: float
    com_y: float
    com_outside_x: float
    foot_support: float


def body_of(state: RobotState, polygon: SupportPolygon, mirror: Mirror | None) -> Body:
    """Return the robot as the motion sees it: mirrored if `mirror` is given."""
    lean = lean_of(state.up)
    x, y, outside = _com_offset(state, polygon, lean)
    side = 1.0 if mirror is None else -1.0
    return Body(
        positions=state.positions if mirror is None else mirror_joints(mirror, state.positions),
        lean=TorsoLean(lean.pitch, side * lean.roll),
        pitch_rate=state.gyro[1],
        com_height=state.com_height,
        com_x=x,
        com_y=side * y,
        com_outside_x=outside,
        foot_support=side * state.support.balance,
    )


def quantities_of(
    body: Body,
    model: RobotModel,
    wrists: tuple[Chain, Chain],
    *,
    request: tuple[float, ...],
    tries: int,
    pitch_fluctuation: float = 0.0,
    wait_time: float = 0.0,
    break_up: bool = False,
) -> MotionQuantities:
    """Return what conditions may refer to; arguments as in `MotionQuantities`."""
    return MotionQuantities(
        model=model,
        wrists=wrists,
        positions=body.positions,
        request=request,
        torso_pitch=body.lean.pitch,
        torso_roll=body.lean.roll,
        pitch_rate=body.pitch_rate,
        pitch_fluctuation=pitch_fluctuation,
        com_height=body.com_height,
        com_outside_x=body.com_outside_x,
        foot_support=body.foot_support,
        wait_time=wait_time,
        tries=float(tries),
        break_up=float(break_up),
    )


def _com_offset(
    state: RobotState, polygon: SupportPolygon, lean: TorsoLean
) -> tuple[float, float, float]:
    """Return the CoM relative to the middle of the support polygon, and how far outside it is, m.

    Both in the level frame; the middle is the mean of the polygon's four corners.
    """
    com_x, com_y, com_z = state.com
    front: list[float] = []
    back: list[float] = []
    x = y = 0.0
    pitch_c, pitch_s = math.cos(lean.pitch), math.sin(lean.pitch)
    roll_c, roll_s = math.cos(lean.roll), math.sin(lean.roll)
    for sole, side in ((state.left_sole, 1.0), (state.right_sole, -1.0)):
        for ahead, edges in ((polygon.front, front), (-polygon.back, back)):
            corner = rotate(sole.rotation, (ahead, side * polygon.half_width, 0.0))
            # From the corner to the mass, then level: Ry(pitch) first, Rx(roll) of what is left.
            dx, dy = com_x - corner[0] - sole.x, com_y - corner[1] - sole.y
            dz = com_z - corner[2] - sole.z
            level_x, level_z = pitch_c * dx + pitch_s * dz, pitch_c * dz - pitch_s * dx
            edges.append(level_x)
            x += 0.25 * level_x
            y += 0.25 * (roll_c * dy - roll_s * level_z)
    outside = max(front) if x >= 0.0 else max(-item for item in back)
    return x, y, outside
