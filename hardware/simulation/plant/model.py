"""Builds the MuJoCo model of one NAO on its field.

No mesh files: bodies and inertias come from the robot's model, shapes from `shapes.py`, everything
else from the plant's parameters and the robot's individual play and friction. A leg joint with play
is two hinges on one axis: the driven one and, after it, a free one between two stops.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from hardware.robots.model import Link, RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.plant.field import (
    add_ground,
    add_holder,
    add_sensors,
    set_body_contact,
    set_contact,
    set_sole_contact,
    tilt,
)
from hardware.simulation.plant.individual import Individual
from hardware.simulation.plant.parameters import PlantParameters, SoleShape
from hardware.simulation.plant.shapes import (
    BODY_SHAPES,
    FOOT_SHELL,
    FOOT_SIZE,
    SOLE_EDGES,
    SOLE_ROUNDING,
    TOE,
    ContactGroup,
    ContactShape,
    Form,
    foot_centre,
    places_of,
)
from hardware.units import Point

MOTORS = tuple(joint for joint in Joint if joint not in (Joint.L_HAND, Joint.R_HAND))
"""The joints with a modelled motor, in wire order; the actuators have the same order."""

R_HIP_YAW_PITCH = "r_hip_yaw_pitch"
PLAY = "_play"
TORSO = "torso"
HEAD = "head"
FEET = ("l_foot", "r_foot")

LEAST_FRICTION = 1e-3
"""Nm: a joint without friction would have no row among the constraints."""

_ALONG_Y = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)
"""Quaternion that lays MuJoCo's cylinder, which stands along z, along y."""


@dataclass(frozen=True, slots=True)
class Build:
    """Context shared by the builder's helpers.

    Attributes:
        spec: The model under construction.
        nao: The robot's data.
        parameters: The plant.
        individual: Deviations of this robot.
    """

    spec: Any
    nao: RobotModel
    parameters: PlantParameters
    individual: Individual


def build_spec(nao: RobotModel, parameters: PlantParameters, individual: Individual) -> Any:
    """Return the specification of robot and field, to be compiled to a model.

    Args:
        nao: The robot's data.
        parameters: The plant.
        individual: Play and friction of this robot.
    """
    spec = mujoco.MjSpec()
    build = Build(spec, nao, parameters, individual)
    _options(build)
    tilt(spec, parameters.turf)
    add_ground(spec, parameters.turf)
    bodies = {"": spec.worldbody}
    for link in nao.links:
        bodies[link.name] = _add_link(build, bodies[link.parent], link)
    for shape in BODY_SHAPES:
        for name, mirrored in places_of(shape.body):
            _add_shape(build, bodies[name], shape, mirrored)
    for index, name in enumerate(FEET):
        _add_foot(build, bodies[name], mirrored=index == 1)
    _couple_hips(build)
    _add_actuators(build)
    add_holder(spec, TORSO)
    add_sensors(spec, bodies[TORSO], nao.dimensions.imu, (*FEET, HEAD, TORSO))
    return spec


def _options(build: Build) -> None:
    option, solver = build.spec.option, build.parameters.solver
    build.spec.compiler.degree = False
    option.timestep = solver.substep
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = solver.friction_stiffening
    option.iterations = solver.iterations
    option.ls_iterations = solver.line_search_iterations
    # One robot is a single island: the search for islands only costs time.
    option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)


def _add_link(build: Build, parent: Any, link: Link) -> Any:
    body = parent.add_body(name=link.name, pos=link.origin)
    mass, com, inertia = link.mass, np.array(link.com), np.array(link.inertia)
    if not link.joint:
        difference = build.parameters.body
        mass *= difference.torso_mass_factor
        inertia = inertia * difference.torso_mass_factor
        com = com + np.array(difference.torso_com_shift)
    body.mass, body.ipos, body.fullinertia, body.explicitinertial = mass, com, inertia, True
    if link.joint:
        _add_joint(build, body, link)
    else:
        body.add_freejoint(name=link.name)
    return body


def joint_name(link: Link) -> str:
    """Return the MuJoCo name of a link's joint; the two hip yaws are separate joints there."""
    if link.joint == Joint.L_HIP_YAW_PITCH.key and link.name.startswith("r_"):
        return R_HIP_YAW_PITCH
    return link.joint


def _add_joint(build: Build, body: Any, link: Link) -> None:
    name = joint_name(link)
    joint = Joint[link.joint.upper()]
    spec = build.nao.specs[joint]
    motor = build.nao.motors[spec.motor]
    hinge = body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=link.axis)
    hinge.range = (spec.min, spec.max)
    hinge.limited = True
    hinge.solref_limit = (build.parameters.play.stop_time_constant, 1.0)
    # The hip yaw's motor is shared equally by the two joints that it turns. Damping and friction
    # are written in every cycle.
    share = 0.5 if joint is Joint.L_HIP_YAW_PITCH else 1.0
    hinge.armature = share * motor.armature
    hinge.frictionloss = LEAST_FRICTION
    _stick(build, hinge)
    play = build.individual.play.get(name, 0.0)
    if play > 0.0:
        _add_play(build, body, link, play)


def _add_play(build: Build, body: Any, link: Link, full_range: float) -> None:
    play = build.parameters.play
    hinge = body.add_joint(
        name=joint_name(link) + PLAY, type=mujoco.mjtJoint.mjJNT_HINGE, axis=link.axis
    )
    hinge.range = (-0.5 * full_range, 0.5 * full_range)
    hinge.limited = True
    hinge.solref_limit = (play.stop_time_constant, 1.0)
    hinge.armature = play.armature
    hinge.damping[0] = play.damping
    hinge.frictionloss = play.friction
    _stick(build, hinge)


