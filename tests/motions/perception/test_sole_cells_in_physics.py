"""Cells with wrong gains in a simulated walk: the estimated balance, compared with the truth."""

import logging
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.truth import GroundTruth
from hsm.control.assembly import load_settings
from hsm.simulated.simulation import Simulation, load_plant
from motions.perception.sole_cells import SoleCells
from motions.perception.state import FootSupport
from motions.perception.support import SupportDetector
from motions.requests import Motion, MotionRequest

LEARNED = 15.0
END = 23.0
LIFTED = 15.0
"""With less force on both soles the balance is not defined, N."""


def share(truth: GroundTruth) -> float:
    """Return the true balance: 1 all on the left sole, -1 all on the right sole."""
    both = truth.left_force + truth.right_force
    return (truth.left_force - truth.right_force) / both if both > LIFTED else 0.0


def plant_with(gains: tuple[float, ...]) -> PlantParameters:
    """Return the plant with these gains only: those of a random robot would be added."""
    plant = load_plant("standard")
    return replace(
        plant,
        sensors=replace(plant.sensors, fsr_gains=gains),
        individual=replace(plant.individual, cell_gain=(1.0, 1.0), dead_cell_every=0),
    )


def walked(
    simulation: Simulation, plant: PlantParameters, end: float
) -> Iterator[tuple[FootSupport, float, list[float]]]:
    """Walk; yield the foot support, the true balance at the time of its frame, and all so far."""
    delay = plant.delays.sensor_cycles
    truths = [0.0] * delay
    while simulation.time < end:
        support = simulation.step(MotionRequest(Motion.WALK, forward=0.2)).robot.support
        truths.append(share(simulation.truth()))
        yield support, truths[-1 - delay], truths


def walk(gains: tuple[float, ...], seed: int = 0) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Return the balance errors after learning, and the delays of the switches, cycles.

    The second errors are those of a detector that knows the gains from the start, on equal frames.
    """
    plant = plant_with(gains)
    settings = load_settings()
    simulation = Simulation(settings, plant, seed=seed, state="Stand.Normal")
    own = settings.perception
    knowing = SoleCells(
        replace(own.sole_cells, gain_share=0.0), settings.robot.mass, settings.robot.cycle
    )
    knowing.gains = tuple(1.0 / gain if gain else 1.0 for gain in gains)
    judge = SupportDetector(own.support)
    errors, known, late = [], [], []
    for support, true, truths in walked(simulation, plant, END):
        frame = simulation.frame
        if simulation.time < LEARNED or frame is None:
            continue
        errors.append(support.balance - true)
        pressure = knowing.update(frame.fsr, math.hypot(*frame.accelerometer))
        known.append(judge.update(pressure, walking=True).balance - true)
        if support.switched:
            since = (truth * support.side.sign > 0.0 for truth in reversed(truths))
            late.append(next(cycles for cycles, there in enumerate(since) if not there))
    return np.array(errors), np.array(known), late


WRONG = {
    "weak on the left": (0.6,) * 4 + (1.3,) * 4,
    "weak on the right": (1.3,) * 4 + (0.6,) * 4,
    "each its own": (0.7, 1.2, 1.1, 0.8, 1.3, 0.6, 0.9, 1.0),
    "one dead": (1.0, 0.9, 0.0, 1.1, 0.8, 1.0, 1.2, 1.0),
}


@pytest.mark.parametrize(
    "gains",
    [
        WRONG["each its own"],
        *(pytest.param(WRONG[name], marks=pytest.mark.benchmark) for name in WRONG),
    ],
)
def test_after_fifteen_seconds_of_walking_the_balance_is_unbiased_and_switches_are_in_time(
    gains: tuple[float, ...],
) -> None:
    errors, known, late = walk(gains)
    assert abs(np.mean(errors)) < abs(np.mean(known)) + 0.03
    assert len(late) > 25 and np.median(late) <= 2


@pytest.mark.parametrize("dead", [0, 7])
def test_a_robot_that_walks_tells_which_of_its_cells_is_dead(
    dead: int, caplog: pytest.LogCaptureFixture
) -> None:
    plant = plant_with(tuple(float(cell != dead) for cell in range(8)))
    caplog.set_level(logging.INFO)
    simulation = Simulation(load_settings(), plant, state="Stand.Normal")
    while simulation.time < 5.0:
        simulation.step(MotionRequest(Motion.WALK, forward=0.2))
    place = {0: "front left of the left foot", 7: "rear right of the right foot"}[dead]
    assert caplog.messages == [f"sole cell {place} is dead"]


def test_a_robot_that_stands_on_its_dead_cell_knows_which_foot_carries_it() -> None:
    plant = load_plant("soft_servos")
    simulation = Simulation(load_settings(), plant, robot=9, seed=9, state="Stand.Normal")
    wrong, judged = 0, 0
    for support, true, _ in walked(simulation, plant, 16.0):
        if simulation.time > 6.0 and abs(true) > 0.2:
            judged += 1
            wrong += support.balance * true <= 0.0
    assert support.dead_cells == (False,) * 7 + (True,)
    assert judged > 600
    assert wrong < 0.04 * judged
