"""Cells of wrong gains in a walk in physics: what is said of the weight, against the truth."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulation.plant.truth import GroundTruth
from hsm.control.assembly import load_settings
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest

LEARNED = 15.0
END = 30.0
LIFTED = 15.0
"""Less on both soles is no weight to be shared, N."""


def share(truth: GroundTruth) -> float:
    """Return the true balance: 1 all on the left sole, -1 all on the right one."""
    both = truth.left_force + truth.right_force
    return (truth.left_force - truth.right_force) / both if both > LIFTED else 0.0


def walk(gains: tuple[float, ...]) -> tuple[np.ndarray, list[int]]:
    """Return the errors of the balance after learning, and how many cycles late switches were."""
    plant = load_plant("standard")
    plant = replace(plant, sensors=replace(plant.sensors, fsr_gains=gains))
    simulation = Simulation(load_settings(), plant, state="Stand.Normal")
    truths = [0.0] * plant.delays.sensor_cycles  # a frame shows the truth of some cycles before
    errors, late = [], []
    while simulation.time < END:
        support = simulation.step(MotionRequest(Motion.WALK, forward=0.2)).robot.support
        truths.append(share(simulation.truth()))
        if simulation.time < LEARNED:
            continue
        errors.append(support.balance - truths[-1 - plant.delays.sensor_cycles])
        if support.switched:
            since = (truth * support.side.sign > 0.0 for truth in reversed(truths))
            late.append(next(cycles for cycles, there in enumerate(since) if not there))
    return np.array(errors), late


@pytest.mark.parametrize(
    ("gains", "bias", "rms"),
    [
        # Before they learned: 0.083 and 0.188, 0.064 and 0.178, 0.000 and 0.109, 0.062 and 0.154;
        # right cells have 0.004 and 0.126, most of it because outer cells count more.
        ((0.6,) * 4 + (1.3,) * 4, 0.03, 0.15),
        ((1.3,) * 4 + (0.6,) * 4, 0.03, 0.15),
        ((0.7, 1.2, 1.1, 0.8, 1.3, 0.6, 0.9, 1.0), 0.03, 0.15),
        ((1.0, 0.9, 0.0, 1.1, 0.8, 1.0, 1.2, 1.0), 0.04, 0.15),
    ],
    ids=["weak on the left", "weak on the right", "each its own", "one dead"],
)
def test_weight_and_switches_are_right_after_fifteen_seconds_of_walking(
    gains: tuple[float, ...], bias: float, rms: float
) -> None:
    errors, late = walk(gains)
    assert abs(np.mean(errors)) < bias
    assert np.sqrt(np.mean(errors**2)) < rms
    assert len(late) > 50 and np.median(late) <= 2