def _stick(build: Build, hinge: Any) -> None:
    friction = build.parameters.friction
    hinge.solref_friction = (friction.stick_time_constant, 1.0)
    impedance = friction.stick_impedance
    hinge.solimp_friction = (impedance, impedance, 0.001, 0.5, 2.0)


def _mirror(point: Point, mirrored: bool) -> Point:
    return (point[0], -point[1], point[2]) if mirrored else point


def _add_shape(build: Build, body: Any, shape: ContactShape, mirrored: bool) -> None:
    turf = build.parameters.turf
    geom = body.add_geom(type=shape.form.value, size=shape.size)
    set_body_contact(geom, turf, turf.hand_grip if shape.is_hand else turf.shell_grip)
    at, to = _mirror(shape.at, mirrored), _mirror(shape.to, mirrored)
    if shape.form is Form.CAPSULE:
        geom.fromto = (*at, *to)
    elif shape.form is Form.HULL:
        points = [_mirror(point, mirrored) for point in shape.points]
        geom.meshname = add_hull(build.spec, f"{body.name}_{len(build.spec.meshes)}", points)
    else:
        geom.pos = at
    if shape.form is Form.CYLINDER:
        geom.quat = _ALONG_Y
    group, meets = shape.is_group, shape.meets
    if mirrored and group is ContactGroup.LEFT_LEG:
        group, meets = ContactGroup.RIGHT_LEG, meets | ContactGroup.LEFT_LEG
    geom.contype, geom.conaffinity = int(group), int(meets)


def add_hull(spec: Any, name: str, points: Sequence[Point]) -> str:
    """Add the convex hull of points, m, and return its name."""
    spec.add_mesh(name=name, uservert=np.array(points).ravel())
    return name


def _add_foot(build: Build, body: Any, mirrored: bool) -> None:
    """Add a foot: a box, or a shell above a rounded sole; softness and grip are its turf's."""
    centre = foot_centre(build.nao.dimensions.foot_height, mirrored=mirrored)
    turf = build.parameters.turf
    ground = ContactGroup.RIGHT_TURF if mirrored else ContactGroup.LEFT_TURF
    group = ContactGroup.RIGHT_LEG if mirrored else ContactGroup.LEFT_LEG
    meets = ContactGroup.BALL | ContactGroup.LEFT_LEG if mirrored else ContactGroup.BALL
    rounded = build.parameters.body.sole_shape is SoleShape.POLYGON
    if rounded:
        points = [_mirror(point, mirrored) for point in FOOT_SHELL]
        shell = add_hull(build.spec, f"{body.name}_shell", points)
        geom = body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=shell)
    else:
        geom = body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=FOOT_SIZE, pos=centre)
    set_body_contact(geom, turf, turf.shell_grip)
    geom.name = body.name
    geom.contype, geom.conaffinity = int(group), int(meets | ground)
    sole = centre[2] - FOOT_SIZE[2]
    body.add_site(name=body.name, pos=(centre[0], centre[1], sole))
    if rounded:
        _add_edges(build, body, sole, mirrored, ground)


def _add_edges(build: Build, body: Any, sole: float, mirrored: bool, ground: ContactGroup) -> None:
    """Add the contact lines of a rounded sole; the toe digs in and has more grip."""
    height, turf = sole + SOLE_ROUNDING, build.parameters.turf
    for number, (x, inner, outer) in enumerate(SOLE_EDGES):
        edge = body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=(SOLE_ROUNDING, 0.0, 0.0))
        edge.fromto = (
            *_mirror((x, inner, height), mirrored),
            *_mirror((x, outer, height), mirrored),
        )
        set_contact(edge, turf)
        set_sole_contact(edge, turf)
        if number == TOE:
            edge.friction[0] = turf.friction * turf.toe_grip
        edge.contype, edge.conaffinity = 0, int(ground)


def _couple_hips(build: Build) -> None:
    equality = build.spec.add_equality(
        name="hip_yaw_pitch",
        type=mujoco.mjtEq.mjEQ_JOINT,
        objtype=mujoco.mjtObj.mjOBJ_JOINT,
        name1=R_HIP_YAW_PITCH,
        name2=Joint.L_HIP_YAW_PITCH.key,
    )
    equality.data[:5] = (0.0, 1.0, 0.0, 0.0, 0.0)
    equality.solref = (build.parameters.play.stop_time_constant, 1.0)
    equality.solimp = (0.95, 0.99, 0.001, 0.5, 2.0)


def _add_actuators(build: Build) -> None:
    for joint in MOTORS:
        spec = build.nao.specs[joint]
        motor = build.nao.motors[spec.motor]
        stall = motor.joint_stall_torque
        gain = stall / motor.joint_no_load_speed / build.parameters.motor.servo_lag
        actuator = build.spec.add_actuator(
            name=joint.key, target=joint.key, trntype=mujoco.mjtTrn.mjTRN_JOINT
        )
        actuator.gainprm[0] = gain
        actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
        actuator.biasprm[:3] = (0.0, -gain, 0.0)
        actuator.forcelimited, actuator.forcerange = True, (-stall, stall)
        actuator.ctrllimited, actuator.ctrlrange = True, (spec.min, spec.max)
