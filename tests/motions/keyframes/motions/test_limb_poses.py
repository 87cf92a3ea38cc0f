"""Cartesian poses are converted to joint angles of soles and wrists, or are refused."""

import math
from collections.abc import Iterable

import numpy as np
import pytest
from scipy.optimize import minimize

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.motions.keyframe import (
    Held,
    Interpolation,
    Keyframe,
    Limb,
    LimbPose,
    Target,
)
from motions.keyframes.motions.limb_poses import PoseSolver
from motions.keyframes.motions.motion import Block
from motions.keyframes.motions.posture import angles_of
from motions.kinematics.chains import Chain
from motions.kinematics.nao_legs import sole_poses
from tests.motions.keyframes.made import NAO, PARAMETERS

SOLVER = PoseSolver(NAO, PARAMETERS.engine.pose_tolerance)
ENDS = {
    Limb.LEFT_ARM: Chain(NAO, "l_wrist"),
    Limb.RIGHT_ARM: Chain(NAO, "r_wrist"),
    Limb.LEFT_LEG: Chain(NAO, "l_foot", (0.0, 0.0, -NAO.dimensions.foot_height)),
    Limb.RIGHT_LEG: Chain(NAO, "r_foot", (0.0, 0.0, -NAO.dimensions.foot_height)),
}


def solve(**poses: LimbPose) -> tuple[list[float], list[str]]:
    """Return the joints of a keyframe with these poses, and the findings about it."""
    keyframe = Keyframe("", 0.5, {}, poses={Limb(limb): pose for limb, pose in poses.items()})
    block, findings = SOLVER.resolve("made", Block({}, Interpolation.LINEAR, (keyframe,)))
    targets = angles_of(NAO, block.keyframes[0].angles)
    numbers = [item if isinstance(item, float) else 0.0 for item in targets]
    return numbers, [f"{item.message[:5]} {item.path}" for item in findings]


def random_posture(generator: np.random.Generator) -> list[float]:
    """Return joint angles within the middle 70 % of their ranges, rad."""
    positions = [0.0] * JOINT_COUNT
    for joint, spec in enumerate(NAO.specs):
        middle, half = 0.5 * (spec.min + spec.max), 0.35 * (spec.max - spec.min)
        positions[joint] = middle + half * generator.uniform(-1.0, 1.0)
    return positions


