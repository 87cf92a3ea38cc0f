"""The robot stands and takes its first steps on every shipped plant."""

import pytest

from hsm.chart.leaves import STAND_NORMAL, WALK_PHASE
from hsm.control.assembly import load_settings
from hsm.settings.loader import plant_names
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest


@pytest.mark.parametrize("plant", sorted(plant_names()))
def test_the_robot_stands_and_starts_to_walk(plant: str) -> None:
    simulation = Simulation(load_settings(), load_plant(plant), state=STAND_NORMAL.name)
    leaves = [simulation.step(MotionRequest(Motion.STAND)).leaf for _ in range(40)]
    assert set(leaves) == {STAND_NORMAL.name}
    leaves = [simulation.step(MotionRequest(Motion.WALK, 0.1)).leaf for _ in range(100)]
    assert leaves[-1] in WALK_PHASE
    assert simulation.truth().torso_height > 0.25
