import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import LEG_JOINTS, Joint
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.mirror import mirror_joints
from motions.kinematics.nao_legs import sole_poses, solve_legs
from tests.fakes import NAO
from tests.motions.kinematics.oracle import Oracle, leg_positions, random_positions

HUNDREDTH_DEGREE = math.radians(0.01)
MICROMETRE = 1e-6
STANCES = {
    "walk stance": ((-12, 50, -230, 0), (-12, -50, -230, 0)),
    "high walk stance": ((-12, 50, -240, 0), (-12, -50, -240, 0)),
    "kick stance": ((-14, 50, -230, 0), (-14, -50, -230, 0)),
    "turned split stance": ((20, 60, -230, 10), (-20, -60, -225, -10)),
}
LEVEL = (0.0, -20.76, 48.23, -27.46, 0.0)
GOLDEN = {
    "walk stance": (0.0, *LEVEL, *LEVEL),
    "high walk stance": (0.0, *(0.0, -12.57, 31.72, -19.15, 0.0) * 2),
    "kick stance": (0.0, *(0.0, -20.05, 48.03, -27.98, 0.0) * 2),
    "turned split stance": (
        *(-13.301, 2.802, -21.033, 46.883, -16.481, -1.997),
        *(-5.093, -12.097, 53.494, -32.008, 4.256),
    ),
}


def sole(x_mm: float, y_mm: float, z_mm: float, yaw_deg: float = 0.0) -> Pose3:
    rotation = rotation_from_rpy(0.0, 0.0, math.radians(yaw_deg))
    return Pose3(x_mm / 1e3, y_mm / 1e3, z_mm / 1e3, rotation)


@pytest.mark.parametrize("stance", STANCES)
def test_stance_has_the_published_joint_angles(nao: RobotModel, stance: str) -> None:
    left, right = STANCES[stance]
    solution = solve_legs(sole(*left), sole(*right), nao.dimensions)
    assert solution.reachable
    # The text rounds to 0.01 degrees, so its rounding may add half a hundredth.
    expected = [math.radians(angle) for angle in GOLDEN[stance]]
    assert solution.angles == pytest.approx(expected, abs=HUNDREDTH_DEGREE)


@pytest.mark.parametrize("side", list(Side))
def test_positive_ankle_angles_lower_the_toes_and_raise_the_left_edge_of_either_sole(
    nao: RobotModel, side: Side
) -> None:
    for joint, point in (
        (nao.legs[side].ankle_pitch, (0.1, 0.0)),
        (nao.legs[side].ankle_roll, (0.0, 0.1)),
    ):
        positions = [0.0] * len(nao.names)
        positions[joint] = 0.1
        soles = sole_poses(positions, nao.dimensions)
        turned = soles[0] if side is Side.LEFT else soles[1]
        rise = turned.rotation[6] * point[0] + turned.rotation[7] * point[1]
        assert rise == pytest.approx(-0.01 if point[0] else 0.01, rel=0.01)


@pytest.mark.parametrize(("asked", "given_deg"), [(5.0, 4.95), (10.0, 9.82), (20.0, 19.3)])
def test_yaw_of_a_split_stance_is_the_known_compromise(
    nao: RobotModel, asked: float, given_deg: float
) -> None:
    left, right = sole(20, 60, -230, asked), sole(-20, -60, -225, -asked)
    angles = solve_legs(left, right, nao.dimensions).angles
    reached, _ = sole_poses(leg_positions(angles), nao.dimensions)
    assert math.degrees(reached.yaw) == pytest.approx(given_deg, abs=0.05)
    assert reached.position == pytest.approx(left.position, abs=MICROMETRE)


@pytest.mark.parametrize("side", Side)
def test_soles_are_where_mujoco_puts_them(nao: RobotModel, oracle: Oracle, side: Side) -> None:
    for positions in random_positions(nao, seed=1, count=200):
        oracle.pose(positions)
        ours = sole_poses(positions, nao.dimensions)[0 if side is Side.LEFT else 1]
        place, rotation = oracle.sole(side)
        assert ours.position == pytest.approx(place, abs=MICROMETRE)
        assert np.reshape(ours.rotation, (3, 3)) == pytest.approx(rotation, abs=1e-6)


def test_leg_angles_put_the_soles_where_mujoco_finds_them(nao: RobotModel, oracle: Oracle) -> None:
    left, right = sole(30, 60, -215, 5), sole(-20, -70, -225, -5)
    solution = solve_legs(left, right, nao.dimensions)
    oracle.pose(leg_positions(solution.angles))
    for side, wanted in ((Side.LEFT, left), (Side.RIGHT, right)):
        assert oracle.sole(side)[0] == pytest.approx(wanted.position, abs=MICROMETRE)


