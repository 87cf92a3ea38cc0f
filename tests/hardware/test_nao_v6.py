"""The robot file, against physics, symmetry and the datasheet."""

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from hardware.robots.model import JointSpec, Link, RobotModel, Side
from hardware.robots.nao import ARM_JOINTS, HAND_JOINTS, HEAD_JOINTS, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE
from hsm.settings.loader import config_folder, load


@pytest.fixture(scope="module")
def nao() -> RobotModel:
    return load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)


def inertia_of(link: Link) -> np.ndarray:
    xx, yy, zz, xy, xz, yz = link.inertia
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def mirrored(link: Link) -> Link:
    """Return the mirror image of a left link, computed with matrices."""
    mirror = np.diag([1.0, -1.0, 1.0])
    turned = mirror @ inertia_of(link) @ mirror
    axis = -mirror @ np.array(link.axis)  # an axis is a pseudovector
    symmetric_motion = abs(link.axis[1]) > 0.5  # pitch keeps its sign, roll and yaw change it
    return Link(
        name="r" + link.name[1:],
        parent="r" + link.parent[1:] if link.parent.startswith("l_") else link.parent,
        joint=link.joint,
        origin=tuple(mirror @ np.array(link.origin)),
        axis=tuple(axis if symmetric_motion else -axis),
        mass=link.mass,
        com=tuple(mirror @ np.array(link.com)),
        inertia=tuple(turned[i] for i in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))),
    )


def test_masses_add_up_to_5360_grams(nao: RobotModel) -> None:
    assert nao.mass == pytest.approx(5.360, abs=0.001)


def test_every_joint_but_the_hands_has_limits_in_wire_order(nao: RobotModel) -> None:
    assert list(nao.joints) == [joint.key for joint in Joint if joint not in HAND_JOINTS]


def test_every_inertia_belongs_to_a_possible_body(nao: RobotModel) -> None:
    for link in nao.links:
        small, middle, large = np.linalg.eigvalsh(inertia_of(link))
        assert small > 0.0, link.name
        assert small + middle >= large, f"{link.name}: not the inertia of a body of positive mass"


def test_every_radius_of_gyration_fits_into_the_robot(nao: RobotModel) -> None:
    for link in nao.links:
        radii = np.sqrt(np.linalg.eigvalsh(inertia_of(link)) / link.mass)
        assert 0.005 < radii.min() and radii.max() < 0.060, link.name


def test_right_links_are_the_mirror_image_of_left_links(nao: RobotModel) -> None:
    links = {link.name: link for link in nao.links}
    for left in (link for link in nao.links if link.name.startswith("l_")):
        want, have = mirrored(left), links["r" + left.name[1:]]
        assert have.parent == want.parent and have.mass == want.mass
        for item in ("origin", "axis", "com", "inertia"):
            assert getattr(have, item) == pytest.approx(getattr(want, item), abs=1e-12), have.name


def test_one_motor_turns_both_hip_yaw_pitch_links(nao: RobotModel) -> None:
    carried = [link.name for link in nao.links if link.joint == Joint.L_HIP_YAW_PITCH.key]
    assert carried == ["l_hip1", "r_hip1"]


def test_every_other_joint_turns_exactly_one_link(nao: RobotModel) -> None:
    carried = [link.joint for link in nao.links[1:] if link.joint != Joint.L_HIP_YAW_PITCH.key]
    wanted = [name for name in nao.joints if name != Joint.L_HIP_YAW_PITCH.key]
    assert sorted(carried) == sorted(wanted)


def test_parents_come_before_their_children(nao: RobotModel) -> None:
    known = {""}
    for link in nao.links:
        assert link.parent in known, link.name
        known.add(link.name)


def test_axes_have_length_one(nao: RobotModel) -> None:
    for link in nao.links[1:]:
        assert math.hypot(*link.axis) == pytest.approx(1.0, abs=1e-8)


def test_links_have_the_lengths_of_the_dimensions(nao: RobotModel) -> None:
    size = nao.dimensions
    origin = {link.name: link.origin for link in nao.links}
    assert origin["l_hip1"] == pytest.approx((0.0, size.hip_offset_y, -size.hip_offset_z))
    assert origin["l_tibia"] == pytest.approx((0.0, 0.0, -size.thigh))
    assert origin["l_ankle"] == pytest.approx((0.0, 0.0, -size.tibia))


