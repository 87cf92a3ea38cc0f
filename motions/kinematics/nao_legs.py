"""Analytic kinematics of the NAO's legs: soles from joints and joints from soles.

Poses are those of the soles (below the ankle axes, on the ground) in the hip frame. The hip yaw
pitch axes lie at 45 degrees in the frontal plane and share one motor, so two independent soles
have one degree of freedom too many: their positions are exact, their yaws a compromise.
Everything is written out in plain floats because the walking engine solves the legs two or three
times per cycle.
"""

import math
from collections.abc import Sequence

from hardware.robots.model import Dimensions
from hardware.robots.nao import Joint
from motions.kinematics.geometry import Pose3
from motions.kinematics.legs import LegSolution

_HALF_SQRT = math.sqrt(0.5)
_QUARTER_TURN = 0.25 * math.pi
# Shorter than any folded leg; keeps the knee triangle defined for an ankle at the hip.
_SHORTEST_LEG = 1e-6

_HIP_YAW_PITCH = int(Joint.L_HIP_YAW_PITCH)
_LEFT_LEG = int(Joint.L_HIP_ROLL)
_RIGHT_LEG = int(Joint.R_HIP_ROLL)


class NaoLegs:
    """Leg kinematics of the NAO."""

    def __init__(self, dimensions: Dimensions) -> None:
        self._dimensions = dimensions

    def solve(self, left: Pose3, right: Pose3, *, clip: float = 0.0) -> LegSolution:
        """Return the leg angles that place both soles; see `LegKinematics`."""
        return solve_legs(left, right, self._dimensions, clip=clip)

    def soles(self, positions: Sequence[float]) -> tuple[Pose3, Pose3]:
        """Return the poses of the left and the right sole; see `LegKinematics`."""
        return sole_poses(positions, self._dimensions)


def solve_legs(
    left: Pose3, right: Pose3, dimensions: Dimensions, *, clip: float = 0.0
) -> LegSolution:
    """Return the leg angles that place both soles.

    Args:
        left: Left sole in the hip frame.
        right: Right sole, likewise.
        dimensions: Lengths of the robot.
        clip: Distance by which a sole may be too far away before it counts as unreachable, m.
    """
    left_ankle = _ankle(left, 1.0, dimensions)
    right_ankle = _ankle(right, -1.0, dimensions)
    hip_yaw_pitch = 0.5 * (_hip_turn(left_ankle) - _hip_turn(right_ankle))
    *left_angles, left_length = _leg(left_ankle, 1.0, hip_yaw_pitch, dimensions)
    *right_angles, right_length = _leg(right_ankle, -1.0, hip_yaw_pitch, dimensions)
    longest = dimensions.thigh + dimensions.tibia + clip
    return LegSolution(
        (hip_yaw_pitch, *left_angles, *right_angles),
        left_length <= longest and right_length <= longest,
    )


_Ankle = tuple[float, float, float, float, float, float, float, float, float, float, float, float]
"""Ankle relative to the hip joint, in axes rotated by 45 degrees about x so that the hip yaw pitch
axis is vertical: position, then rotation matrix row by row."""


def _ankle(sole: Pose3, sign: float, dimensions: Dimensions) -> _Ankle:
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = sole.rotation
    # The ankle lies along the sole's normal, the rotation's third column; relative to its own hip.
    height = dimensions.foot_height
    x = sole.x + r2 * height
    y = sole.y + r5 * height - sign * dimensions.hip_offset_y
    z = sole.z + r8 * height
    # Rx(-45 degrees), of the right leg +45: the hip yaw pitch axis becomes -z, or +z.
    h = _HALF_SQRT
    g = sign * h
    return (
        x,
        h * y + g * z,
        h * z - g * y,
        r0,
        r1,
        r2,
        h * r3 + g * r6,
        h * r4 + g * r7,
        h * r5 + g * r8,
        h * r6 - g * r3,
        h * r7 - g * r4,
        h * r8 - g * r5,
    )


def _hip_turn(ankle: _Ankle) -> float:
    """Return the hip yaw pitch angle that suits this leg alone, in the left leg's sense.

    The hip pitch axis is perpendicular to the line from hip to ankle and lies in the plane of the
    ankle's roll; its direction in the foot is therefore (0, f_z, -f_y), with f the hip relative to
    the foot. Its heading about the (vertical) hip yaw pitch axis is the angle sought. Of the axis's
    two directions the one within a quarter turn is used, as the joint reaches no further.
    """
    x, y, z, r0, r1, r2, r3, r4, r5, _, r7, r8 = ankle
    hip_y = -(r1 * x + r4 * y + r7 * z)
    hip_z = -(r2 * x + r5 * y + r8 * z)
    axis_x = r1 * hip_z - r2 * hip_y
    axis_y = r4 * hip_z - r5 * hip_y
    return math.atan2(axis_x, axis_y) if axis_y >= 0.0 else math.atan2(-axis_x, -axis_y)