# Beyond these limits the same soles have a second solution: knee bent back, leg past horizontal.
LOWEST = {
    Joint.L_KNEE_PITCH: 0.01,
    Joint.R_KNEE_PITCH: 0.01,
    Joint.L_HIP_PITCH: math.radians(-85),
    Joint.R_HIP_PITCH: math.radians(-85),
}


def test_leg_angles_round_trip_over_the_joint_range(nao: RobotModel) -> None:
    for positions in random_positions(nao, seed=2, count=2000):
        legs = [max(positions[joint], LOWEST.get(joint, -math.pi)) for joint in LEG_JOINTS]
        soles = sole_poses(leg_positions(legs), nao.dimensions)
        assert solve_legs(*soles, nao.dimensions).angles == pytest.approx(legs, abs=1e-7)


coordinates = st.tuples(
    st.floats(-80, 100), st.floats(0, 80), st.floats(-225, -140), st.floats(-10, 30),
    st.floats(-15, 15), st.floats(-25, 25),
)  # fmt: skip


def pose_of(sign: float, values: tuple[float, float, float, float, float, float]) -> Pose3:
    x, apart, z, yaw, roll, pitch = values
    rotation = rotation_from_rpy(math.radians(roll), math.radians(pitch), sign * math.radians(yaw))
    return Pose3(x / 1e3, sign * (0.03 + apart / 1e3), z / 1e3, rotation)


@settings(max_examples=200)
@given(left=coordinates, right=coordinates)
def test_soles_round_trip_to_a_micrometre_over_the_workspace(
    nao: RobotModel,
    left: tuple[float, float, float, float, float, float],
    right: tuple[float, float, float, float, float, float],
) -> None:
    wanted = pose_of(1.0, left), pose_of(-1.0, right)
    solution = solve_legs(*wanted, nao.dimensions)
    reached = sole_poses(leg_positions(solution.angles), nao.dimensions)
    if solution.reachable:
        for ours, theirs in zip(reached, wanted, strict=True):
            assert ours.position == pytest.approx(theirs.position, abs=MICROMETRE)


def test_mirrored_soles_give_mirrored_joints(nao: RobotModel) -> None:
    left, right = sole(20, 60, -230, 10), sole(-20, -65, -225, -4)
    angles = leg_positions(solve_legs(left, right, nao.dimensions).angles)
    mirrored = solve_legs(right.mirrored(), left.mirrored(), nao.dimensions)
    assert leg_positions(mirrored.angles) == pytest.approx(
        mirror_joints(NAO.mirror, angles), abs=1e-12
    )


@pytest.mark.parametrize(("excess", "reachable"), [(-1e-6, True), (1e-6, False)])
def test_reach_ends_at_the_length_of_the_leg(
    nao: RobotModel, excess: float, reachable: bool
) -> None:
    height = 202.9 + 45.19 + excess * 1e3
    assert solve_legs(
        sole(0, 50, -height), sole(0, -50, -230), nao.dimensions
    ).reachable is reachable  # fmt: skip


def test_clip_extends_the_reach(nao: RobotModel) -> None:
    pair = sole(0, 50, -257), sole(0, -50, -230)
    assert not solve_legs(*pair, nao.dimensions).reachable
    assert solve_legs(*pair, nao.dimensions, clip=0.01).reachable


def test_leg_out_of_reach_is_stretched_towards_the_sole(nao: RobotModel) -> None:
    angles = solve_legs(sole(100, 50, -300), sole(0, -50, -230), nao.dimensions).angles
    positions = leg_positions(angles)
    left, _ = sole_poses(positions, nao.dimensions)
    assert positions[Joint.L_KNEE_PITCH] == pytest.approx(0.0, abs=1e-9)
    ankle_reached = left.x / (left.z + nao.dimensions.foot_height)
    assert ankle_reached == pytest.approx(0.1 / (-0.3 + nao.dimensions.foot_height), abs=1e-3)


def test_sole_at_the_hip_joint_still_gives_finite_angles(nao: RobotModel) -> None:
    at_hip = sole(0, 50, -1e3 * nao.dimensions.foot_height)
    angles = solve_legs(at_hip, sole(0, -50, -230), nao.dimensions).angles
    assert all(math.isfinite(angle) for angle in angles)
