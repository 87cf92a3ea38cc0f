"""Puts somebody else's NAO model on our field.

The robot is theirs: bodies, shapes, joints, actuators and solver. The field is ours: its ground
replaces whatever theirs stands on, and what a foreign model may lack is added here: soles and
sensors in a NAO's frames, a motor behind every joint, one motor for both hip yaws.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from hardware.errors import HsmError
from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.other_models.joint_map import (
    Drive,
    JointMap,
    at_zero,
    drive_of,
    driver_of,
    drivers,
    hinges,
    hips,
)
from hardware.simulation.plant.field import (
    FLOOR,
    TURF,
    add_ground,
    add_holder,
    add_sensors,
    set_sole_contact,
    tilt,
)
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.sensors.rotations import point_of
from hardware.simulation.plant.shapes import FOOT_MIDDLE
from hardware.units import Point

PREFIX = "robot/"
"""Before every name of the foreign model, so that none is ours."""
ANKLES = ("left_ankle_frame", "right_ankle_frame")
"""Weightless bodies at the feet, in the frames of a NAO's feet."""
SOLES = ("left_sole", "right_sole")

_OURS = 20
"""Our contact bits are shifted up by this: nobody numbers groups from there."""
_ABOVE_ALL = 100
"""Priority of the ground's contact parameters over those of the foreign shapes."""
_OPTIONS = (
    "timestep",
    "integrator",
    "solver",
    "cone",
    "jacobian",
    "impratio",
    "iterations",
    "ls_iterations",
    "noslip_iterations",
    "tolerance",
    "ls_tolerance",
    "disableflags",
    "enableflags",
)


class ModelError(HsmError):
    """A foreign model that cannot be used."""


@dataclass(frozen=True, slots=True)
class ExternalModel:
    """A model and the names in it, without mistakes.

    Attributes:
        source: The specification, its joints made to count as a NAO's.
        names: What is what.
        name: What the model is called, for people.
    """

    source: Any
    names: JointMap
    name: str

    def in_steps_of(self, longest: float) -> "ExternalModel":
        """Return the same model with physics in steps that are not longer than this, s."""
        source = self.source.copy()
        source.option.timestep = min(source.option.timestep, longest)
        return replace(self, source=source)


def read_source(path: Path) -> Any:
    """Read an MJCF.

    Raises:
        ModelError: If MuJoCo cannot read or compile it.
    """
    try:
        source = mujoco.MjSpec.from_file(str(path))
        source.copy().compile()
    except (ValueError, OSError) as error:
        raise ModelError(f"{path}: no usable MJCF: {' '.join(str(error).split())}") from error
    return source


def build_foreign(foreign: ExternalModel, nao: RobotModel, parameters: PlantParameters) -> Any:
    """Return the specification of the foreign robot on our field."""
    source = foreign.source.copy()
    # Their sensors and keyframes belong to their own programs.
    for element in [*source.sensors, *source.keys]:
        source.delete(element)
    names = _completed(source, foreign.names, nao)
    theirs = source.copy().compile()
    for joint, name in names.joints.items():
        _drive(source, theirs, driver_of(theirs, names, joint), name, joint, nao, parameters)
    # A second motor for the hip yaw, which a NAO has not, is one like the first.
    yaw = names.right_hip_yaw_pitch
    for index in drivers(theirs, yaw):
        _drive(source, theirs, index, yaw, Joint.L_HIP_YAW_PITCH, nao, parameters)
    _one_hip_yaw(source, theirs, names)
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    for option in _OPTIONS:
        setattr(spec.option, option, getattr(source.option, option))
    # A whole number of steps makes a cycle; never longer ones than its author chose.
    spec.option.timestep = CYCLE / np.ceil(CYCLE / source.option.timestep - 1e-9)
    source.option.timestep = spec.option.timestep
    spec.worldbody.add_frame().attach_body(source.body(names.torso), PREFIX, "")
    _add_ankles(spec, theirs, names, nao)
    tilt(spec, parameters.turf)
    _add_field(spec, names, parameters)
    add_holder(spec, PREFIX + names.torso)
    feet = (names.left_foot, names.right_foot)
    touched = tuple(PREFIX + name for name in (*feet, names.head, names.torso))
    torso = spec.body(PREFIX + names.torso)
    add_sensors(spec, torso, _imu(theirs, names, nao), touched, with_children=True)
    return spec


