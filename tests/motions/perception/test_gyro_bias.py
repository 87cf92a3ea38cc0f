"""Estimation of the gyro bias: when it learns and when it must not."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hsm.campaigns.context import CampaignConfig, build_context
from motions.perception.gyro_bias import GyroBias
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback
from motions.requests import MotionRequest
from tests.motions.perception.frames import IN_THE_AIR, FrameMaker

IDLE = MotionFeedback()
BIAS = (0.02, -0.015, 0.018)
TURN = (0.0, 0.0, math.radians(2.0))
"""So slow and even that the gyros count as quiet."""


def watch(
    perception: Perception, frames: FrameMaker, seconds: float, **changes: Any
) -> tuple[float, ...]:
    """Let time pass; return the mean corrected angular velocity at the end, deg/s."""
    rates = []
    for _ in range(round(seconds / CYCLE)):
        rates.append(perception.update(frames(**changes), IDLE).gyro)
    return tuple(np.degrees(np.mean(rates[-20:], axis=0)).tolist())


def test_bias_is_learned_by_standing_still(perception: Perception, frames: FrameMaker) -> None:
    assert np.abs(watch(perception, frames, 6.0, gyro=BIAS)).max() < 0.15


def test_yaw_bias_is_known_after_a_second_of_standing(
    perception: Perception, frames: FrameMaker
) -> None:
    assert abs(watch(perception, frames, 1.2, gyro=BIAS)[2]) < 0.1


def test_leaning_robot_learns_the_yaw_bias(perception: Perception, frames: FrameMaker) -> None:
    lean = 0.2
    bias = (0.02 * -math.sin(lean), 0.0, 0.02 * math.cos(lean))
    assert np.abs(watch(perception, frames, 3.0, gyro=bias, pitch=lean)).max() < 0.15


def test_robot_turned_by_a_person_learns_no_yaw_bias(
    perception: Perception, frames: FrameMaker
) -> None:
    assert watch(perception, frames, 20.0, gyro=TURN, fsr=IN_THE_AIR)[2] == pytest.approx(
        2.0, abs=0.1
    )


def test_lifted_robot_keeps_its_bias_while_it_is_turned(
    perception: Perception, frames: FrameMaker
) -> None:
    watch(perception, frames, 3.0, gyro=BIAS)
    turn = (BIAS[0], BIAS[1], BIAS[2] + TURN[2])
    assert watch(perception, frames, 20.0, gyro=turn, fsr=IN_THE_AIR)[2] == pytest.approx(
        2.0, abs=0.1
    )


def test_robot_held_by_a_person_learns_its_bias_from_gravity(
    perception: Perception, frames: FrameMaker
) -> None:
    x, y, _ = watch(perception, frames, 10.0, gyro=BIAS, fsr=IN_THE_AIR)
    assert max(abs(x), abs(y)) < 0.15


def test_slow_turn_of_a_standing_robot_is_hardly_learned_within_five_seconds(
    perception: Perception, frames: FrameMaker
) -> None:
    watch(perception, frames, 5.0)
    assert watch(perception, frames, 5.0, gyro=TURN)[2] == pytest.approx(2.0, abs=0.35)


def test_slow_drift_of_the_bias_is_followed(perception: Perception, frames: FrameMaker) -> None:
    watch(perception, frames, 4.0)
    assert abs(watch(perception, frames, 30.0, gyro=(0.0, 0.0, math.radians(0.5)))[2]) < 0.1


def test_moving_legs_teach_no_bias(perception: Perception, frames: FrameMaker) -> None:
    rate = 0.0
    for cycle in range(400):
        positions = list(frames.positions)
        positions[Joint.L_HIP_YAW_PITCH] -= 0.0002 * cycle  # 1 deg/s
        state = perception.update(frames(gyro=TURN, positions=tuple(positions)), IDLE)
        rate = state.gyro[2]
    assert math.degrees(rate) == pytest.approx(2.0, abs=0.8)


def test_stepping_robot_learns_no_bias(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(400):
        state = perception.update(frames(gyro=TURN), MotionFeedback(walking=True))
    assert math.degrees(state.gyro[2]) == pytest.approx(2.0, abs=0.8)


def test_switched_off_the_gyros_are_not_corrected(
    nao: RobotModel, parameters: PerceptionParameters, frames: FrameMaker
) -> None:
    off = replace(parameters, gyro_bias=replace(parameters.gyro_bias, active=False))
    believed = watch(Perception(nao, off), frames, 6.0, gyro=BIAS)
    assert believed == pytest.approx(np.degrees(BIAS), abs=0.15)


@pytest.mark.parametrize(
    ("plant", "draw"),
    [
        ("worn", 4),
        ("worn", 0),
        pytest.param(
            "standard",
            14,
            marks=pytest.mark.xfail(
                strict=True,
                reason="0.40 for 0.3 deg/s: while the robot settles on its slope it really turns "
                "by -2.4 deg/s at 1 s and -0.2 at 3 s, and without other information this is "
                "learnt as the gyro bias",
            ),
        ),
    ],
)
def test_random_robot_has_its_tilt_from_the_first_cycle_and_its_yaw_bias_after_three_seconds(
    plant: str, draw: int
) -> None:
    world = build_context(CampaignConfig(plant, randomised=True))
    simulation = world.simulation(draw)
    tilts, turns = [], []
    while simulation.time < 3.0:
        state = simulation.step(MotionRequest()).robot
        truth = simulation.truth()
        tilts.append(abs(state.tilt - math.acos(truth.up_z)))
        turns.append(state.gyro[2] - truth.angular_velocity[2])
    tilted_floor = 2.2  # the reference of the truth
    assert math.degrees(max(tilts)) < 2.0 + tilted_floor
    assert abs(math.degrees(np.mean(turns[-40:]))) < 0.3


STILL = {"still_time": 1.0, "gap": CYCLE}


@pytest.fixture
def bias(parameters: PerceptionParameters) -> GyroBias:
    return GyroBias(parameters.gyro_bias)


def test_the_bias_learned_by_standing_is_the_mean_of_all_rates(
    bias: GyroBias, parameters: PerceptionParameters
) -> None:
    """In the first stand every cycle has equal weight: a plain mean."""
    rates = np.random.default_rng(1).normal(0.01, 0.004, (100, 3))
    for rate in rates:
        bias.stand(tuple(rate), **STILL)
    assert 100 * CYCLE < parameters.gyro_bias.standing
    assert bias.value == pytest.approx(tuple(rates.mean(axis=0)))


def test_gravity_teaches_nothing_while_standing_does(bias: GyroBias) -> None:
    bias.stand((0.0, 0.0, 0.0), **STILL)
    bias.correct((0.1, 0.1, 0.1), quiet_time=1.0)
    assert bias.value == (0.0, 0.0, 0.0)


def test_afterwards_the_bias_follows_no_faster_than_gyros_drift(
    bias: GyroBias, parameters: PerceptionParameters
) -> None:
    own = parameters.gyro_bias
    for _ in range(round(own.standing / CYCLE)):
        bias.stand((0.0, 0.0, 0.0), **STILL)
    for sign in (1.0, -1.0):
        before = bias.value[2]
        for _ in range(10):
            bias.stand((0.0, 0.0, sign), **STILL)
        assert bias.value[2] - before == pytest.approx(sign * 10 * own.drift * CYCLE)
    slow = 0.5 * own.drift * own.standing
    bias.stand((0.0, 0.0, bias.value[2] + slow), **STILL)
    assert bias.value[2] == pytest.approx(slow * CYCLE / own.standing)


def test_a_robot_that_still_settles_teaches_nothing(
    bias: GyroBias, parameters: PerceptionParameters
) -> None:
    bias.stand((0.0, 0.0, 0.02), still_time=parameters.gyro_bias.settle, gap=CYCLE)
    assert bias.value == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("quiet", "rests"), [(0.0, False), (0.32, False), (0.34, True)])
def test_gravity_teaches_a_share_of_its_corrections_and_more_at_rest(
    bias: GyroBias, parameters: PerceptionParameters, quiet: float, rests: bool
) -> None:
    own = parameters.gyro_bias
    bias.correct((0.01, -0.02, 0.03), quiet_time=quiet)
    time = own.gravity_quiet if rests else own.gravity_moving
    assert bias.value == pytest.approx((0.01 / time, -0.02 / time, 0.03 / time))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_no_axis_learns_more_than_the_largest_possible_bias(
    bias: GyroBias, parameters: PerceptionParameters, sign: float
) -> None:
    limit = parameters.gyro_bias.limit
    for _ in range(1000):
        bias.correct((sign, -sign, sign), quiet_time=1.0)
    assert bias.value == (sign * limit, -sign * limit, sign * limit)


def test_switched_off_nothing_is_learned(parameters: PerceptionParameters) -> None:
    off = GyroBias(replace(parameters.gyro_bias, active=False))
    off.correct((0.1, 0.1, 0.1), quiet_time=1.0)
    off.stand((0.1, 0.1, 0.1), **STILL)
    assert off.value == (0.0, 0.0, 0.0)