def test_chains_agree_with_the_kinematics_of_the_walk() -> None:
    positions = random_posture(np.random.default_rng(3))
    for sole, limb in zip(
        sole_poses(positions, NAO.dimensions), (Limb.LEFT_LEG, Limb.RIGHT_LEG), strict=True
    ):
        found = ENDS[limb].pose(positions)
        offset = NAO.dimensions.hip_offset_z
        assert (found.x, found.y, found.z + offset) == pytest.approx(sole.position, abs=1e-6)
        assert found.rotation == pytest.approx(sole.rotation, abs=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_soles_of_a_posture_are_reached_again(seed: int) -> None:
    positions = random_posture(np.random.default_rng(seed))
    poses = {}
    for limb in (Limb.LEFT_LEG, Limb.RIGHT_LEG):
        pose = ENDS[limb].pose(positions)
        poses[limb.value] = LimbPose(pose.position, (pose.roll, pose.pitch, pose.yaw))
    found, findings = solve(**poses)
    assert findings == []
    for limb in (Limb.LEFT_LEG, Limb.RIGHT_LEG):
        wanted, reached = ENDS[limb].pose(positions), ENDS[limb].pose(found)
        assert reached.position == pytest.approx(wanted.position, abs=1e-3)
        assert reached.rotation == pytest.approx(wanted.rotation, abs=0.02)


@pytest.mark.parametrize("seed", range(8))
def test_wrists_of_a_posture_are_reached_again(seed: int) -> None:
    positions = random_posture(np.random.default_rng(seed))
    place = ENDS[Limb.LEFT_ARM].pose(positions).position
    found, findings = solve(left_arm=LimbPose(place))
    assert findings == []
    assert ENDS[Limb.LEFT_ARM].pose(found).position == pytest.approx(place, abs=1e-3)
    for joint in ENDS[Limb.LEFT_ARM].joints:
        spec = NAO.specs[joint]
        assert spec.min - 1e-9 <= found[joint] <= spec.max + 1e-9


def test_both_arms_are_written_for_the_left_one() -> None:
    found, findings = solve(arms=LimbPose((0.15, 0.12, 0.05)))
    assert findings == []
    left, right = (ENDS[limb].pose(found) for limb in (Limb.LEFT_ARM, Limb.RIGHT_ARM))
    assert right.position == pytest.approx((left.x, -left.y, left.z), abs=2e-3)


def test_an_unreachable_pose_is_refused_with_its_distance() -> None:
    _, findings = solve(left_arm=LimbPose((0.5, 0.1, 0.1)))
    assert findings == ["KF130 ('keyframes', 0, 'poses', 'left_arm')"]


def test_soles_that_need_two_angles_of_the_shared_motor_are_refused() -> None:
    turned = math.radians(15.0)
    left = LimbPose((0.0, 0.05, -0.30), (0.0, 0.0, turned))
    _, findings = solve(left_leg=left, right_leg=LimbPose((0.0, -0.05, -0.30), (0.0, 0.0, turned)))
    assert findings
    _, findings = solve(left_leg=left, right_leg=LimbPose((0.0, -0.05, -0.30), (0.0, 0.0, -turned)))
    assert findings == []


def test_a_leg_given_by_angles_determines_the_shared_motor() -> None:
    other = (-0.2, 0.0, -0.4, 0.8, -0.4, 0.0)
    positions = [0.0] * JOINT_COUNT
    for joint, value in zip(ENDS[Limb.RIGHT_LEG].joints, other, strict=True):
        positions[joint] = value
    for joint, value in zip(ENDS[Limb.LEFT_LEG].joints, other, strict=True):
        positions[joint] = value
    pose = ENDS[Limb.LEFT_LEG].pose(positions)
    keyframe = Keyframe(
        "",
        0.5,
        {Limb.RIGHT_LEG: other},
        poses={Limb.LEFT_LEG: LimbPose(pose.position, (pose.roll, pose.pitch, pose.yaw))},
    )
    block, findings = SOLVER.resolve("made", Block({}, Interpolation.LINEAR, (keyframe,)))
    assert findings == ()
    assert block.keyframes[0].angles[Limb.LEFT_LEG] == pytest.approx(other, abs=1e-3)
    assert Joint.L_HIP_YAW_PITCH in ENDS[Limb.RIGHT_LEG].joints


@pytest.mark.parametrize("given", [Limb.LEFT_LEG, Limb.RIGHT_LEG])
@pytest.mark.parametrize(("hip", "reached"), [(0.0, False), (-0.3, True), (Held.HOLD, True)])
def test_a_pose_turns_the_shared_motor_unless_an_angle_of_the_other_leg_sets_it(
    given: Limb, hip: Target, reached: bool
) -> None:
    posed = {Limb.LEFT_LEG: Limb.RIGHT_LEG, Limb.RIGHT_LEG: Limb.LEFT_LEG}[given]
    positions = [0.0] * JOINT_COUNT
    wanted = (-0.3, 0.1, -0.4, 0.8, -0.4, 0.0)
    for joint, value in zip(ENDS[posed].joints, wanted, strict=True):
        positions[joint] = value
    pose = ENDS[posed].pose(positions)
    sole = LimbPose(pose.position, (pose.roll, pose.pitch, pose.yaw))
    angles = {given: (hip, 0.5, -0.4, 0.8, -0.4, 0.0)}
    keyframe = Keyframe("", 0.5, angles, poses={posed: sole})
    block, findings = SOLVER.resolve("made", Block({}, Interpolation.LINEAR, (keyframe,)))
    assert (findings == ()) is reached
    found = block.keyframes[0].angles[posed][0]
    assert found == pytest.approx(wanted[0] if reached else hip, abs=1e-3)


def test_a_redundant_wrist_pose_gives_the_arm_nearest_to_a_hanging_one() -> None:
    """The search begins at hanging arms with slightly bent elbows: they stay unmoved."""
    hanging = [0.0] * JOINT_COUNT
    sides = (ENDS[Limb.LEFT_ARM], 1.0), (ENDS[Limb.RIGHT_ARM], -1.0)
    for arm, side in sides:
        pitch, roll, yaw, elbow, wrist = (math.radians(x) for x in (85.0, 10.0, 0.0, -20.0, 0.0))
        angles = (pitch, side * roll, side * yaw, side * elbow, side * wrist)
        for joint, angle in zip(arm.joints, angles, strict=True):
            hanging[joint] = angle
    found, findings = solve(
        left_arm=LimbPose(sides[0][0].pose(hanging).position),
        right_arm=LimbPose(sides[1][0].pose(hanging).position),
    )
    assert findings == []
    for arm, _ in sides:
        for joint in arm.joints:
            assert found[joint] == pytest.approx(hanging[joint], abs=1e-6)


@pytest.mark.parametrize("posture", [(105.0, 8.0, 10.0, -35.0), (70.0, 15.0, -10.0, -30.0)])
def test_a_redundant_arm_is_as_near_to_a_hanging_one_as_the_wrist_allows(
    posture: tuple[float, ...],
) -> None:
    """SciPy finds the least change of angles that keeps the wrist there; both arms are equal."""
    arm, hanging = ENDS[Limb.LEFT_ARM], np.radians([85.0, 10.0, 0.0, -20.0])

    def wrist(angles: Iterable[float]) -> tuple[float, float, float]:
        positions = [0.0] * JOINT_COUNT
        for joint, angle in zip(arm.joints, angles, strict=False):  # the last one moves nothing
            positions[joint] = angle
        return arm.pose(positions).position

    place = wrist(np.radians(posture))
    nearest = minimize(
        lambda angles: 100.0 * np.sum((angles - hanging) ** 2),
        hanging,
        method="SLSQP",
        constraints={"type": "eq", "fun": lambda x: 100.0 * np.subtract(wrist(x), place)},
    ).x
    found, findings = solve(arms=LimbPose(place))
    assert findings == []
    for limb, side in ((Limb.LEFT_ARM, 1.0), (Limb.RIGHT_ARM, -1.0)):
        chosen = [found[joint] for joint in ENDS[limb].joints[:4]]
        expected = nearest * (1.0, side, side, side)
        assert chosen == pytest.approx(expected, abs=math.radians(1.5))


@pytest.mark.parametrize("lift", [0.0, 1e-3])
def test_an_error_within_the_tolerance_is_no_finding(lift: float) -> None:
    """A stretched leg, and one slightly beyond its reach."""
    positions = [0.0] * JOINT_COUNT
    pose = ENDS[Limb.LEFT_LEG].pose(positions)
    x, y, z = pose.position
    wanted = LimbPose((x, y, z - lift))
    near = 0.5 * PARAMETERS.engine.pose_tolerance.distance
    _, findings = solve(left_leg=wanted if lift < near else LimbPose((x, y, z - near)))
    assert findings == []
    _, findings = solve(left_leg=LimbPose((x, y, z - 3.0 * near)))
    assert len(findings) == 1
