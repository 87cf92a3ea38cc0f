"""The fields of view of the cameras, against MuJoCo's cameras and plain trigonometry."""

import math

import mujoco
import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.simulation.eyes.cones import cones_of, in_view
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.layout import layout_of, set_joint
from hardware.simulation.plant.model import HEAD, build_spec
from tests.hardware.simulation.plant.rig import IDEAL, NAO

EYES = NAO.eyes
CONES = cones_of(EYES)
WIDTH, HEIGHT = 640, 480


def with_cameras() -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Return a robot whose head carries MuJoCo cameras at the poses of ours."""
    spec = build_spec(NAO, IDEAL, draw_individual(IDEAL, 0))
    for name, place, pitch in (
        ("upper", EYES.upper.place, EYES.upper.pitch),
        ("lower", EYES.lower.place, EYES.lower.pitch),
    ):
        c, s = math.cos(pitch), math.sin(pitch)
        camera = spec.body(HEAD).add_camera(name=name, pos=place)
        # MuJoCo's cameras look along -z with y up: right is our -y, up is tilted forward.
        turned = np.array(((0.0, s, -c), (-1.0, 0.0, 0.0), (0.0, c, s)))
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, turned.ravel())
        camera.quat = quaternion
        camera.fovy = math.degrees(EYES.height)
    model = spec.compile()
    return model, mujoco.MjData(model)


def in_picture(model: mujoco.MjModel, data: mujoco.MjData, name: str, point: list[float]) -> bool:
    """Return whether a point is projected into a picture of MuJoCo's camera."""
    camera = model.camera(name).id
    x, y, z = data.cam_xmat[camera].reshape(3, 3).T @ (np.array(point) - data.cam_xpos[camera])
    if z >= 0.0:
        return False
    focal = 0.5 * HEIGHT / math.tan(0.5 * math.radians(model.cam_fovy[camera]))
    # Pixels are square, and the width follows from the opening angle.
    half = focal * math.tan(0.5 * EYES.width)
    return abs(focal * x / -z) <= half and abs(focal * y / -z) <= 0.5 * HEIGHT


@pytest.mark.parametrize(("yaw", "pitch"), [(0.0, 0.0), (0.8, 0.3), (-1.2, -0.4)])
def test_a_point_is_seen_exactly_when_mujocos_camera_shows_it(yaw: float, pitch: float) -> None:
    model, data = with_cameras()
    layout = layout_of(model)
    data.qpos[:7] = (0.3, -0.2, 0.31, math.cos(0.3), 0.05, -0.08, math.sin(0.3))
    data.qpos[3:7] /= np.linalg.norm(data.qpos[3:7])
    set_joint(layout, data.qpos, Joint.HEAD_YAW, yaw)
    set_joint(layout, data.qpos, Joint.HEAD_PITCH, pitch)
    mujoco.mj_forward(model, data)
    position, rotation = data.xpos[layout.head], data.xmat[layout.head].reshape(3, 3)
    rng = np.random.default_rng(4)
    shown = {"upper": 0, "lower": 0}
    for point in (rng.uniform((-2, -2, 0), (2, 2, 0.6), (4000, 3))).tolist():
        for name, cone in zip(shown, CONES, strict=True):
            ours = in_view((cone,), position, rotation, (tuple(point),))
            assert ours == in_picture(model, data, name, point)
            shown[name] += ours
    assert all(count > 20 for count in shown.values())


def test_both_cameras_see_the_ground_from_the_feet_on() -> None:
    """By hand, for a standing robot with a level head: where the lowest ray meets the ground."""
    head = 0.313 + 0.1265
    rows = []
    for cone in CONES:
        below = cone.pitch + 0.5 * EYES.height
        camera = head + cone.place[2]
        rows.append(cone.place[0] + camera / math.tan(below))
    assert rows == pytest.approx([1.244, 0.295], abs=0.02)
    place = np.array((0.0, 0.0, head)), np.eye(3)
    seen = [x / 1000 for x in range(100, 4000) if in_view(CONES, *place, ((x / 1000, 0.0, 0.0),))]
    assert min(seen) == pytest.approx(rows[1], abs=2e-3)
    assert in_view(CONES[:1], *place, ((rows[0] + 2e-3, 0.0, 0.0),))
    assert not in_view(CONES[:1], *place, ((rows[0] - 2e-3, 0.0, 0.0),))


def test_half_of_the_opening_is_seen_to_either_side() -> None:
    half = 0.5 * EYES.width
    x0, _, z0 = EYES.upper.place
    for angle, seen in ((half - 0.01, True), (half + 0.01, False)):
        for sign in (-1.0, 1.0):
            depth = 2.0
            point = (x0 + depth, sign * depth * math.tan(angle), z0 - depth * math.tan(0.0209))
            assert in_view(CONES[:1], np.zeros(3), np.eye(3), (point,)) == seen
