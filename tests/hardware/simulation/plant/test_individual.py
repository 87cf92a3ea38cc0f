"""Individual robots: determined by their number, with the same faults on every plant."""

import math
from dataclasses import replace
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from hardware.robots.nao import HAND_JOINTS, Joint
from hardware.simulation.plant.individual import (
    Individual,
    draw_individual,
    usual_calibration,
)
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.sensors.parameters import CELLS
from tests.hardware.simulation.plant.rig import DEAD_CELL, HIP_TRIM, IDEAL, STANDARD, WORN

DEG = math.pi / 180.0
SPREAD: dict[str, Any] = {
    "joint_offset": 1.0 * DEG,
    "hip_yaw_offset": 2.0 * DEG,
    "hip_pitch_trim": 3.0 * DEG,
    "attitude_bias": 0.6 * DEG,
    "gyro_bias": 0.02,
    "cell_gain": (0.6, 1.3),
    "dead_cell_every": 5,
}
NONE: dict[str, Any] = {name: 0.0 for name in SPREAD} | {"cell_gain": (1.0, 1.0)}
CUT = 0.9546
"""Standard deviation of a unit normal distribution truncated at 2.5 on both sides."""


def spread(**changes: Any) -> PlantParameters:
    """Return a plant whose robots differ only in these parameters."""
    own = replace(STANDARD.individual, **{**NONE, **changes})
    return replace(IDEAL, individual=own)


def robots(count: int = 500, **changes: Any) -> list[Individual]:
    plant = spread(**changes)
    return [draw_individual(plant, number) for number in range(count)]


def test_a_robot_keeps_its_faults_and_differs_from_the_others() -> None:
    assert draw_individual(STANDARD, 3) == draw_individual(STANDARD, 3)
    assert draw_individual(STANDARD, 3) != draw_individual(STANDARD, 4)


def test_a_robot_has_its_bad_joints_in_the_same_places_on_every_plant() -> None:
    """Only the size of a fault depends on the plant."""
    standard, worn = draw_individual(STANDARD, 5), draw_individual(WORN, 5)
    trimmed = (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH, Joint.L_HIP_YAW_PITCH, *HAND_JOINTS)
    for joint in set(Joint) - set(trimmed):
        assert worn.offsets[joint] == pytest.approx(2.0 * standard.offsets[joint])
    assert worn.mounting == standard.mounting
    assert worn.gyro_bias == standard.gyro_bias
    assert worn.cell_gains == standard.cell_gains
    order = sorted(standard.play, key=lambda name: standard.play[name] / nominal(name, STANDARD))
    assert order == sorted(worn.play, key=lambda name: worn.play[name] / nominal(name, WORN))


def nominal(name: str, plant: PlantParameters) -> float:
    if name.endswith("ankle_pitch"):
        return plant.play.ankle_pitch
    if name.endswith("hip_yaw_pitch") or name.endswith("roll"):
        return plant.play.roll
    return plant.play.pitch


@pytest.mark.parametrize("number", range(10))
def test_individual_play_stays_within_its_spread(number: int) -> None:
    for name, play in draw_individual(STANDARD, number).play.items():
        assert abs(play / nominal(name, STANDARD) - 1.0) <= STANDARD.play.spread


@pytest.mark.parametrize("number", [3, 4])
def test_the_ideal_robot_has_neither_play_nor_individual_errors(number: int) -> None:
    ideal = draw_individual(IDEAL, number)
    assert ideal.play == {}
    assert {*ideal.offsets, *ideal.mounting, *ideal.gyro_bias} == {0.0}
    assert set(ideal.cell_gains) == {1.0}


def test_the_usual_calibration_knows_a_share_of_the_errors_but_none_of_a_worn_robot() -> None:
    drawn = draw_individual(STANDARD, 3)
    known = usual_calibration(STANDARD, drawn)
    share = STANDARD.individual.calibrated
    for joint, offset in enumerate(drawn.offsets):
        assert known.joints[joint] == pytest.approx(share * offset)
    assert (known.torso_roll, known.torso_pitch) == pytest.approx(
        tuple(share * angle for angle in drawn.mounting)
    )
    old = usual_calibration(WORN, draw_individual(WORN, 3))
    assert {*old.joints.values(), old.torso_roll, old.torso_pitch} == {0.0}


