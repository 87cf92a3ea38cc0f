"""Names of the parts of a third-party NAO model, and their geometry in it.

A map names bodies, joints and actuators of an MJCF; `mistakes.py` checks it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.plant.model import joint_name
from hardware.units import Angle

Vector = NDArray[np.float64]
AXIS = math.cos(math.radians(10.0))
"""Cosine of the largest angle between an axis and a NAO's."""


@dataclass(frozen=True, slots=True)
class JointMap:
    """Names in a foreign model.

    Attributes:
        torso: Body with the free joint, x forward and z up at zero pose.
        head: Body of the head.
        left_foot: Body of the left foot, turned by the ankle roll.
        right_foot: Body of the right foot.
        joints: Joint in the model by ours; arms and head may be left out, legs may not.
        right_hip_yaw_pitch: The right one of the two joints that one motor turns on a NAO.
        actuators: Actuator of a joint, if several drive it.
        zeros: NAO's angle when the model's joint is at zero, for joints with another zero, rad.
            Joints that turn in the opposite direction need not be named.
        imu: Site of the inertial unit; None for a NAO's position.
    """

    torso: str
    head: str
    left_foot: str
    right_foot: str
    joints: dict[Joint, str]
    right_hip_yaw_pitch: str
    actuators: dict[Joint, str] = field(default_factory=dict)
    zeros: dict[Joint, Angle] = field(default_factory=dict)
    imu: str | None = None


class Drive(Enum):
    """Types of actuators."""

    POSITION = "position servo"
    TORQUE = "torque motor"


def drive_of(model: Any, actuator: int) -> Drive | None:
    """Return the type of an actuator of a compiled model; None if it is neither."""
    gain, stiffness = model.actuator_gainprm[actuator][0], model.actuator_biasprm[actuator][1]
    if model.actuator_gaintype[actuator] != mujoco.mjtGain.mjGAIN_FIXED or gain == 0.0:
        return None
    if model.actuator_biastype[actuator] == mujoco.mjtBias.mjBIAS_NONE:
        return Drive.TORQUE
    affine = model.actuator_biastype[actuator] == mujoco.mjtBias.mjBIAS_AFFINE
    return Drive.POSITION if affine and math.isclose(stiffness, -gain, rel_tol=1e-6) else None


def drivers(model: Any, joint: str) -> list[int]:
    """Return the actuators that drive a joint directly."""
    index = model.joint(joint).id
    kinds = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    return [
        actuator
        for actuator in range(model.nu)
        if model.actuator_trntype[actuator] in kinds and model.actuator_trnid[actuator][0] == index
    ]


def driver_of(model: Any, names: JointMap, joint: Joint) -> int:
    """Return the actuator of a joint of a map without mistakes."""
    if joint in names.actuators:
        return int(model.actuator(names.actuators[joint]).id)
    return drivers(model, names.joints[joint])[0]


@dataclass(frozen=True, slots=True)
class Hinge:
    """A hinge: a point on its axis (m) and the axis, in the frame of some body."""

    anchor: Vector
    axis: Vector


def hinges(model: Any, torso: str, pose: Mapping[str, float] | None = None) -> dict[str, Hinge]:
    """Return all hinges of a foreign model in a pose, in the frame of its torso.

    Args:
        model: The compiled model.
        torso: Name of its torso.
        pose: Angles by joint, rad; every other joint is at zero.
    """
    data = mujoco.MjData(model)
    at_zero(model, data)
    for name, angle in (pose or {}).items():
        data.qpos[model.jnt_qposadr[model.joint(name).id]] = angle
    mujoco.mj_kinematics(model, data)
    body = model.body(torso).id
    turn, origin = data.xmat[body].reshape(3, 3).T, data.xpos[body]
    return {
        model.joint(index).name: Hinge(
            turn @ (data.xanchor[index] - origin), turn @ data.xaxis[index]
        )
        for index in np.flatnonzero(model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE).tolist()
    }


def at_zero(model: Any, data: Any) -> None:
    """Set every hinge to zero."""
    data.qpos[model.jnt_qposadr[model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE]] = 0.0


def hinges_of(nao: RobotModel) -> dict[str, Hinge]:
    """Return all joints of a NAO at zero pose by their name in our model, in the torso's frame."""
    places: dict[str, Vector] = {}
    found: dict[str, Hinge] = {}
    for link in nao.links:
        places[link.name] = places.get(link.parent, np.zeros(3)) + np.array(link.origin)
        if link.joint:
            axis = np.array(link.axis)
            found[joint_name(link)] = Hinge(places[link.name], axis / np.linalg.norm(axis))
    return found


def hips(found: Mapping[str, Hinge], left: str, right: str) -> Vector:
    """Return the point midway between two hip joints, (3,), m."""
    middle: Vector = 0.5 * (found[left].anchor + found[right].anchor)
    return middle
