"""The contact shapes have the outlines of a NAO V6.

Oracle: extents of the published visual model of a V6 in the frames of its joints, mm, and the
depth in the data sheet. A ray from outside finds the surface.
"""

import math
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.model import build_spec
from hardware.simulation.plant.parameters import SoleShape
from tests.hardware.simulation.plant.rig import NAO, STANDARD

PLANT = replace(STANDARD, body=replace(STANDARD.body, sole_shape=SoleShape.POLYGON))
MODEL = build_spec(NAO, PLANT, draw_individual(PLANT, 0)).compile()
DATA = mujoco.MjData(MODEL)
mujoco.mj_kinematics(MODEL, DATA)

WITHIN = 5.0
"""mm, except at the edges of the back, which have their own test."""
_FAR = 1.0
"""Distance outside at which a ray starts, m."""

# Body, axis along which the surface is searched, from which side, position on the other two axes
# (in order), and position of the surface; mm.
OUTLINES = [
    ("torso", "x", -1, (0, 8), -53.0),
    *(("torso", "x", -1, (y, z), -53.0) for y in (-30, 0, 30) for z in (41, 83)),
    ("torso", "x", -1, (0, 105), -38.0),
    ("torso", "x", -1, (0, -10), -45.0),
    ("torso", "x", -1, (0, -30), -44.0),
    ("torso", "x", -1, (0, -55), -37.0),
    ("torso", "x", +1, (0, 67), 59.0),
    ("torso", "x", +1, (0, -40), 50.0),
    ("torso", "y", +1, (0, 100), 87.0),
    ("l_hip1", "x", -1, (0, 0), -59.0),
    ("l_hip1", "x", +1, (-4, 8), 24.0),
    ("l_hip1", "y", -1, (0, 30), -39.0),
    ("l_hip1", "y", +1, (0, 0), 14.0),
    ("l_hip1", "z", +1, (0, 0), 43.0),
    ("l_hip1", "z", -1, (0, 0), -13.0),
    ("l_hip2", "x", -1, (0, 0), -43.0),
    ("l_hip2", "x", +1, (0, -18), 24.0),
    ("l_hip2", "y", +1, (0, 0), 14.0),
    ("l_hip2", "y", -1, (0, 0), -14.0),
    ("l_hip2", "z", +1, (0, 0), 18.0),
    ("l_hip2", "z", -1, (0, 0), -34.0),
    ("l_wrist", "x", +1, (0, 20), 85.0),
    ("l_wrist", "y", +1, (67, 6), 34.0),
    ("l_wrist", "y", -1, (67, 6), -34.0),
    ("l_wrist", "z", +1, (66, 0), 31.0),
    ("l_wrist", "z", -1, (42, 0), -32.0),
    ("l_wrist", "z", +1, (79, 0), 27.0),
    ("l_wrist", "z", -1, (79, 0), 8.0),
    ("l_upper_arm", "x", +1, (15, 0), 122.0),
    ("l_upper_arm", "z", +1, (0, 0), 41.0),
    ("l_upper_arm", "z", -1, (0, 0), -41.0),
    ("l_upper_arm", "z", +1, (50, 10), 28.0),
    ("l_upper_arm", "z", -1, (50, 10), -26.0),
    ("head", "x", -1, (0, 57), -61.0),
    ("head", "y", +1, (0, 57), 66.0),
]


def surface(body: str, axis: int, side: int, across: tuple[float, float]) -> float:
    """Return where the surface of a body is along an axis of its frame, mm; NaN if nowhere."""
    identity = MODEL.body(body).id
    MODEL.geom_group[:] = np.where(MODEL.geom_bodyid == identity, 1, 0)
    start = np.insert(np.array(across) * 1e-3, axis, side * _FAR)
    ray = np.zeros(3)
    ray[axis] = -side
    turn = DATA.xmat[identity].reshape(3, 3)
    seen = np.array((0, 1, 0, 0, 0, 0), np.uint8)
    distance = mujoco.mj_ray(
        MODEL,
        DATA,
        DATA.xpos[identity] + turn @ start,
        turn @ ray,
        seen,
        1,
        -1,
        np.zeros(1, np.int32),
        None,
    )
    return side * (_FAR - distance) * 1e3 if distance >= 0.0 else math.nan


@pytest.fixture(autouse=True)
def geoms() -> None:
    """Place all shapes."""
    mujoco.mj_forward(MODEL, DATA)