def test_the_stretched_robot_carries_its_torso_333_mm_high(nao: RobotModel) -> None:
    size = nao.dimensions
    height = size.hip_offset_z + size.thigh + size.tibia + size.foot_height
    assert height == pytest.approx(0.333, abs=1e-3)


def test_zero_is_in_every_joint_range_except_the_elbows(nao: RobotModel) -> None:
    elbows = {Joint.L_ELBOW_ROLL, Joint.R_ELBOW_ROLL}
    assert {j for j, spec in enumerate(nao.specs) if not spec.min < 0.0 < spec.max} == elbows


def test_limits_of_pitch_joints_agree_left_and_right_to_a_degree(nao: RobotModel) -> None:
    for left in (
        joint for joint in Joint if joint not in HAND_JOINTS and joint.name.startswith("L_")
    ):
        if left is Joint.L_HIP_YAW_PITCH:
            continue
        right = nao.specs[Joint["R_" + left.name[2:]]]
        spec, flips = nao.specs[left], not left.name.endswith("PITCH")
        want = (-spec.max, -spec.min) if flips else (spec.min, spec.max)
        assert (right.min, right.max) == pytest.approx(want, abs=math.radians(1.0)), left.name


def test_motors_reach_the_datasheet_values_at_the_joint(nao: RobotModel) -> None:
    knee = nao.motors[nao.specs[Joint.L_KNEE_PITCH].motor]
    assert math.degrees(knee.joint_no_load_speed) == pytest.approx(399.0, abs=1.0)
    assert knee.joint_stall_torque == pytest.approx(8.51, abs=0.01)


def test_every_joint_names_a_motor_that_exists_and_no_motor_is_idle(nao: RobotModel) -> None:
    assert {spec.motor for spec in nao.joints.values()} == set(nao.motors)


def test_sole_cells_lie_inside_the_sole(nao: RobotModel) -> None:
    sole = nao.dimensions.sole
    for x, y, _ in sole.fsr:
        assert -sole.back < x < sole.front and -sole.inner < y < sole.outer


def test_wire_order_is_the_order_of_the_position_array() -> None:
    assert all(a + 1 == b for a, b in pairwise(Joint))
    assert [j.wire_name for j in Joint][7:9] == ["LHipYawPitch", "LHipRoll"]


def test_its_cycle_is_that_of_the_simulation(nao: RobotModel) -> None:
    assert nao.cycle == CYCLE


def test_its_limbs_have_the_indices_of_the_wire(nao: RobotModel) -> None:
    assert nao.names == tuple(joint.key for joint in Joint)
    assert nao.leg_joints == LEG_JOINTS
    assert nao.arm_joints == ARM_JOINTS
    assert nao.head == HEAD_JOINTS
    assert nao.hands == HAND_JOINTS
    assert nao.shares_hip_yaw


def test_rolls_and_yaws_change_their_sign_in_the_mirror_except_the_shared_hip_yaw(
    nao: RobotModel,
) -> None:
    for joint, (partner, sign) in zip(Joint, nao.mirror, strict=True):
        turns = "ROLL" in joint.name or "YAW" in joint.name
        alone = joint is Joint.L_HIP_YAW_PITCH or not joint.name.startswith(("L_", "R_"))
        assert sign == (-1.0 if turns and joint is not Joint.L_HIP_YAW_PITCH else 1.0)
        assert (partner == joint) is alone
        assert nao.mirror[partner][0] == joint


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"head": ("head_yaw", "nose")}, "there is no joint 'nose'"),
        ({"arms": {Side.LEFT: ("l_shoulder_pitch",), Side.RIGHT: ()}}, "same number of joints"),
        ({"legs": {}}, "a left and a right leg"),
    ],
)
def test_limbs_that_do_not_fit_the_joints_are_refused(
    nao: RobotModel, change: dict[str, Any], what: str
) -> None:
    with pytest.raises(ValueError, match=what):
        replace(nao, limbs=replace(nao.limbs, **change))


def test_the_parent_of_a_link_must_come_before_it(nao: RobotModel) -> None:
    lost = tuple(replace(k, parent="cow") if k.name == "l_elbow" else k for k in nao.links)
    with pytest.raises(ValueError, match="no link before 'l_elbow' has the name 'cow'"):
        replace(nao, links=lost)
    with pytest.raises(ValueError, match="no link before"):
        replace(nao, links=nao.links[::-1])


@pytest.mark.parametrize("limits", [(1.0, 1.0), (1.0, -1.0)])
def test_a_joint_without_a_range_is_refused(limits: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="'max' must be above 'min'"):
        JointSpec(*limits, motor="any")
