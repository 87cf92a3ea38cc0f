"""How the parts of somebody else's NAO model are called, and whether they are what they are said.

A map names bodies, joints and actuators of an MJCF. Its mistakes are found by looking: a joint must
turn about the axis, and sit where, a NAO has it, seen from the hips at zero pose; so a name that
exists but belongs to another joint is found too.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.robots.nao import HAND_JOINTS, LEG_JOINTS, Joint
from hardware.simulation.plant.model import R_HIP_YAW_PITCH, joint_name
from hardware.units import Angle

Vector = NDArray[np.float64]
Mistake = tuple[tuple[str | int, ...], str]
"""Path in the map and what is wrong there."""

_RIGHT_YAW = ("right_hip_yaw_pitch",)
AXIS = math.cos(math.radians(10.0))
"""Cosine of how far an axis may lie beside a NAO's."""
_PLACE = 0.05
"""How far a joint may sit from a NAO's, m: left and right hips are twice as far apart."""


@dataclass(frozen=True, slots=True)
class JointMap:
    """Names in a foreign model.

    Attributes:
        torso: Body with the free joint, x forward and z up at zero pose.
        head: Body of the head.
        left_foot: Body of the left foot, behind the ankle roll.
        right_foot: Body of the right foot.
        joints: Joint of each of ours; arms and head may be left out, legs may not.
        right_hip_yaw_pitch: The right one of the two joints that one motor turns on a NAO.
        actuators: Actuator of a joint, where more than one drives it.
        zeros: NAO's angle where the model's joint is at zero, for joints where that is not the
            same, rad. Joints that turn the other way round need not be named.
        imu: Site of the inertial unit; a NAO's place if there is none.
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
    """What an actuator makes of its control value."""

    POSITION = "position servo"
    TORQUE = "torque motor"


def drive_of(model: Any, actuator: int) -> Drive | None:
    """Return what an actuator of a compiled model is; None if it is neither."""
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


def mistakes(model: Any, nao: RobotModel, names: JointMap) -> Iterator[Mistake]:
    """Yield everything that is wrong with a map.

    Args:
        model: The compiled foreign model, its joints made to count as a NAO's.
        nao: What a NAO is.
        names: The map.
    """
    bodies = [model.body(index).name for index in range(model.nbody)]
    for key in ("torso", "head", "left_foot", "right_foot"):
        yield from _unknown((key,), "body", getattr(names, key), bodies)
    if names.imu is not None:
        sites = [model.site(index).name for index in range(model.nsite)]
        yield from _unknown(("imu",), "site", names.imu, sites)
    if names.torso in bodies and not _is_free(model, names.torso):
        yield ("torso",), f"expected a body with a free joint ('{names.torso}' has none)"
    for foot in ("left_foot", "right_foot"):
        if getattr(names, foot) in bodies and not _touches(model, getattr(names, foot)):
            yield (foot,), f"nothing of '{getattr(names, foot)}' can touch the ground"
    yield from _joint_mistakes(model, names)
    yield from _actuator_mistakes(model, names)
    if names.torso in bodies:
        yield from _place_mistakes(model, nao, names)


def _unknown(path: tuple[str, ...], kind: str, name: str, known: list[str]) -> Iterator[Mistake]:
    if name in known:
        return
    near = get_close_matches(name, known, n=1)
    meant = f"; did you mean '{near[0]}'?" if near else ""
    yield path, f"the model has no {kind} '{name}'{meant}"


def _is_free(model: Any, body: str) -> bool:
    joints = model.body(body).jntnum[0], int(model.body(body).jntadr[0])
    return bool(joints[0] == 1 and model.jnt_type[joints[1]] == mujoco.mjtJoint.mjJNT_FREE)


def _touches(model: Any, body: str) -> bool:
    """Return whether a body, or what is fixed to it, has a shape that collides."""
    weld = model.body_weldid[model.body(body).id]
    return any(
        model.body_weldid[model.geom_bodyid[geom]] == weld
        and (model.geom_contype[geom] or model.geom_conaffinity[geom])
        for geom in range(model.ngeom)
    )


def _entries(names: JointMap) -> dict[tuple[str, ...], str]:
    """Return the name of every joint by its path in the map."""
    entries: dict[tuple[str, ...], str] = {
        ("joints", joint.key): name for joint, name in names.joints.items()
    }
    return entries | {_RIGHT_YAW: names.right_hip_yaw_pitch}


def _joint_mistakes(model: Any, names: JointMap) -> Iterator[Mistake]:
    known = [model.joint(index).name for index in range(model.njnt)]
    seen: dict[str, tuple[str, ...]] = {}
    for path, name in _entries(names).items():
        yield from _unknown(path, "joint", name, known)
        if name in known and model.jnt_type[model.joint(name).id] != mujoco.mjtJoint.mjJNT_HINGE:
            yield path, f"expected a hinge ('{name}' is none)"
        if name in seen:
            yield path, f"'{name}' is already {seen[name][-1]}"
        seen.setdefault(name, path)
    for joint in names.joints:
        if joint in HAND_JOINTS:
            yield ("joints", joint.key), "hands are not simulated: leave it out"
    for joint in names.zeros:
        if joint not in names.joints:
            yield ("zeros_deg", joint.key), "the joint itself is not in the map"
    lacking = [joint.key for joint in LEG_JOINTS if joint not in names.joints]
    if lacking:
        yield ("joints",), f"the legs need {', '.join(lacking)}"


def _actuator_mistakes(model: Any, names: JointMap) -> Iterator[Mistake]:
    known = [model.actuator(index).name for index in range(model.nu)]
    joints = {model.joint(index).name for index in range(model.njnt)}
    for joint, name in names.actuators.items():
        path = ("actuators", joint.key)
        yield from _unknown(path, "actuator", name, known)
        if joint not in names.joints:
            yield path, "the joint itself is not in the map"
        elif name in known and names.joints[joint] in joints:
            if known.index(name) not in drivers(model, names.joints[joint]):
                yield path, f"'{name}' does not drive '{names.joints[joint]}'"
    for joint, name in names.joints.items():
        if joint in HAND_JOINTS or joint in names.actuators or name not in joints:
            continue
        found = drivers(model, name)
        if not found:
            yield ("joints", joint.key), f"no actuator drives '{name}'"
        elif len(found) > 1:
            each = ", ".join(known[index] for index in found)
            yield ("joints", joint.key), f"{each} drive '{name}': name one of them in actuators"
        elif drive_of(model, found[0]) is None:
            wanted = " or a ".join(drive.value for drive in Drive)
            yield ("joints", joint.key), f"expected a {wanted} ('{known[found[0]]}' is neither)"


@dataclass(frozen=True, slots=True)
class Hinge:
    """A joint at zero pose: a point of its axis (m) and the axis, seen from some body."""

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


def _place_mistakes(model: Any, nao: RobotModel, names: JointMap) -> Iterator[Mistake]:
    """Compare axis and place of every joint with a NAO's."""
    found, expected = hinges(model, names.torso), hinges_of(nao)
    rolls = [names.joints.get(joint, "") for joint in (Joint.L_HIP_ROLL, Joint.R_HIP_ROLL)]
    if any(roll not in found for roll in rolls):
        return
    shift = hips(found, *rolls) - hips(expected, Joint.L_HIP_ROLL.key, Joint.R_HIP_ROLL.key)
    for path, name in _entries(names).items():
        key = R_HIP_YAW_PITCH if path == _RIGHT_YAW else path[-1]
        if name not in found or key not in expected:
            continue
        is_, should = found[name], expected[key]
        along = float(is_.axis @ should.axis)
        away = float(np.linalg.norm(is_.anchor - shift - should.anchor))
        if along < AXIS:
            axis, got = _text(should.axis), _text(is_.axis)
            hint = "; or its zero is elsewhere: say where in zeros_deg"
            yield path, f"'{name}' is another joint: expected the axis {axis} (got {got}){hint}"
        elif away > _PLACE:
            off = f"{1000.0 * away:.0f} mm"
            yield path, f"'{name}' is another joint: it sits {off} from where a NAO has {key}"


def _text(axis: Vector) -> str:
    return "(" + " ".join(f"{value:g}" for value in np.round(axis, 2) + 0.0) + ")"