def complete(names: JointMap) -> JointMap:
    """Return the map with a name for every joint, also for those that had to be added."""
    joints: dict[Joint, str] = {
        joint: names.joints.get(joint, f"added_{joint.key}") for joint in MOTORS
    }
    return replace(names, joints=joints)


def _completed(source: Any, names: JointMap, nao: RobotModel) -> JointMap:
    """Add the joints that the model lacks, each as a gram in the torso that turns as it is told."""
    whole = complete(names)
    for joint in MOTORS:
        if joint in names.joints:
            continue
        name = whole.joints[joint]
        body = source.body(names.torso).add_body(name=name)
        body.mass, body.inertia, body.explicitinertial = 1e-3, (1e-6,) * 3, True
        hinge = body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=(0.0, 1.0, 0.0))
        # The model's own defaults are for its own joints.
        hinge.limited, hinge.frictionloss = False, 0.0
        hinge.armature = nao.motors[nao.specs[joint].motor].armature
        motor = source.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        motor.set_to_motor()
        motor.ctrllimited, motor.forcelimited = False, False
        motor.gear[0] = 1.0
    return whole


def _drive(
    source: Any,
    theirs: Any,
    index: int,
    name: str,
    joint: Joint,
    nao: RobotModel,
    parameters: PlantParameters,
) -> None:
    """Make an actuator of a joint a position servo with a limit of its force.

    A servo stays as it is. A bare motor gets the position loop of a NAO, computed in every step of
    the physics: what of the NAO's damping its joint has already is left out.

    Args:
        source: The foreign model, which is changed.
        theirs: The same, compiled before.
        index: Of the actuator.
        name: Of the joint that it drives.
        joint: Whose motor a NAO has there.
        nao: The robot's data.
        parameters: The plant.
    """
    actuator = source.actuators[index]
    motor = nao.motors[nao.specs[joint].motor]
    gear = float(theirs.actuator_gear[index][0])
    limit = _force_limit(theirs, index, parameters.motor.current_limit * motor.joint_stall_torque)
    if drive_of(theirs, index) is Drive.TORQUE:
        back_emf = motor.joint_stall_torque / motor.joint_no_load_speed
        stiffness = back_emf / parameters.motor.servo_lag
        damping = theirs.dof_damping[theirs.jnt_dofadr[theirs.joint(name).id]]
        actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
        actuator.gainprm[0] = stiffness / gear**2
        rest = max(0.0, back_emf - float(damping))
        actuator.biasprm[:3] = (0.0, -stiffness / gear**2, -rest / gear**2)
        actuator.ctrllimited = False
    actuator.forcelimited, actuator.forcerange = True, (-limit, limit)


def _force_limit(theirs: Any, index: int, strongest: float) -> float:
    """Return the largest force of an actuator: its own limit, else a NAO's torque."""
    limits = []
    if theirs.actuator_forcelimited[index]:
        limits.append(float(np.max(np.abs(theirs.actuator_forcerange[index]))))
    if drive_of(theirs, index) is Drive.TORQUE and theirs.actuator_ctrllimited[index]:
        gain = abs(float(theirs.actuator_gainprm[index][0]))
        limits.append(gain * float(np.max(np.abs(theirs.actuator_ctrlrange[index]))))
    gear = abs(float(theirs.actuator_gear[index][0]))
    return min(limits) if limits else strongest / gear


