"""What the keyframe engine sees of the robot, turned into the frame of the motion.

A mirrored motion is played as written on a mirrored robot: measurements are mirrored on the way in
and targets on the way out, so that no other part of the engine knows of sides.
"""

import math
from dataclasses import dataclass

from hardware.nao import Joint
from hardware.units import Point
from motions.keyframes.parameters import SupportPolygon
from motions.kinematics.geometry import rotate
from motions.kinematics.mirror import mirror_joints
from motions.perception.state import RobotState

_KNEES = (Joint.L_KNEE_PITCH, Joint.R_KNEE_PITCH)


@dataclass(frozen=True, slots=True)
class Lean:
    """Which way the torso leans, without the gimbal trap of roll and pitch near lying.

    Attributes:
        pitch: Angle of the torso's axis in its sagittal plane, rad, -pi to pi: 90 degrees is lying
            on the front, -90 on the back, 120 head down.
        roll: Angle of that plane against the vertical, rad: 90 degrees is lying on the right side.
    """

    pitch: float
    roll: float


def lean_of(up: Point) -> Lean:
    """Return the lean of a torso in whose axes the world's up direction is `up`."""
    x, y, z = up
    return Lean(math.atan2(-x, z), math.asin(max(-1.0, min(1.0, y))))


@dataclass(frozen=True, slots=True)
class Body:
    """The robot in one cycle, mirrored if the motion is.

    Attributes:
        positions: Measured joint angles, (25,), rad.
        lean: Of the torso.
        pitch_rate: About the torso's y axis, rad/s.
        com_height: Above the lower sole, m.
        com_x: Centre of mass ahead of the middle of the soles, in the level frame, m.
        com_y: ... left of it, m.
        foot_support: -1 all on the right, 1 all on the left.
    """

    positions: tuple[float, ...]
    lean: Lean
    pitch_rate: float
    com_height: float
    com_x: float
    com_y: float
    foot_support: float

    @property
    def min_knee_pitch(self) -> float:
        """Return the smaller knee angle, rad."""
        return min(self.positions[joint] for joint in _KNEES)


def body_of(state: RobotState, polygon: SupportPolygon, *, mirrored: bool) -> Body:
    """Return the robot as the motion sees it."""
    lean = lean_of(state.up)
    x, y = _com_offset(state, polygon, lean)
    if not mirrored:
        return Body(
            state.positions, lean, state.gyro[1], state.com_height, x, y, state.support.balance
        )
    return Body(
        mirror_joints(state.positions),
        Lean(lean.pitch, -lean.roll),
        state.gyro[1],
        state.com_height,
        x,
        -y,
        -state.support.balance,
    )


def _com_offset(state: RobotState, polygon: SupportPolygon, lean: Lean) -> tuple[float, float]:
    """Return the CoM seen from the mean of the support polygon's four corners, level frame, m."""
    middle = 0.5 * (polygon.front - polygon.back)
    left = rotate(state.left_sole.rotation, (middle, polygon.half_width, 0.0))
    right = rotate(state.right_sole.rotation, (middle, -polygon.half_width, 0.0))
    x = state.com[0] - 0.5 * (left[0] + right[0] + state.left_sole.x + state.right_sole.x)
    y = state.com[1] - 0.5 * (left[1] + right[1] + state.left_sole.y + state.right_sole.y)
    z = state.com[2] - 0.5 * (left[2] + right[2] + state.left_sole.z + state.right_sole.z)
    c, s = math.cos(lean.pitch), math.sin(lean.pitch)
    level_x, level_z = c * x + s * z, c * z - s * x
    return level_x, math.cos(lean.roll) * y - math.sin(lean.roll) * level_z