@pytest.mark.parametrize("body, axis, side, across, real", OUTLINES)
def test_a_link_is_as_large_as_a_real_one_on_both_sides(
    body: str, axis: str, side: int, across: tuple[float, float], real: float
) -> None:
    index = "xyz".index(axis)
    assert surface(body, index, side, across) == pytest.approx(real, abs=WITHIN)
    if body.startswith("l_"):
        mirrored = (across[0], -across[1]) if axis == "z" else across
        if axis == "x":
            mirrored = (-across[0], across[1])
        if axis == "y":
            side, real = -side, -real
        found = surface("r" + body[1:], index, side, mirrored)
        assert found == pytest.approx(real, abs=WITHIN)


@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize(
    "aside, height, missing",
    [
        (30, 2, 8), (30, 20, 6.5), (30, 41, 5), (30, 83, 4), (30, 95, 6), (30, 98, 7.5),
        (40, 5, 17), (40, 10, 12), (40, 41, 9.5), (40, 60, 8), (40, 83, 6),
    ],
)  # fmt: skip
def test_the_back_is_rounder_than_a_real_one_towards_its_edges(
    side: float, aside: float, height: float, missing: float
) -> None:
    """A real back is flat up to 30 mm sideways, in parts up to 40; what is missing there, mm."""
    found = surface("torso", 0, -1, (side * aside, height))
    assert found == pytest.approx(-53.0 + missing, abs=0.5)


def test_the_robot_is_as_deep_as_in_the_data_sheet() -> None:
    """311 mm over the head and the outstretched arms."""
    DATA.qpos[:] = MODEL.qpos0
    for joint in (Joint.L_SHOULDER_PITCH, Joint.L_SHOULDER_ROLL, Joint.L_ELBOW_ROLL):
        DATA.joint(joint.key).qpos[0] = 0.0
    mujoco.mj_forward(MODEL, DATA)
    wrist = MODEL.body("l_wrist").id
    torso = DATA.xpos[MODEL.body("torso").id]
    reach = (DATA.xpos[wrist] - torso)[0] * 1e3 + surface("l_wrist", 0, +1, (0, 20))
    behind = -surface("head", 0, -1, (0, 57))
    assert reach + behind == pytest.approx(311.0, abs=WITHIN)


SOLE = {
    0: 100,
    30: 93,
    60: 74,
    90: 52,
    120: 61,
    150: 61,
    180: 51,
    210: 55,
    240: 48,
    270: 39,
    300: 71,
    330: 94,
}
"""Reach of the left sole from the ankle by direction in deg, mm."""


def ground_points(side: str) -> np.ndarray:
    """Return where a flat foot touches its turf, in the frame of the foot, mm."""
    foot = MODEL.body(f"{side}_foot").id
    turf = MODEL.geom("left_turf" if side == "l" else "right_turf").contype[0]
    points = []
    for geom in range(MODEL.ngeom):
        line = MODEL.geom_type[geom] == mujoco.mjtGeom.mjGEOM_CAPSULE
        if MODEL.geom_bodyid[geom] == foot and MODEL.geom_conaffinity[geom] & turf and line:
            axis = np.zeros(9)
            mujoco.mju_quat2Mat(axis, MODEL.geom_quat[geom])
            half = MODEL.geom_size[geom][1] * axis.reshape(3, 3)[:, 2]
            points += [MODEL.geom_pos[geom] + half, MODEL.geom_pos[geom] - half]
    return np.array(points) * 1e3


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize("direction", SOLE)
def test_the_sole_has_the_outline_of_a_real_one(side: str, direction: int) -> None:
    angle = math.radians(direction)
    ahead = np.array((math.cos(angle), math.sin(angle) * (1.0 if side == "l" else -1.0)))
    reached = float((ground_points(side)[:, :2] @ ahead).max())
    assert reached == pytest.approx(SOLE[direction], abs=WITHIN)


def test_the_whole_sole_is_flat() -> None:
    heights = ground_points("l")[:, 2]
    assert heights == pytest.approx(heights[0])


def gripping(body: str) -> list[float]:
    """Return the friction of the shapes of a body, from the front to the rear."""
    identity = MODEL.body(body).id
    geoms = [g for g in range(MODEL.ngeom) if MODEL.geom_bodyid[g] == identity]
    geoms.sort(key=lambda geom: -float(MODEL.geom_pos[geom][0]))
    return [float(MODEL.geom_friction[geom][0]) for geom in geoms]


def test_toes_have_more_friction_than_soles_and_shells_slide() -> None:
    toe, *rest = gripping("l_foot")
    turf = STANDARD.turf
    shell, *edges = sorted(rest)
    assert toe == pytest.approx(turf.toe_grip * turf.friction)
    assert edges == pytest.approx([turf.friction] * len(edges))
    assert {shell, *gripping("torso")} == {turf.shell_grip * turf.friction}
    assert gripping("r_wrist") == [turf.hand_grip * turf.friction]
