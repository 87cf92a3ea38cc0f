"""Checks the map of a third-party NAO model against the model.

Checks are geometric, so that an existing name of the wrong part is found too: at zero pose, each
joint must have a NAO's axis and its position relative to the hips; a foot must turn with its ankle.
"""

from collections.abc import Iterator
from typing import Any

import mujoco
import numpy as np

from hardware.errors import did_you_mean
from hardware.robots.model import RobotModel
from hardware.robots.nao import HAND_JOINTS, LEG_JOINTS, Joint
from hardware.simulation.other_models.joint_map import (
    AXIS,
    Drive,
    JointMap,
    Vector,
    drive_of,
    drivers,
    hinges,
    hinges_of,
    hips,
)
from hardware.simulation.plant.model import R_HIP_YAW_PITCH

Mistake = tuple[tuple[str | int, ...], str]
"""Path in the map and the error there."""

_RIGHT_YAW = ("right_hip_yaw_pitch",)
_ANKLES = {"left_foot": Joint.L_ANKLE_ROLL, "right_foot": Joint.R_ANKLE_ROLL}
_PLACE = 0.05
"""Largest distance of a joint from a NAO's, m: left and right hips are twice as far apart."""
_FRAME = 0.1
"""Share of the heaviest part's mass below which a body is a bare frame, not the torso."""


def mistakes(model: Any, nao: RobotModel, names: JointMap) -> Iterator[Mistake]:
    """Yield all mistakes in a map.

    Args:
        model: The compiled foreign model, with joint angles converted to a NAO's.
        nao: The robot's data.
        names: The map.
    """
    bodies = [model.body(index).name for index in range(model.nbody)]
    for key in ("torso", "head", "left_foot", "right_foot"):
        yield from _unknown((key,), "body", getattr(names, key), bodies)
    if names.torso in bodies:
        yield from _torso_mistakes(model, names)
        yield from _imu_mistakes(model, names)
    yield from _foot_mistakes(model, names)
    yield from _joint_mistakes(model, names)
    yield from _actuator_mistakes(model, names)
    if names.torso in bodies:
        yield from _place_mistakes(model, nao, names)


def _unknown(path: tuple[str, ...], kind: str, name: str, known: list[str]) -> Iterator[Mistake]:
    if name not in known:
        yield path, f"the model has no {kind} '{name}'{did_you_mean(name, known, after='; ')}"


def _torso_mistakes(model: Any, names: JointMap) -> Iterator[Mistake]:
    """Find a wrong torso: one without a free joint, or a bare frame to which the torso is fixed.

    Robot descriptions often begin with such a frame, `base_link`.
    """
    torso = model.body(names.torso).id
    fixed = np.flatnonzero(model.body_weldid == model.body_weldid[torso])
    heaviest = int(fixed[np.argmax(model.body_mass[fixed])])
    if not _is_free(model, names.torso):
        above = model.body(int(model.body_weldid[torso])).name
        hint = f"; '{above}' above it has one: move it down" if _is_free(model, above) else ""
        yield ("torso",), f"expected a body with a free joint ('{names.torso}' has none{hint})"
    elif model.body_mass[torso] < _FRAME * model.body_mass[heaviest]:
        name, mass = model.body(heaviest).name, model.body_mass[torso]
        hint = f"the torso may be '{name}', which is fixed to it: use that body, and"
        yield (
            ("torso",),
            f"'{names.torso}' is a frame of {mass:.3g} kg: {hint} give it the free joint",
        )