def _leg(
    ankle: _Ankle, sign: float, hip_yaw_pitch: float, dimensions: Dimensions
) -> tuple[float, float, float, float, float, float]:
    """Return hip roll, hip pitch, knee, ankle pitch, ankle roll and the length of the leg."""
    x, y, z, _, _, r2, _, _, r5, _, _, r8 = ankle
    # Transform to axes beyond the hip yaw pitch joint, by the inverse rotation.
    c, s = math.cos(hip_yaw_pitch), sign * math.sin(hip_yaw_pitch)
    x, y = c * x - s * y, s * x + c * y
    normal_x, normal_y = c * r2 - s * r5, s * r2 + c * r5

    # Hip: roll and pitch that point the leg at the ankle.
    across = math.sqrt(y * y + z * z)
    roll = -math.atan2(-y, -z)
    base = math.atan2(-x, across if z < 0.0 else -across)
    length = math.sqrt(x * x + across * across)

    # Knee: the triangle of thigh, tibia and the line from hip to ankle (law of cosines).
    thigh, tibia = dimensions.thigh, dimensions.tibia
    side = length if length > _SHORTEST_LEG else _SHORTEST_LEG
    square = thigh * thigh - tibia * tibia
    at_hip = _acos((side * side + square) / (2.0 * thigh * side))
    at_ankle = _acos((side * side - square) / (2.0 * tibia * side))

    # Ankle: the sole's normal in the axes of the line from hip to ankle. Its direction within the
    # plane of the leg gives the pitch, its component out of the plane the roll.
    c, s = math.cos(roll), math.sin(roll)
    normal_y, normal_z = c * normal_y + s * r8, c * r8 - s * normal_y
    c, s = math.cos(base), math.sin(base)
    normal_x, normal_z = c * normal_x - s * normal_z, s * normal_x + c * normal_z
    return (
        roll + sign * _QUARTER_TURN,
        base - at_hip,
        at_hip + at_ankle,
        math.atan2(normal_x, normal_z) - at_ankle,
        math.asin(max(-1.0, min(1.0, -normal_y))),
        length,
    )


def _acos(value: float) -> float:
    """Return the arc cosine, clipped for a fully stretched or folded leg."""
    return math.acos(1.0 if value > 1.0 else -1.0 if value < -1.0 else value)


def sole_poses(positions: Sequence[float], dimensions: Dimensions) -> tuple[Pose3, Pose3]:
    """Return the poses of the left and the right sole in the hip frame.

    Args:
        positions: Joint angles, in wire order, rad.
        dimensions: Lengths of the robot.
    """
    hip = positions[_HIP_YAW_PITCH]
    return (
        _sole(hip, positions[_LEFT_LEG : _LEFT_LEG + 5], 1.0, dimensions),
        _sole(hip, positions[_RIGHT_LEG : _RIGHT_LEG + 5], -1.0, dimensions),
    )


def _sole(hip_yaw_pitch: float, leg: Sequence[float], sign: float, dimensions: Dimensions) -> Pose3:
    hip_roll, hip_pitch, knee_pitch, ankle_pitch, ankle_roll = leg

    # Columns x, y, z of the frame beyond hip yaw pitch (Rodrigues about (0, 1, -sign)/sqrt 2).
    c, s = math.cos(hip_yaw_pitch), math.sin(hip_yaw_pitch) * _HALF_SQRT
    mid, cross = 0.5 + 0.5 * c, sign * (0.5 * c - 0.5)
    xx, xy, xz = c, -sign * s, -s
    # Beyond hip roll; x is unchanged.
    c, d = math.cos(hip_roll), math.sin(hip_roll)
    yx, yy, yz = c * sign * s + d * s, c * mid + d * cross, c * cross + d * mid
    zx, zy, zz = c * s - d * sign * s, c * cross - d * mid, c * mid - d * cross

    # The three pitch joints rotate about the same y axis: positions along x and z of that frame.
    shin_angle = hip_pitch + knee_pitch
    foot_angle = shin_angle + ankle_pitch
    along_x = -dimensions.thigh * math.sin(hip_pitch) - dimensions.tibia * math.sin(shin_angle)
    along_z = -dimensions.thigh * math.cos(hip_pitch) - dimensions.tibia * math.cos(shin_angle)
    c, s = math.cos(foot_angle), math.sin(foot_angle)
    fxx, fxy, fxz = c * xx - s * zx, c * xy - s * zy, c * xz - s * zz
    fzx, fzy, fzz = s * xx + c * zx, s * xy + c * zy, s * xz + c * zz

    # Ankle roll rotates y and z of the foot.
    c, s = math.cos(ankle_roll), math.sin(ankle_roll)
    nx, ny, nz = c * fzx - s * yx, c * fzy - s * yy, c * fzz - s * yz
    height = dimensions.foot_height
    return Pose3(
        along_x * xx + along_z * zx - height * nx,
        sign * dimensions.hip_offset_y + along_x * xy + along_z * zy - height * ny,
        along_x * xz + along_z * zz - height * nz,
        (
            fxx,
            c * yx + s * fzx,
            nx,
            fxy,
            c * yy + s * fzy,
            ny,
            fxz,
            c * yz + s * fzz,
            nz,
        ),
    )
