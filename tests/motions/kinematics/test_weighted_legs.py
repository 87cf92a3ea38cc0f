"""Legs with a target of the centre of mass: the hips move, the soles stay."""

import math

import pytest

from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.weighted_legs import WeightedLegs
from tests.fakes import NAO, STANCE

LEFT = Pose3(0.04, 0.06, 0.0, rotation_from_rpy(0.0, 0.0, 0.1))
RIGHT = Pose3(-0.02, -0.05, 0.01)
HIPS = Pose3(0.01, 0.0, 0.225, rotation_from_rpy(0.02, 0.05, 0.05))
WANTED = (0.03, -0.02)


def off(rounds: int) -> float:
    """Return the distance of the centre of mass to its target, m."""
    legs, joints = WeightedLegs(NAO), list(STANCE)
    hips, _ = legs.balance(joints, HIPS, LEFT, RIGHT, WANTED, rounds)
    return math.dist(legs.centre(joints, hips), WANTED)


def test_every_iteration_leaves_about_a_quarter_of_the_error_of_the_centre_of_mass() -> None:
    assert off(0) > 0.01
    assert off(1) / off(0) == pytest.approx(0.25, abs=0.05)
    assert off(2) / off(1) == pytest.approx(0.25, abs=0.05)


def test_the_hips_move_and_the_soles_stay() -> None:
    legs, joints = WeightedLegs(NAO), list(STANCE)
    hips, reached = legs.balance(joints, HIPS, LEFT, RIGHT, WANTED, 2)
    assert reached and (hips.z, hips.rotation) == (HIPS.z, HIPS.rotation)
    for sole, wanted in zip(legs.soles, (LEFT, RIGHT), strict=True):
        assert (hips @ sole).position == pytest.approx(wanted.position)
