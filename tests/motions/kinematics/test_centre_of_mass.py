import math

import pytest

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from motions.kinematics.com import CentreOfMass
from motions.kinematics.mirror import mirror_joints, swap_joints
from tests.fakes import NAO
from tests.motions.kinematics.oracle import Oracle, random_positions

HUNDREDTH_MILLIMETRE = 1e-5


def test_centre_of_mass_is_where_mujoco_finds_it(nao: RobotModel, oracle: Oracle) -> None:
    com = CentreOfMass(nao)
    for positions in random_positions(nao, seed=3, count=200):
        oracle.pose(positions)
        assert com.of(positions) == pytest.approx(oracle.com(), abs=HUNDREDTH_MILLIMETRE)


def test_stretching_the_arms_forward_moves_the_centre_of_mass_forward(nao: RobotModel) -> None:
    com = CentreOfMass(nao)
    hanging = [0.0] * len(Joint)
    hanging[Joint.L_SHOULDER_PITCH] = hanging[Joint.R_SHOULDER_PITCH] = math.radians(90)
    assert com.of([0.0] * len(Joint))[0] > com.of(hanging)[0] + 0.01


def test_mirroring_twice_changes_nothing(nao: RobotModel) -> None:
    positions = next(random_positions(nao, seed=4, count=1))
    assert mirror_joints(NAO.mirror, mirror_joints(NAO.mirror, positions)) == pytest.approx(
        positions
    )


def test_mirrored_posture_keeps_limits_of_the_other_side(nao: RobotModel) -> None:
    for positions in random_positions(nao, seed=5, count=20):
        for joint, angle in zip(Joint, mirror_joints(NAO.mirror, positions), strict=True):
            if joint not in nao.hands:
                spec = nao.specs[joint]
                one_degree = math.radians(1.0)  # difference of the published limits of both sides
                assert spec.min - one_degree <= angle <= spec.max + one_degree


def test_swapping_stiffness_keeps_its_sign() -> None:
    stiffness = [0.0] * len(Joint)
    stiffness[Joint.L_HIP_ROLL] = 0.3
    assert swap_joints(NAO.mirror, stiffness)[Joint.R_HIP_ROLL] == 0.3
