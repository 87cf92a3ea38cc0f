"""Triangles for a page are the shapes of the pictures, at the poses of the physics."""

import math
from typing import Any

import mujoco
import numpy as np
import pytest

from hardware.postures import Posture
from hardware.props import Ball, Cylinder, PassiveRobot
from hardware.robots.nao import Joint
from hardware.simulation.pictures.paint import VISIBLE
from hardware.simulation.pictures.triangles import BodyPoses, meshes_of
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.settings.robot_file import load_robot
from hsm.simulated.simulation import load_plant

PROPS = (Ball(1.0, 0.2), PassiveRobot(2.0, 0.0), Cylinder(0.5, 1.0))
SHAPES = {
    "sphere": (dict(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(0.1, 0, 0)), 4 / 3 * math.pi * 1e-3),
    "ellipsoid": (
        dict(type=mujoco.mjtGeom.mjGEOM_ELLIPSOID, size=(0.1, 0.2, 0.3)),
        4 / 3 * math.pi * 6e-3,
    ),
    "capsule": (
        dict(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=(0.1, 0.2, 0)),
        4 / 3 * math.pi * 1e-3 + math.pi * 0.01 * 0.4,
    ),
    "cylinder": (
        dict(type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=(0.1, 0.2, 0)),
        math.pi * 0.01 * 0.4,
    ),
    "box": (dict(type=mujoco.mjtGeom.mjGEOM_BOX, size=(0.1, 0.2, 0.3)), 8 * 6e-3),
}


@pytest.fixture(scope="module")
def robot() -> SimulatedRobot:
    return SimulatedRobot(load_robot(), load_plant("ideal"), props=PROPS)


@pytest.fixture(scope="module")
def poses(robot: SimulatedRobot) -> BodyPoses:
    return BodyPoses(robot)


def volume(corners: Any, faces: Any) -> float:
    """Return the volume that triangles enclose, m3: positive only if all of them face outwards."""
    a, b, c = (corners[faces[:, number]] for number in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0)


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_encloses_its_volume_and_faces_outwards(name: str) -> None:
    shape, expected = SHAPES[name]
    spec = mujoco.MjSpec()
    spec.worldbody.add_body(name="thing", pos=(1, 2, 3)).add_geom(
        group=VISIBLE, pos=(0.3, 0.0, 0.1), quat=(0.8, 0.6, 0.0, 0.0), rgba=(1, 0.5, 0, 1), **shape
    )
    (mesh,) = meshes_of(spec.compile())
    assert (mesh.body, mesh.colour) == ("thing", (255, 128, 0))
    middle = mesh.corners.astype(float) - (0.3, 0.0, 0.1)
    # Twenty pieces around, twelve from pole to pole: 2 to 5 % less volume than the round shape.
    assert 0.93 * expected < volume(middle, mesh.faces) <= 1.001 * expected


def test_every_visible_shape_except_the_ground_appears_once(poses: BodyPoses) -> None:
    meshes = meshes_of(poses.model)
    assert {mesh.body for mesh in meshes} == {"", *poses.names}
    assert len({(mesh.body, mesh.colour) for mesh in meshes}) == len(meshes)
    assert {"torso", "head", "l_foot", "ball", "passiverobot 1", "cylinder 2"} <= set(poses.names)
    for mesh in meshes:
        assert mesh.faces.max() < len(mesh.corners) and np.isfinite(mesh.corners).all()


def test_bodies_have_the_poses_of_the_physics(robot: SimulatedRobot, poses: BodyPoses) -> None:
    places, turns = poses.now()
    truth = robot.truth()
    names = poses.names
    assert places[names.index("torso")] == pytest.approx(truth.torso_position)
    assert places[names.index("ball")] == pytest.approx((1.0, 0.2, 0.05))
    assert np.linalg.norm(turns, axis=1) == pytest.approx(1.0)


def test_a_record_restores_the_poses_of_all_bodies(robot: SimulatedRobot, poses: BodyPoses) -> None:
    expected = [part.copy() for part in poses.now()]
    truth = robot.truth()
    frame = None
    while frame is None:
        frame = robot.receive()
    props = {prop.name: (*prop.position, *prop.quaternion) for prop in truth.props}
    places, turns = poses.of((truth.torso_position, truth.rpy), frame.positions, props)
    # Encoders round and joints have offsets: some tenths of a degree, a few millimetres at a hand.
    assert np.abs(places - expected[0]).max() < 5e-3
    assert np.abs(np.abs(np.sum(turns * expected[1], axis=1)) - 1.0).max() < 1e-4


def test_the_hip_yaw_turns_both_legs() -> None:
    robot = SimulatedRobot(load_robot(), load_plant("ideal"), posture=Posture.STANDING)
    poses = BodyPoses(robot)
    angles = [0.0] * len(Joint)
    still, _ = poses.of(((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), angles, {})
    before = still.copy()
    angles[Joint.L_HIP_YAW_PITCH] = -0.5
    after, _ = poses.of(((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)), angles, {})
    for foot in ("l_foot", "r_foot"):
        at = poses.names.index(foot)
        assert np.abs(after[at] - before[at]).max() > 0.01, foot
