"""Our plant as an MJCF with all names changed: a foreign NAO model for tests."""

import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import yaml

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.other_models.joint_map import Drive
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.model import MOTORS, R_HIP_YAW_PITCH, build_spec
from hardware.simulation.plant.parameters import PlantParameters

_REFERENCES = ("name", "joint", "joint1", "joint2", "body1", "body2", "site", "mesh", "body")


def renamed(name: str) -> str:
    """Return the foreign name for one of our names."""
    return f"part <{name[::-1]}>" if name else name


def write_model(
    folder: Path,
    nao: RobotModel,
    parameters: PlantParameters,
    drive: Drive,
    *,
    turned: bool = False,
) -> Path:
    """Write an MJCF of our robot with every name changed.

    What our servos write into the physics in every cycle is written to the file once: the back-EMF
    as damping of the servo joints. Bare motors have only their torque.

    Args:
        folder: Folder of the file.
        nao: The robot.
        parameters: The plant.
        drive: Kind of all actuators.
        turned: The left knee and the right hip yaw turn in the opposite direction, and the left arm
            hangs down at zero.
    """
    spec = build_spec(nao, parameters, draw_individual(parameters, 0))
    if turned:
        _turn(spec)
    for joint, actuator in zip(MOTORS, spec.actuators, strict=True):
        motor = nao.motors[nao.specs[joint].motor]
        stall = 0.65 * motor.joint_stall_torque
        if drive is Drive.POSITION:
            spec.joint(joint.key).damping[0] = stall / motor.joint_no_load_speed
            actuator.forcerange = (-stall, stall)
        else:
            actuator.set_to_motor()
            actuator.forcelimited = False
            actuator.ctrllimited, actuator.ctrlrange = True, (-stall, stall)
    tree = ElementTree.fromstring(spec.to_xml())
    for element in tree.iter():
        for key in _REFERENCES:
            if key in element.attrib:
                element.set(key, renamed(element.attrib[key]))
    path = folder / "somebody.xml"
    path.write_text(ElementTree.tostring(tree, encoding="unicode"))
    return path


def _turn(spec: Any) -> None:
    for name in (Joint.L_KNEE_PITCH.key, R_HIP_YAW_PITCH):
        joint = spec.joint(name)
        joint.axis, joint.range = -joint.axis, (-joint.range[1], -joint.range[0])
    knee = spec.actuator(Joint.L_KNEE_PITCH.key)
    knee.ctrlrange = (-knee.ctrlrange[1], -knee.ctrlrange[0])
    next(one for one in spec.equalities if one.name1 == R_HIP_YAW_PITCH).data[1] = -1.0
    half = math.sqrt(0.5)
    spec.body("l_shoulder").quat = (half, 0.0, half, 0.0)
    pitch = Joint.L_SHOULDER_PITCH.key
    hanging = spec.joint(pitch).range - 0.5 * math.pi
    spec.joint(pitch).range, spec.actuator(pitch).ctrlrange = hanging, hanging


def write_map(folder: Path, changes: dict[str, object] | None = None) -> Path:
    """Write the joint map of that model, with some top-level entries changed."""
    joints: dict[str, str] = {joint.key: renamed(joint.key) for joint in MOTORS}
    names: dict[str, object] = {
        "torso": renamed("torso"),
        "head": renamed("head"),
        "left_foot": renamed("l_foot"),
        "right_foot": renamed("r_foot"),
        "imu": renamed("imu"),
        "right_hip_yaw_pitch": renamed(R_HIP_YAW_PITCH),
        "joints": joints,
    }
    names.update(changes or {})
    path = folder / "names.yaml"
    path.write_text(yaml.safe_dump(names, sort_keys=False))
    return path


def all_joints() -> dict[str, str]:
    """Return the map's entry of every joint, for changes."""
    return {joint.key: renamed(joint.key) for joint in Joint if joint in MOTORS}