def _one_hip_yaw(source: Any, theirs: Any, names: JointMap) -> None:
    """Couple the two hip yaws as one motor does, unless the model does or drives both."""
    left, right = names.joints[Joint.L_HIP_YAW_PITCH], names.right_hip_yaw_pitch
    pair = {theirs.joint(left).id, theirs.joint(right).id}
    coupled = any(
        kind == mujoco.mjtEq.mjEQ_JOINT and {int(one), int(other)} == pair
        for kind, one, other in zip(theirs.eq_type, theirs.eq_obj1id, theirs.eq_obj2id, strict=True)
    )
    if coupled or drivers(theirs, right):
        return
    equality = source.add_equality(
        type=mujoco.mjtEq.mjEQ_JOINT, objtype=mujoco.mjtObj.mjOBJ_JOINT, name1=right, name2=left
    )
    equality.data[:5] = (0.0, 1.0, 0.0, 0.0, 0.0)


def _add_ankles(spec: Any, theirs: Any, names: JointMap, nao: RobotModel) -> None:
    """Add to each foot the frame of a NAO's foot: on the ankle's axes, with the torso's axes."""
    data = mujoco.MjData(theirs)
    at_zero(theirs, data)
    mujoco.mj_kinematics(theirs, data)
    torso = data.xmat[theirs.body(names.torso).id].reshape(3, 3)
    feet = (names.left_foot, names.right_foot)
    rolls = (Joint.L_ANKLE_ROLL, Joint.R_ANKLE_ROLL)
    for side, (foot, roll) in enumerate(zip(feet, rolls, strict=True)):
        body = theirs.body(foot).id
        turn = data.xmat[body].reshape(3, 3).T
        place = turn @ (data.xanchor[theirs.joint(names.joints[roll]).id] - data.xpos[body])
        attitude = np.zeros(4)
        mujoco.mju_mat2Quat(attitude, (turn @ torso).ravel())
        ankle = spec.body(PREFIX + foot).add_body(name=ANKLES[side], pos=place, quat=attitude)
        x, y = FOOT_MIDDLE
        sole = (x, -y if side else y, -nao.dimensions.foot_height)
        ankle.add_site(name=SOLES[side], pos=sole)


def _add_field(spec: Any, names: JointMap, parameters: PlantParameters) -> None:
    """Add the ground and let every part of the robot meet its own piece of it."""
    robot = [geom for geom in spec.geoms if geom.contype or geom.conaffinity]
    feet = [_fixed_below(spec.body(PREFIX + name)) for name in (names.left_foot, names.right_foot)]
    add_ground(spec, parameters.turf)
    planes = [spec.geom(name) for name in (FLOOR, *TURF)]
    for plane in planes:
        plane.contype <<= _OURS
    for plane in planes[1:]:
        set_sole_contact(plane, parameters.turf)
    for plane in planes:
        plane.priority = _ABOVE_ALL
    for geom in robot:
        sides = [side for side, bodies in enumerate(feet) if geom.parent.name in bodies]
        ground = planes[1 + sides[0]] if sides else planes[0]
        geom.conaffinity |= ground.contype


def _fixed_below(body: Any) -> set[str]:
    """Return the names of a body and of all that is fixed to it."""
    found = {body.name}
    for child in body.bodies:
        if not child.joints:
            found |= _fixed_below(child)
    return found


def _imu(theirs: Any, names: JointMap, nao: RobotModel) -> Point:
    """Return the place of the inertial unit in the torso's frame, m."""
    if names.imu is not None:
        data = mujoco.MjData(theirs)
        mujoco.mj_kinematics(theirs, data)
        body = theirs.body(names.torso).id
        turn = data.xmat[body].reshape(3, 3).T
        place = turn @ (data.site_xpos[theirs.site(names.imu).id] - data.xpos[body])
    else:
        rolls = (names.joints[Joint.L_HIP_ROLL], names.joints[Joint.R_HIP_ROLL])
        place = hips(hinges(theirs, names.torso), *rolls) + np.array(nao.dimensions.imu)
        place[2] += nao.dimensions.hip_offset_z
    return point_of(place)
