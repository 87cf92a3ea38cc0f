"""Random plants of campaigns: within their ranges, around the plant's own values, repeatable."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.parameters import PlantParameters, SoleShape
from hardware.simulation.plant.randomisation import Randomisation, randomise
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.settings.loader import config_folder, load
from tests.hardware.simulation.plant.rig import (
    IDEAL,
    NAO,
    STANDARD,
    TORSO_MASS,
    WORN,
    run,
)

RANGES = load(config_folder() / "randomisation.yaml", Randomisation)
DRAWS = [randomise(STANDARD, RANGES, np.random.default_rng(seed)) for seed in range(400)]
DEG = math.pi / 180.0

Value = Callable[[PlantParameters], float]
VARIED: dict[str, tuple[Value, float, float]] = {
    "roll play": (lambda p: p.play.roll / STANDARD.play.roll, 0.5, 1.5),
    "pitch play": (lambda p: p.play.pitch / STANDARD.play.pitch, 0.5, 1.5),
    "ankle play": (lambda p: p.play.ankle_pitch / STANDARD.play.ankle_pitch, 0.5, 1.5),
    "zeros": (lambda p: p.individual.joint_offset / STANDARD.individual.joint_offset, 0.5, 1.25),
    "frames lost": (lambda p: p.delays.frame_drop / STANDARD.delays.frame_drop, 0.0, 2.0),
    "friction": (lambda p: p.turf.friction, 0.45, 0.75),
    "winding": (lambda p: p.motor.winding_temperature, 60.0, 90.0),
    "battery": (lambda p: p.battery.voltage, 20.5, 23.5),
    "current limit": (lambda p: p.motor.current_limit, 0.57, 0.73),
    "roughness": (lambda p: p.turf.roughness, 1e-3, 2.5e-3),
    "constant friction": (lambda p: p.friction.constant / 0.10, 0.7, 1.4),
    "load friction": (lambda p: p.friction.load / 0.12, 0.7, 1.4),
    "breakaway friction": (lambda p: p.friction.breakaway / 0.10, 0.7, 1.4),
    "servo lag": (lambda p: p.motor.servo_lag / 0.013, 0.7, 1.3),
    "torso mass": (
        lambda p: p.body.torso_mass_factor / STANDARD.body.torso_mass_factor,
        0.97,
        1.1,
    ),
    "torso com x": (lambda p: p.body.torso_com_shift[0], -8e-3, 8e-3),
    "torso com y": (lambda p: p.body.torso_com_shift[1], -4e-3, 4e-3),
    "gyro gain": (lambda p: p.sensors.gyro_gain[1], 0.97, 1.03),
    "tilt roll": (lambda p: p.turf.tilt_roll, -1.5 * DEG, 1.5 * DEG),
    "tilt pitch": (lambda p: p.turf.tilt_pitch, -1.5 * DEG, 1.5 * DEG),
}


@pytest.mark.parametrize("name", VARIED)
def test_a_value_is_drawn_over_its_whole_range_and_never_beyond(name: str) -> None:
    value, low, high = VARIED[name]
    drawn = [value(plant) for plant in DRAWS]
    margin = 0.05 * (high - low)
    assert low - 1e-9 <= min(drawn) < low + margin
    assert high - margin < max(drawn) <= high + 1e-9


def test_the_spread_of_robots_has_one_factor_and_each_keeps_its_rank() -> None:
    """Nothing is drawn twice: a robot keeps its place among the others, including its cells."""
    for plant in DRAWS[:20]:
        own, named = plant.individual, STANDARD.individual
        factor = own.joint_offset / named.joint_offset
        for name in ("hip_yaw_offset", "hip_pitch_trim", "attitude_bias", "gyro_bias"):
            assert getattr(own, name) == pytest.approx(factor * getattr(named, name))
        assert (own.cell_gain, own.dead_cell_every) == (named.cell_gain, named.dead_cell_every)
        assert draw_individual(plant, 4).cell_gains == draw_individual(STANDARD, 4).cell_gains
        assert plant.sensors.gyro_bias == (0.0, 0.0, 0.0)


def test_the_rate_of_late_frames_scales_with_that_of_lost_frames() -> None:
    for plant in DRAWS[:20]:
        factor = plant.delays.frame_drop / STANDARD.delays.frame_drop
        assert plant.delays.jitter == pytest.approx(factor * STANDARD.delays.jitter)


def test_no_campaign_starts_with_motors_whose_torque_is_reduced_by_heat() -> None:
    worn = [randomise(WORN, RANGES, np.random.default_rng(seed)).motor for seed in range(100)]
    reported = [motor.winding_temperature - motor.reported_below_winding for motor in worn]
    assert max(reported) == pytest.approx(WORN.motor.status_limits[0] - 1.0)
    assert min(reported) < 65.0


def test_half_of_the_robots_have_one_more_cycle_of_delay_and_half_have_rounded_soles() -> None:
    late = np.mean([plant.delays.command_cycles == 2 for plant in DRAWS])
    rounded = np.mean([plant.body.sole_shape is SoleShape.POLYGON for plant in DRAWS])
    assert 0.4 < float(late) < 0.6
    assert 0.4 < float(rounded) < 0.6


def test_a_plant_harder_than_others_stays_harder_when_it_is_randomised() -> None:
    """Roughness and soles were once those of any field, which made a harder plant easier."""
    turf, body = replace(STANDARD.turf, roughness=0.004), STANDARD.body
    rough = replace(STANDARD, turf=turf, body=replace(body, sole_shape=SoleShape.POLYGON))
    drawn = [randomise(rough, RANGES, np.random.default_rng(seed)) for seed in range(400)]
    for plant, usual in zip(drawn, DRAWS, strict=True):
        assert plant.turf.roughness == pytest.approx(2.0 * usual.turf.roughness)
        assert plant.body.sole_shape is SoleShape.POLYGON
        assert plant.turf.tilt_pitch == usual.turf.tilt_pitch, "no other draw is changed"


def test_the_same_seed_draws_the_same_plant() -> None:
    first, second = (randomise(STANDARD, RANGES, np.random.default_rng(7)) for _ in range(2))
    assert first == second
    assert first != DRAWS[8]


def test_values_without_a_range_are_not_changed() -> None:
    for plant in DRAWS[:20]:
        assert plant.solver == STANDARD.solver
        assert plant.sensors.encoder_step == STANDARD.sensors.encoder_step


@pytest.mark.parametrize("seed", range(6))
def test_a_randomised_robot_stands(seed: int) -> None:
    robot = SimulatedRobot(NAO, DRAWS[seed], robot=seed, seed=seed)
    run(robot, 2.0)
    assert robot.truth().up_z > 0.98


def test_a_heavier_torso_loads_the_soles() -> None:
    plant = replace(STANDARD, body=replace(STANDARD.body, torso_mass_factor=1.5))
    robot = SimulatedRobot(NAO, plant)
    run(robot, 1.0)
    truth = robot.truth()
    expected = (NAO.mass + 0.5 * TORSO_MASS) * 9.81
    assert truth.left_force + truth.right_force == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("shape", SoleShape)
def test_both_shapes_of_the_sole_stand_at_the_same_height(shape: SoleShape) -> None:
    plant = replace(IDEAL, body=replace(IDEAL.body, sole_shape=shape))
    robot = SimulatedRobot(NAO, plant)
    assert robot.truth().torso_height == pytest.approx(0.3150, abs=1e-3)
    run(robot, 2.0)
    assert robot.truth().up_z > 0.995
