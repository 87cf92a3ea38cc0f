"""Single support: the commanded centre of mass is at its target, on either foot."""

import pytest

from hardware.robots.model import Side
from hardware.units import Point
from motions.kicks.one_foot_posture import OneFootPosture
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose3
from motions.kinematics.mirror import mirror_joints
from motions.kinematics.robot_legs import legs_of
from tests.fakes import NAO, STANCE

FEET: tuple[Point, ...] = ((0.0, 0.1, 0.0), (-0.06, 0.1, 0.06), (0.12, 0.08, 0.065))


def solved(standing: Side, foot: Point, cycles: int) -> list[float]:
    support = OneFootPosture(NAO, 0.225)
    support.place_hip(0.012, -0.05 * standing.sign)
    joints = list(STANCE)
    place = (foot[0], -standing.sign * foot[1], foot[2])
    for _ in range(cycles):
        joints = list(STANCE)
        assert support.balance(joints, standing, place, (0.0, 0.0), (0.012, 0.01 * standing.sign))
    return joints


@pytest.mark.parametrize("foot", FEET)
@pytest.mark.parametrize("standing", Side)
def test_the_centre_of_mass_is_at_its_target(standing: Side, foot: Point) -> None:
    joints = solved(standing, foot, 3)
    left, right = legs_of(NAO).soles(joints)
    sole = left if standing is Side.LEFT else right
    com = sole.inverse() @ Pose3(*CentreOfMass(NAO).of(joints))
    assert com.x == pytest.approx(0.012, abs=1e-4)
    assert com.y == pytest.approx(0.01 * standing.sign, abs=1e-4)


@pytest.mark.parametrize("foot", FEET)
@pytest.mark.parametrize("standing", Side)
def test_the_other_foot_is_at_its_target(standing: Side, foot: Point) -> None:
    left, right = legs_of(NAO).soles(solved(standing, foot, 3))
    still, free = (left, right) if standing is Side.LEFT else (right, left)
    seen = still.inverse() @ free
    wanted = (foot[0], -standing.sign * foot[1], foot[2])
    assert seen.position == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("foot", FEET)
def test_the_joints_on_one_foot_nearly_mirror_those_on_the_other(foot: Point) -> None:
    # Nearly: the masses of the arms are not symmetric.
    left, right = solved(Side.LEFT, foot, 2), solved(Side.RIGHT, foot, 2)
    mirrored = mirror_joints(NAO.mirror, tuple(left))
    legs = NAO.leg_joints
    assert [mirrored[i] for i in legs] == pytest.approx([right[i] for i in legs], abs=0.01)