@pytest.mark.parametrize("name", SPREAD)
def test_one_spread_does_not_change_the_other_draws(name: str) -> None:
    """The same numbers are drawn, whatever they are scaled by."""
    everything = spread(**SPREAD)
    less = replace(everything, individual=replace(everything.individual, **{name: NONE[name]}))
    for number in (3, 4):
        one, other = draw_individual(everything, number), draw_individual(less, number)
        parts = {
            "joint_offset": "offsets",
            "hip_yaw_offset": "offsets",
            "hip_pitch_trim": "offsets",
            "attitude_bias": "mounting",
            "gyro_bias": "gyro_bias",
            "cell_gain": "cell_gains",
            "dead_cell_every": "cell_gains",
        }
        for part in ("offsets", "mounting", "gyro_bias", "cell_gains", "friction", "play"):
            if part != parts[name]:
                assert getattr(one, part) == getattr(other, part)


def test_joint_zero_errors_have_a_truncated_normal_distribution() -> None:
    offsets = np.array([robot.offsets for robot in robots(joint_offset=0.02)])
    joints = [joint for joint in Joint if joint not in (*HAND_JOINTS, Joint.L_HIP_YAW_PITCH)]
    drawn = offsets[:, joints].ravel() / 0.02
    assert np.std(drawn) == pytest.approx(CUT, abs=0.02)
    assert 2.4 < np.max(np.abs(drawn)) <= 2.5
    inside = NormalDist().cdf(1.0) - NormalDist().cdf(-1.0)
    assert np.mean(np.abs(drawn) < 1.0) == pytest.approx(inside / 0.9876, abs=0.015)
    assert not offsets[:, [*HAND_JOINTS, Joint.L_HIP_YAW_PITCH]].any()


def test_the_hip_yaw_has_its_own_error() -> None:
    offsets = np.array([robot.offsets for robot in robots(hip_yaw_offset=0.02)])
    assert np.std(offsets[:, Joint.L_HIP_YAW_PITCH]) == pytest.approx(0.02 * CUT, rel=0.1)
    assert not np.delete(offsets, Joint.L_HIP_YAW_PITCH, axis=1).any()


def test_a_trim_turns_both_hips_alike() -> None:
    offsets = np.array([robot.offsets for robot in robots(hip_pitch_trim=0.04)])
    assert np.array_equal(offsets[:, Joint.L_HIP_PITCH], offsets[:, Joint.R_HIP_PITCH])
    assert np.std(offsets[:, Joint.L_HIP_PITCH]) == pytest.approx(0.04 * CUT, rel=0.1)
    assert not np.delete(offsets, [Joint.L_HIP_PITCH, Joint.R_HIP_PITCH], axis=1).any()


def test_the_common_hip_trim_is_added_to_that_of_each_robot() -> None:
    own, further = robots(9, hip_pitch_trim=0.04), 0.07
    hips = (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH)
    trimmed = robots(9, hip_pitch_trim=0.04, hip_pitch_trim_of_all=further)
    for one, other in zip(own, trimmed, strict=True):
        moved = np.subtract(other.offsets, one.offsets)
        assert moved[list(hips)] == pytest.approx([further] * 2)
        assert not np.delete(moved, hips).any()


def test_plants_of_single_faults_differ_from_the_standard_one_by_that_fault_only() -> None:
    trim = draw_individual(HIP_TRIM, 3)
    left = usual_calibration(STANDARD, draw_individual(STANDARD, 3))
    kept = np.subtract(draw_individual(STANDARD, 3).offsets, [*left.joints.values()])
    apart = np.subtract(trim.offsets, kept)
    expected = np.zeros(len(Joint))
    expected[[Joint.L_HIP_PITCH, Joint.R_HIP_PITCH]] = math.radians(4.0)
    assert apart == pytest.approx(expected, abs=1e-9)
    for number in range(10):
        assert draw_individual(DEAD_CELL, number).cell_gains.count(0.0) == 1


def test_inertial_units_are_tilted_and_their_gyros_have_a_bias() -> None:
    drawn = robots(attitude_bias=0.01, gyro_bias=0.02)
    mounting = np.array([robot.mounting for robot in drawn])
    bias = np.array([robot.gyro_bias for robot in drawn])
    assert np.std(mounting, axis=0) == pytest.approx([0.01 * CUT] * 2, rel=0.1)
    assert np.std(bias, axis=0) == pytest.approx([0.02 / math.sqrt(3.0)] * 3, rel=0.1)
    assert np.max(np.abs(bias)) <= 0.02


def test_cell_gains_vary_and_every_fifth_robot_has_a_dead_cell() -> None:
    gains = np.array([robot.cell_gains for robot in robots(cell_gain=(0.6, 1.3))])
    assert 0.6 <= np.min(gains) < 0.61
    assert 1.29 < np.max(gains) <= 1.3
    dead = np.array([r.cell_gains for r in robots(200, dead_cell_every=5)]) == 0.0
    assert [number for number in range(20) if dead[number].any()] == [4, 9, 14, 19]
    assert set(dead.sum(axis=1)) == {0, 1}
    assert set(np.flatnonzero(dead.any(axis=0))) == set(range(CELLS))
