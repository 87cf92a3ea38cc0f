"""The physics model equals the datasheet, and its visuals do not affect physics."""

from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.simulation.pictures.looks import dress
from hardware.simulation.pictures.paint import VISIBLE
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.model import FEET, MOTORS, build_spec
from hardware.simulation.plant.parameters import SoleShape
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.shapes import ContactGroup
from tests.hardware.simulation.plant.rig import IDEAL, MASS, NAO, STANDARD, flat

PHYSICS = build_spec(NAO, STANDARD, draw_individual(STANDARD, 0)).compile()
PICTURE = dress(build_spec(NAO, STANDARD, draw_individual(STANDARD, 0))).compile()


def test_the_bodies_have_the_mass_of_the_robot() -> None:
    assert float(PHYSICS.body_mass.sum()) == pytest.approx(MASS, abs=1e-9)
    assert pytest.approx(5.48, abs=0.001) == MASS, "source: datasheet"


def test_every_link_has_its_own_mass_and_centre_of_mass() -> None:
    for link in NAO.links:
        body = PHYSICS.body(link.name)
        heavier = 1.0 if link.joint else STANDARD.body.torso_mass_factor
        assert float(body.mass[0]) == pytest.approx(heavier * link.mass)
        assert body.ipos == pytest.approx(link.com)


def test_the_actuators_are_the_motors_in_the_order_of_the_wire() -> None:
    names = [PHYSICS.actuator(index).name for index in range(PHYSICS.nu)]
    assert names == [joint.key for joint in MOTORS]


@pytest.mark.parametrize("joint", MOTORS, ids=lambda joint: joint.key)
def test_a_joint_stops_at_its_limits(joint: Joint) -> None:
    spec = NAO.specs[joint]
    assert PHYSICS.joint(joint.key).range == pytest.approx((spec.min, spec.max))


@pytest.mark.parametrize("shape", list(SoleShape))
@pytest.mark.parametrize("height", [NAO.dimensions.foot_height, 0.060])
def test_the_soles_are_as_far_below_the_ankles_as_in_the_robot_file(
    shape: SoleShape, height: float
) -> None:
    """Within a tenth of a millimetre: the walk uses the number of the robot file."""
    plant = replace(IDEAL, body=replace(IDEAL.body, sole_shape=shape))
    nao = replace(NAO, dimensions=replace(NAO.dimensions, foot_height=height))
    model = build_spec(nao, plant, draw_individual(plant, 0)).compile()
    for foot in FEET:
        assert float(model.site(foot).pos[2]) == pytest.approx(-height, abs=1e-4)
        assert lowest(model, foot) == pytest.approx(-height, abs=1e-4)


def lowest(model: Any, foot: str) -> float:
    """Return the lowest height of the shapes of a level foot in its frame, m."""
    heights = []
    for geom in np.flatnonzero(model.geom_bodyid == model.body(foot).id):
        thick = {mujoco.mjtGeom.mjGEOM_BOX: 2, mujoco.mjtGeom.mjGEOM_CAPSULE: 0}
        form = mujoco.mjtGeom(model.geom_type[geom])
        if form in thick:
            heights.append(model.geom_pos[geom][2] - model.geom_size[geom][thick[form]])
    return float(min(heights))


def test_the_true_sole_is_the_middle_of_the_outline_ahead_of_and_outside_the_ankle() -> None:
    sole = NAO.dimensions.sole
    ahead, outward = 0.5 * (sole.front - sole.back), 0.5 * (sole.outer - sole.inner)
    for foot, sign in zip(FEET, (1.0, -1.0), strict=True):
        x, y, _ = PHYSICS.site(foot).pos
        assert (x, sign * y) == pytest.approx((ahead, outward), abs=0.002)


def test_a_box_foot_reaches_the_edges_of_the_sole_except_the_outer_one() -> None:
    """A real sole is round: it is 50 mm wide at one point only, a box would be along its length."""
    box = PHYSICS.geom("l_foot")
    (x, y, _), (long, wide, _) = box.pos, box.size
    sole = NAO.dimensions.sole
    assert (long + x, long - x) == pytest.approx((sole.front, sole.back), abs=1e-3)
    assert wide - y == pytest.approx(sole.inner, abs=1e-3)
    assert wide + y == pytest.approx(sole.outer - 0.003, abs=1e-4)


def test_joints_with_play_are_two_hinges_on_one_axis() -> None:
    for name in draw_individual(STANDARD, 0).play:
        driven, free = PHYSICS.joint(name), PHYSICS.joint(name + "_play")
        assert driven.bodyid == free.bodyid
        assert driven.axis == pytest.approx(free.axis)
        assert driven.pos == pytest.approx(free.pos)


