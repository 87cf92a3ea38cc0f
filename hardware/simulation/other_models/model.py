"""Places a third-party NAO model on our field.

Bodies, shapes, joints, actuators and solver are the model's; the ground is ours. Parts that the
model may lack are added: soles and sensors in a NAO's frames, missing joints with a motor, a
coupling of both hip yaws.
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
    tilt,
)
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.sensors.rotations import point_of
from hardware.simulation.plant.shapes import FOOT_MIDDLE
from hardware.units import Point

PREFIX = "robot/"
"""Prefix of every name of the foreign model, to avoid clashes with ours."""
ANKLES = ("left_ankle_frame", "right_ankle_frame")
"""Weightless bodies at the feet, in the frames of a NAO's feet."""
SOLES = ("left_sole", "right_sole")

_OURS = 20
"""Our contact bits are shifted up by this, beyond the bits that models use."""
_ABOVE_ALL = 100
"""Contact priority of the ground, above that of all foreign shapes."""
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
    """The foreign model cannot be used."""


@dataclass(frozen=True, slots=True)
class ExternalModel:
    """A foreign model with its checked map of names.

    Attributes:
        source: The specification, with joint angles converted to a NAO's.
        names: Names of its parts.
        name: Display name of the model.
    """

    source: Any
    names: JointMap
    name: str

    def in_steps_of(self, longest: float) -> "ExternalModel":
        """Return the same model with a physics time step of at most this, s."""
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
        raise ModelError(f"{path}: not a usable MJCF: {' '.join(str(error).split())}") from error
    return source


def build_foreign(foreign: ExternalModel, nao: RobotModel, parameters: PlantParameters) -> Any:
    """Return the specification of the foreign robot on our field."""
    source = foreign.source.copy()
    # The model's own sensors and keyframes are not used here.
    for element in [*source.sensors, *source.keys]:
        source.delete(element)
    names = _completed(source, foreign.names, nao)
    theirs = source.copy().compile()
    for joint, name in names.joints.items():
        _drive(source, theirs, driver_of(theirs, names, joint), name, joint, nao, parameters)
    # A second hip yaw motor, which a NAO lacks, is treated like the first.
    yaw = names.right_hip_yaw_pitch
    for index in drivers(theirs, yaw):
        _drive(source, theirs, index, yaw, Joint.L_HIP_YAW_PITCH, nao, parameters)
    _one_hip_yaw(source, theirs, names)
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    for option in _OPTIONS:
        setattr(spec.option, option, getattr(source.option, option))
    # The cycle must be a whole number of steps, none longer than the model's own.
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
    """Return the map with a name for every joint, including those to be added."""
    joints: dict[Joint, str] = {
        joint: names.joints.get(joint, f"added_{joint.key}") for joint in MOTORS
    }
    return replace(names, joints=joints)


def _completed(source: Any, names: JointMap, nao: RobotModel) -> JointMap:
    """Add the joints that the model lacks, each turning a mass of one gram in the torso."""
    whole = complete(names)
    for joint in MOTORS:
        if joint in names.joints:
            continue
        name = whole.joints[joint]
        body = source.body(names.torso).add_body(name=name)
        body.mass, body.inertia, body.explicitinertial = 1e-3, (1e-6,) * 3, True
        hinge = body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=(0.0, 1.0, 0.0))
        # Override the model's defaults, which are meant for its own joints.
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
    """Make an actuator of a joint a position servo with a force limit.

    A servo keeps its gains. A torque motor gets the position loop of a NAO, computed in every
    physics step; damping that its joint already has is subtracted from the NAO's.

    Args:
        source: The foreign model, which is changed.
        theirs: The same, compiled before the change.
        index: Index of the actuator.
        name: Name of the joint that it drives.
        joint: The corresponding joint of a NAO.
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
    """Return the largest force of an actuator: its own limit, else the NAO's torque limit."""
    limits = []
    if theirs.actuator_forcelimited[index]:
        limits.append(float(np.max(np.abs(theirs.actuator_forcerange[index]))))
    if drive_of(theirs, index) is Drive.TORQUE and theirs.actuator_ctrllimited[index]:
        gain = abs(float(theirs.actuator_gainprm[index][0]))
        limits.append(gain * float(np.max(np.abs(theirs.actuator_ctrlrange[index]))))
    gear = abs(float(theirs.actuator_gear[index][0]))
    return min(limits) if limits else strongest / gear


def _one_hip_yaw(source: Any, theirs: Any, names: JointMap) -> None:
    """Couple the two hip yaws as one motor would, unless the model couples or drives both."""
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
    """Add a NAO's foot frame to each foot: at the ankle roll axis, parallel to the torso."""
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
    """Add the ground: each foot collides with its own turf, all other parts with the floor."""
    robot = [geom for geom in spec.geoms if geom.contype or geom.conaffinity]
    feet = [_fixed_below(spec.body(PREFIX + name)) for name in (names.left_foot, names.right_foot)]
    add_ground(spec, parameters.turf)
    planes = [spec.geom(name) for name in (FLOOR, *TURF)]
    for plane in planes:
        plane.contype <<= _OURS
        plane.priority = _ABOVE_ALL
    for geom in robot:
        sides = [side for side, bodies in enumerate(feet) if geom.parent.name in bodies]
        ground = planes[1 + sides[0]] if sides else planes[0]
        geom.conaffinity |= ground.contype


def _fixed_below(body: Any) -> set[str]:
    """Return the names of a body and of all bodies fixed to it."""
    found = {body.name}
    for child in body.bodies:
        if not child.joints:
            found |= _fixed_below(child)
    return found


def _imu(theirs: Any, names: JointMap, nao: RobotModel) -> Point:
    """Return the position of the inertial unit in the torso's frame, m."""
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
