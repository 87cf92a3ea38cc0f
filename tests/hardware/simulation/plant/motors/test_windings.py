"""Temperatures of windings, against the heat balance of one body in air."""

import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.motors.windings import COLD, Windings, temperature_status
from tests.hardware.simulation.plant.rig import NAO, STANDARD

WINDINGS = Windings(NAO, STANDARD.motor)
KNEE = MOTORS.index(Joint.L_KNEE_PITCH)
COLD_ROBOT = np.full(len(MOTORS), COLD)


def pulling(torque: float) -> np.ndarray:
    return np.full(len(MOTORS), torque**2)


def test_a_stalled_cold_motor_turns_its_electrical_power_into_heat() -> None:
    """Oracle: the datasheet's stall current at 21.6 V."""
    stall = WINDINGS.stall[KNEE]
    loss = WINDINGS.loss(COLD_ROBOT, pulling(stall))[KNEE]
    current = stall / WINDINGS.flux[KNEE]
    assert loss == pytest.approx(21.6 * current)


def test_a_hot_motor_loses_more_power_for_the_same_torque() -> None:
    """Oracle: 50 K more mean 19.5 % more resistance and 5.5 % less torque per ampere."""
    cold, hot = (WINDINGS.loss(COLD_ROBOT + rise, pulling(2.0))[KNEE] for rise in (0.0, 50.0))
    assert hot / cold == pytest.approx(1.195 / 0.945**2)


def test_the_final_temperature_balances_losses_and_cooling() -> None:
    hot = WINDINGS.after(COLD_ROBOT, pulling(1.5), 20.0 * STANDARD.motor.thermal_time_constant)
    balance = STANDARD.motor.thermal_resistance * WINDINGS.loss(hot, pulling(1.5))
    assert (hot - COLD)[KNEE] == pytest.approx(balance[KNEE], rel=1e-3)


def test_a_resting_motor_cools_to_half_in_its_half_life() -> None:
    half_life = STANDARD.motor.thermal_time_constant * np.log(2.0)
    warm = WINDINGS.after(COLD_ROBOT + 40.0, pulling(0.0), half_life)
    assert (warm - COLD)[KNEE] == pytest.approx(20.0, rel=0.01)


def test_one_long_step_of_the_heat_equation_equals_many_cycles() -> None:
    cycles, warm = 5000, COLD_ROBOT
    for _ in range(cycles):
        warm = WINDINGS.later(warm, pulling(1.0), 0.012)
    at_once = WINDINGS.after(COLD_ROBOT, pulling(1.0), cycles * 0.012)
    assert at_once[KNEE] == pytest.approx(warm[KNEE], abs=0.01)


def test_the_status_counts_the_temperature_limits_reached() -> None:
    reported = np.array([75.9, 76.0, 85.9, 86.0, 96.0, 120.0])
    assert temperature_status(reported, STANDARD.motor) == (0, 1, 1, 2, 3, 3)