def _foot_mistakes(model: Any, names: JointMap) -> Iterator[Mistake]:
    """Find feet that cannot touch the ground or do not turn with their own ankle."""
    bodies = {model.body(index).name for index in range(model.nbody)}
    known = {model.joint(index).name for index in range(model.njnt)}
    behind = {
        side: int(model.body_weldid[model.jnt_bodyid[model.joint(names.joints[roll]).id]])
        for side, roll in _ANKLES.items()
        if names.joints.get(roll) in known
    }
    for side, roll in _ANKLES.items():
        foot = getattr(names, side)
        if foot not in bodies:
            continue
        (other,) = set(_ANKLES) - {side}
        fixed_to = int(model.body_weldid[model.body(foot).id])
        if behind.get(other) == fixed_to:
            yield (side,), f"'{foot}' is the {other.replace('_', ' ')}: are the feet swapped?"
        elif side in behind and behind[side] != fixed_to:
            found, joint = model.body(behind[side]).name, names.joints[roll]
            yield (side,), f"'{foot}' does not turn with '{joint}': the foot may be '{found}'"
        elif not _touches(model, foot):
            yield (side,), f"no shape of '{foot}' can touch the ground"


def _imu_mistakes(model: Any, names: JointMap) -> Iterator[Mistake]:
    """Find an inertial unit that is not in the torso."""
    sites = [model.site(index).name for index in range(model.nsite)]
    if names.imu is None:
        return
    if names.imu not in sites:
        yield from _unknown(("imu",), "site", names.imu, sites)
        return
    body = int(model.site_bodyid[model.site(names.imu).id])
    if model.body_weldid[body] != model.body_weldid[model.body(names.torso).id]:
        hint = f"name a site of '{names.torso}', or leave imu out for a NAO's position"
        yield ("imu",), f"'{names.imu}' is part of '{model.body(body).name}': {hint}"


def _is_free(model: Any, body: str) -> bool:
    joints = model.body(body).jntnum[0], int(model.body(body).jntadr[0])
    return bool(joints[0] == 1 and model.jnt_type[joints[1]] == mujoco.mjtJoint.mjJNT_FREE)


def _touches(model: Any, body: str) -> bool:
    """Return whether a body, or one fixed to it, has a colliding shape."""
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
            yield path, f"expected a hinge ('{name}' is not one)"
        if name in seen:
            yield path, f"'{name}' is already used as {seen[name][-1]}"
        seen.setdefault(name, path)
    for joint in names.joints:
        if joint in HAND_JOINTS:
            yield ("joints", joint.key), "hands are not simulated: leave it out"
    for joint in names.zeros:
        if joint not in names.joints:
            yield ("zeros_deg", joint.key), "the joint is not in the map"
    lacking = [joint.key for joint in LEG_JOINTS if joint not in names.joints]
    if lacking:
        yield ("joints",), f"the legs also need {', '.join(lacking)}"


def _actuator_mistakes(model: Any, names: JointMap) -> Iterator[Mistake]:
    known = [model.actuator(index).name for index in range(model.nu)]
    joints = {model.joint(index).name for index in range(model.njnt)}
    for joint, name in names.actuators.items():
        path = ("actuators", joint.key)
        yield from _unknown(path, "actuator", name, known)
        if joint not in names.joints:
            yield path, "the joint is not in the map"
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
            yield ("joints", joint.key), f"{each} all drive '{name}': name one of them in actuators"
        else:
            yield from _drive_mistakes(model, ("joints", joint.key), found[0])
    if names.right_hip_yaw_pitch in joints:
        for index in drivers(model, names.right_hip_yaw_pitch):
            yield from _drive_mistakes(model, _RIGHT_YAW, index)


def _drive_mistakes(model: Any, path: tuple[str, ...], actuator: int) -> Iterator[Mistake]:
    if drive_of(model, actuator) is None:
        wanted = " or a ".join(drive.value for drive in Drive)
        yield path, f"expected a {wanted} ('{model.actuator(actuator).name}' is neither)"


def _place_mistakes(model: Any, nao: RobotModel, names: JointMap) -> Iterator[Mistake]:
    """Compare axis and position of every joint with a NAO's."""
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
            hint = "; or it has another zero: give it in zeros_deg"
            yield path, f"'{name}' is another joint: expected the axis {axis} (got {got}){hint}"
        elif away > _PLACE:
            off = f"{1000.0 * away:.0f} mm"
            yield path, f"'{name}' is another joint: it is {off} from the place of a NAO's {key}"


def _text(axis: Vector) -> str:
    return "(" + " ".join(f"{value:g}" for value in np.round(axis, 2) + 0.0) + ")"
