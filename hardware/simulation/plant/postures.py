"""Starting postures, and placing the robot on the ground in one."""

import math
from collections.abc import Mapping
from typing import Any

import mujoco

from hardware.declared import shortened
from hardware.postures import Posture
from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.plant.field import FLOOR
from hardware.simulation.plant.layout import Physics, set_joint
from hardware.simulation.plant.model import MOTORS

StartPosture = Posture | Mapping[Joint, float]
"""A named posture, or joint angles in rad; joints left out are as in STANDING."""
_DEG = math.pi / 180.0
_FAR = 10.0
"""Distance up to which MuJoCo looks for the floor, m: more than any posture's height."""


_ARMS_DOWN = {
    Joint.L_SHOULDER_PITCH: 90.0,
    Joint.L_SHOULDER_ROLL: 7.0,
    Joint.L_ELBOW_YAW: 0.0,
    Joint.L_ELBOW_ROLL: -2.0,
    Joint.L_WRIST_YAW: -90.0,
    Joint.R_SHOULDER_PITCH: 90.0,
    Joint.R_SHOULDER_ROLL: -7.0,
    Joint.R_ELBOW_YAW: 0.0,
    Joint.R_ELBOW_ROLL: 2.0,
    Joint.R_WRIST_YAW: 90.0,
}
_NO_LEGS = {joint: 0.0 for joint in MOTORS} | _ARMS_DOWN


_PITCHES = (
    (Joint.L_HIP_PITCH, Joint.L_KNEE_PITCH, Joint.L_ANKLE_PITCH),
    (Joint.R_HIP_PITCH, Joint.R_KNEE_PITCH, Joint.R_ANKLE_PITCH),
)
"""Pitch joints of the left and the right leg."""


def _legs(*angles: float) -> dict[Joint, float]:
    """Return the pitch joints of both legs at these angles, degrees, from the hip down."""
    return {joint: angle for leg in _PITCHES for joint, angle in zip(leg, angles, strict=True)}


# Knees and arms in front of the body keep a robot on its side; stretched, it would roll over.
_CURLED = _NO_LEGS | _legs(-50.0, 70.0, 0.0)
_CURLED |= {Joint.L_SHOULDER_PITCH: 20.0, Joint.R_SHOULDER_PITCH: 20.0}


_LYING_ATTITUDE = {
    Posture.LYING_FRONT: (0.0, 90.0),
    Posture.LYING_BACK: (0.0, -90.0),
    Posture.LYING_LEFT: (-90.0, 0.0),
    Posture.LYING_RIGHT: (90.0, 0.0),
}
"""Roll and pitch before the robot settles, degrees."""

_ANGLES = {
    # The walking stance: hips 230 mm above the soles, soles 12 mm behind the hips.
    Posture.STANDING: _NO_LEGS | _legs(-20.76, 48.23, -27.46),
    # Squatting: knees at their stops and torso balanced over the hips, so that friction alone holds
    # a limp robot for some seconds.
    Posture.SITTING: _NO_LEGS | _legs(-54.0, 124.0, -68.0),
    Posture.LYING_FRONT: _NO_LEGS,
    Posture.LYING_BACK: _NO_LEGS,
    Posture.LYING_LEFT: _CURLED,
    Posture.LYING_RIGHT: _CURLED,
}


def posture_angles(nao: RobotModel, posture: StartPosture) -> dict[Joint, float]:
    """Return the angles of all motors in rad, within their limits.

    Args:
        nao: The robot's data.
        posture: The posture.

    Raises:
        TypeError: If it is not a posture, or a key of it is not a joint.
        ValueError: If an angle is NaN, or beyond half a turn.
    """
    if not isinstance(posture, Posture | Mapping):
        raise TypeError(
            f"expected posture to be {', '.join(map(str, Posture))} or angles by joint, "
            f"got {shortened(posture)}"
        )
    named = posture if isinstance(posture, Posture) else Posture.STANDING
    angles = {joint: angle * _DEG for joint, angle in _ANGLES[named].items()}
    if not isinstance(posture, Posture):
        for joint, angle in posture.items():
            if not isinstance(joint, Joint):
                raise TypeError(f"expected joints such as Joint.L_KNEE_PITCH, got {joint!r}")
            if not -math.pi <= angle <= math.pi:  # also true for NaN
                raise ValueError(f"expected {joint.key} to be from -pi to pi rad, got {angle!r}")
        angles |= {joint: angle for joint, angle in posture.items() if joint in angles}
    return {
        joint: min(nao.specs[joint].max, max(nao.specs[joint].min, angle))
        for joint, angle in angles.items()
    }


def place(physics: Physics, angles: Mapping[Joint, float], posture: StartPosture) -> None:
    """Place the robot in a posture with its lowest shape just touching the ground."""
    model, data = physics.model, physics.data
    for joint, angle in angles.items():
        set_joint(physics.layout, data.qpos, joint, angle)
    roll = pitch = 0.0
    if isinstance(posture, Posture) and posture.is_lying:
        roll, pitch = (angle * _DEG for angle in _LYING_ATTITUDE[posture])
    else:
        pitch = -_sole_pitch(angles)
    data.qpos[:3] = 0.0
    mujoco.mju_euler2Quat(data.qpos[3:7], (0.0, pitch, roll), "zyx")
    mujoco.mj_kinematics(model, data)
    data.qpos[2] = -_lowest_point(model, data)


def _sole_pitch(angles: Mapping[Joint, float]) -> float:
    """Return the pitch of the soles relative to the torso, rad, mean of both legs."""
    return 0.5 * sum(angles[joint] for leg in _PITCHES for joint in leg)


def _lowest_point(model: Any, data: Any) -> float:
    """Return the height of the lowest point of the robot's shapes, m."""
    # The robot is the first body with joints; props do not count.
    floor, robot = model.geom(FLOOR).id, model.dof_bodyid[0]
    distances = (
        mujoco.mj_geomDistance(model, data, floor, geom, _FAR, None)
        for geom in range(model.ngeom)
        if model.body_rootid[model.geom_bodyid[geom]] == robot
        and (model.geom_contype[geom] or model.geom_conaffinity[geom])
    )
    return float(min(distances))
