"""The visible shapes of robot and field as triangles, for drawing without MuJoCo.

One mesh holds all visible shapes of one body and colour. Meshes never change; only the bodies move,
and `BodyPoses` returns all their poses at once. Lengths are in m, in the frame of the body.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.simulation.pictures.paint import VISIBLE
from hardware.simulation.plant.layout import Layout, set_joint
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.sensors.rotations import point_of
from hardware.units import Point

Floats = NDArray[np.float64]
Triangles = tuple[Floats, NDArray[np.int64]]
"""Corners (n, 3), and corner indexes of every triangle (m, 3), counter-clockwise from outside."""
Colour = tuple[int, int, int]

_AROUND, _ALONG = 20, 12
"""Segments of a round shape about its axis, and from pole to pole; more are not visible."""
_KIND = mujoco.mjtGeom


@dataclass(frozen=True, slots=True)
class ColouredMesh:
    """Visible shapes of one body in one colour.

    Attributes:
        body: Name of the body; empty for fixed shapes.
        corners: (n, 3), m.
        faces: (m, 3).
        colour: Red, green, blue, 0..255.
    """

    body: str
    corners: NDArray[np.float32]
    faces: NDArray[np.uint32]
    colour: Colour


def meshes_of(model: Any) -> list[ColouredMesh]:
    """Return all visible shapes of a model for pictures, except the ground itself."""
    parts: defaultdict[tuple[str, Colour], list[Triangles]] = defaultdict(list)
    for geom in range(model.ngeom):
        if model.geom_group[geom] != VISIBLE or model.geom_type[geom] == _KIND.mjGEOM_PLANE:
            continue
        corners, faces = _shape(model, geom)
        turned = corners @ _matrix(model.geom_quat[geom]).T + model.geom_pos[geom]
        number = int(model.geom_bodyid[geom])
        body = model.body(number).name if number else ""
        parts[body, _colour(model, geom)].append((turned, faces))
    return [_joined(body, colour, shapes) for (body, colour), shapes in parts.items()]


class BodyPoses:
    """Poses of the visible bodies of a robot and its field.

    Attributes:
        model: The model for pictures, with the same joints as the physics.
        names: Names of the bodies, in the order of all poses.
    """

    def __init__(self, robot: MujocoRobot) -> None:
        """Create a separate state, which never affects the robot."""
        self.model = robot.picture().compile()
        self._data = mujoco.MjData(self.model)
        self._robot = robot
        self._layout: Layout = robot.layout
        visible = self.model.geom_bodyid[self.model.geom_group == VISIBLE]
        self._bodies = [int(body) for body in np.unique(visible) if body]
        self.names = tuple(self.model.body(body).name for body in self._bodies)

    def now(self) -> tuple[Floats, Floats]:
        """Return the current positions (n, 3), m, and orientations (n, 4), w x y z."""
        self._robot.copy_configuration(self._data)
        return self._computed()

    def of(
        self,
        torso: tuple[Point, Point],
        angles: Sequence[float],
        props: Mapping[str, tuple[float, ...]],
    ) -> tuple[Floats, Floats]:
        """Return positions and orientations for recorded data.

        Args:
            torso: Position, m, and roll, pitch and yaw, rad, of the torso.
            angles: Angles of all joints in wire order, rad.
            props: Position and orientation of moving props, by the name of their joint.
        """
        qpos = self._data.qpos
        qpos[0:3], (roll, pitch, yaw) = torso
        mujoco.mju_euler2Quat(qpos[3:7], (yaw, pitch, roll), "zyx")
        for joint in MOTORS:
            set_joint(self._layout, qpos, joint, angles[joint])
        for name, pose in props.items():
            free = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_JOINT, name)
            if free >= 0:  # fixed props have none
                at = self.model.jnt_qposadr[free]
                qpos[at : at + 7] = pose
        return self._computed()

    def torso(self) -> Point:
        """Return the position of the torso in the last returned poses, m."""
        return point_of(self._data.xpos[self._layout.torso])

    def _computed(self) -> tuple[Floats, Floats]:
        mujoco.mj_kinematics(self.model, self._data)
        return self._data.xpos[self._bodies], self._data.xquat[self._bodies]


def _joined(body: str, colour: Colour, shapes: list[Triangles]) -> ColouredMesh:
    """Merge shapes into one mesh."""
    starts = np.cumsum([0, *(len(corners) for corners, _ in shapes)])
    faces = [part + start for (_, part), start in zip(shapes, starts, strict=False)]
    corners = np.concatenate([part for part, _ in shapes])
    return ColouredMesh(
        body, corners.astype(np.float32), np.concatenate(faces).astype(np.uint32), colour
    )


def _colour(model: Any, geom: int) -> Colour:
    material = int(model.geom_matid[geom])
    rgba = model.geom_rgba[geom] if material < 0 else model.mat_rgba[material]
    red, green, blue = (round(255.0 * min(max(value, 0.0), 1.0)) for value in rgba[:3].tolist())
    return red, green, blue


def _shape(model: Any, geom: int) -> Triangles:
    """Return a shape in its own frame."""
    kind, size = model.geom_type[geom], model.geom_size[geom]
    if kind == _KIND.mjGEOM_SPHERE:
        return _round(np.full(3, size[0]), 0.0)
    if kind == _KIND.mjGEOM_ELLIPSOID:
        return _round(size, 0.0)
    if kind == _KIND.mjGEOM_CAPSULE:
        return _round(np.full(3, size[0]), float(size[1]))
    if kind == _KIND.mjGEOM_CYLINDER:
        return _cylinder(float(size[0]), float(size[1]))
    if kind == _KIND.mjGEOM_BOX:
        return _box(size)
    mesh = int(model.geom_dataid[geom])
    first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    at, many = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    return (
        model.mesh_vert[first : first + count].astype(np.float64),
        model.mesh_face[at : at + many].astype(np.int64),
    )


def _round(radii: Any, half: float) -> Triangles:
    """Return an ellipsoid, or its two halves joined by a straight section along z."""
    rings = np.linspace(0.0, math.pi, _ALONG + 1)
    rings = np.concatenate([rings[: _ALONG // 2 + 1], rings[_ALONG // 2 :]])  # the equator twice
    lift = np.where(np.arange(len(rings)) <= _ALONG // 2, half, -half)
    around = np.linspace(0.0, math.tau, _AROUND, endpoint=False)
    out, up = np.sin(rings)[:, None], np.cos(rings)[:, None]
    x, y = radii[0] * out * np.cos(around), radii[1] * out * np.sin(around)
    z = radii[2] * up * np.ones(_AROUND) + lift[:, None]
    return np.stack([x, y, z], axis=-1).reshape(-1, 3), _bands(len(rings))


def _bands(rings: int) -> NDArray[np.int64]:
    """Return the faces between rings of corners, from the upper to the lower one."""
    ring, piece = np.meshgrid(np.arange(rings - 1), np.arange(_AROUND), indexing="ij")
    a, b = ring * _AROUND + piece, ring * _AROUND + (piece + 1) % _AROUND
    below_a, below_b = a + _AROUND, b + _AROUND
    first = np.stack([a, below_a, b], axis=-1).reshape(-1, 3)
    second = np.stack([b, below_a, below_b], axis=-1).reshape(-1, 3)
    return np.concatenate([first, second])


def _cylinder(radius: float, half: float) -> Triangles:
    """Return a cylinder along z; ends and side share no corners, so that the edge is sharp."""
    around = np.linspace(0.0, math.tau, _AROUND, endpoint=False)
    circle = radius * np.stack([np.cos(around), np.sin(around)], axis=-1)
    rings = [np.column_stack([circle, np.full(_AROUND, z)]) for z in (half, -half)]
    centres = np.array([[0.0, 0.0, half], [0.0, 0.0, -half]])
    corners = np.concatenate([*rings, *rings, centres])
    here, following = np.arange(_AROUND), (np.arange(_AROUND) + 1) % _AROUND
    top, bottom, start = 4 * _AROUND, 4 * _AROUND + 1, 2 * _AROUND
    upper = np.stack([np.full(_AROUND, top), start + here, start + following], axis=-1)
    lower = start + _AROUND
    under = np.stack([np.full(_AROUND, bottom), lower + following, lower + here], axis=-1)
    return corners, np.concatenate([_bands(2), upper, under])


def _box(half: Any) -> Triangles:
    """Return a box; its sides share no corners, so that the edges are sharp."""
    corners: list[Floats] = []
    faces: list[list[int]] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            u, v = np.zeros(3), np.zeros(3)
            u[(axis + 1) % 3], v[(axis + 2) % 3] = half[(axis + 1) % 3], half[(axis + 2) % 3]
            middle = np.zeros(3)
            middle[axis] = sign * half[axis]
            side = [middle - u - v, middle + u - v, middle + u + v, middle - u + v]
            first = len(corners)
            corners += side if sign > 0.0 else side[::-1]
            faces += [[first, first + 1, first + 2], [first, first + 2, first + 3]]
    return np.array(corners), np.array(faces)


def _matrix(quaternion: Any) -> Floats:
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, np.asarray(quaternion, dtype=np.float64))
    return matrix.reshape(3, 3)