def test_the_ideal_robot_has_no_hinges_for_play() -> None:
    ideal = build_spec(NAO, IDEAL, draw_individual(IDEAL, 0)).compile()
    assert PHYSICS.nv - ideal.nv == 12


def meets(first: int, second: int) -> bool:
    return bool(
        PHYSICS.geom_contype[first] & PHYSICS.geom_conaffinity[second]
        or PHYSICS.geom_contype[second] & PHYSICS.geom_conaffinity[first]
    )


def geoms(body: str) -> list[int]:
    identity = PHYSICS.body(body).id
    return [g for g in range(PHYSICS.ngeom) if PHYSICS.geom_bodyid[g] == identity]


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ("l_foot", "r_foot", True),
        ("l_tibia", "r_foot", True),
        ("l_thigh", "l_tibia", False),
        ("l_wrist", "torso", True),
        ("l_wrist", "r_thigh", True),
        ("l_wrist", "r_wrist", False),
        ("l_lower_arm", "torso", False),
        ("l_upper_arm", "torso", False),
        ("head", "torso", False),
        ("l_foot", "left_turf", True),
        ("l_foot", "right_turf", False),
        ("r_foot", "right_turf", True),
        ("l_foot", "world", False),
        ("head", "world", True),
        ("l_tibia", "world", True),
    ],
)
def test_only_intended_pairs_of_bodies_can_collide(first: str, second: str, expected: bool) -> None:
    assert any(meets(a, b) for a in geoms(first) for b in geoms(second)) == expected


@pytest.mark.parametrize("sole", list(SoleShape))
def test_a_foot_is_as_soft_as_turf_only_where_it_meets_its_turf(sole: SoleShape) -> None:
    plant = flat(replace(STANDARD, body=replace(STANDARD.body, sole_shape=sole)))
    robot = SimulatedRobot(NAO, plant)
    model, data = robot._model, robot._data  # noqa: SLF001
    inwards = {"l_hip_roll": -0.2, "r_hip_roll": 0.2}
    touches: dict[frozenset[str], tuple[float, float]] = {}
    for angles in ({}, inwards):
        for name, angle in angles.items():
            data.joint(name).qpos[0] = angle
        mujoco.mj_forward(model, data)
        for geoms, softness, friction in zip(
            data.contact.geom, data.contact.solref, data.contact.friction, strict=True
        ):
            bodies = frozenset(model.body(model.geom_bodyid[geom]).name for geom in geoms)
            touches[bodies] = (float(softness[0]), float(friction[0]))
    turf = plant.turf
    assert touches[frozenset(("r_foot", "right_turf"))] == (turf.time_constant, turf.friction)
    on_a_body = turf.body_time_constant, turf.shell_grip * turf.friction
    assert touches[frozenset(("l_foot", "r_foot"))] == on_a_body


def test_every_group_of_shapes_is_one_bit() -> None:
    assert all(bin(group.value).count("1") == 1 for group in ContactGroup)


def test_the_left_and_right_leg_are_mirror_images() -> None:
    """Oracle: MuJoCo's forward kinematics with mirrored joint angles."""
    data = mujoco.MjData(PHYSICS)
    rng = np.random.default_rng(2)
    for name in ("hip_roll", "hip_pitch", "knee_pitch", "ankle_pitch", "ankle_roll"):
        angle = float(rng.uniform(-0.3, 0.3))
        sign = -1.0 if name.endswith("roll") else 1.0
        data.joint(f"l_{name}").qpos[0] = angle
        data.joint(f"r_{name}").qpos[0] = sign * angle
    for name in ("l_hip_yaw_pitch", "r_hip_yaw_pitch"):
        data.joint(name).qpos[0] = -0.2
    mujoco.mj_kinematics(PHYSICS, data)
    left, right = data.site("l_foot").xpos, data.site("r_foot").xpos
    assert left == pytest.approx(right * np.array((1.0, -1.0, 1.0)), abs=1e-9)


def test_visuals_neither_collide_nor_weigh() -> None:
    assert float(PICTURE.body_mass.sum()) == pytest.approx(float(PHYSICS.body_mass.sum()))
    for geom in range(PICTURE.ngeom):
        if PICTURE.geom_group[geom] == VISIBLE:
            assert PICTURE.geom_contype[geom] == 0
            assert PICTURE.geom_conaffinity[geom] == 0


def test_the_visual_model_has_the_joints_of_the_physics() -> None:
    """So that a configuration can be copied from one to the other."""
    names = [[m.joint(i).name for i in range(m.njnt)] for m in (PHYSICS, PICTURE)]
    assert names[0] == names[1]
    assert PHYSICS.nmocap == PICTURE.nmocap


def test_contact_shapes_are_not_drawn() -> None:
    assert VISIBLE not in set(PHYSICS.geom_group.tolist())
