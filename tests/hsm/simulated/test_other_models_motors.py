"""What the motors of somebody else's NAO feel of a plant and of a scenario, and what not."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.errors import PlantError
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import SensorFrame
from hardware.simulation.other_models.joint_map import Drive
from hardware.simulation.other_models.model import ExternalModel
from hsm.control.assembly import load_settings
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.scenario import PlantChanges
from hsm.simulated.other_model import ModelFiles, load_foreign
from hsm.simulated.runner import run
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import MotionRequest
from tests.hardware.simulation.other_models.renamed import write_map, write_model

SETTINGS = load_settings()


@pytest.fixture
def foreign(tmp_path: Path) -> ExternalModel:
    robot = SETTINGS.robot
    model = write_model(tmp_path, robot, load_plant("ideal"), Drive.POSITION)
    return load_foreign(ModelFiles(model, write_map(tmp_path, {})), robot)


def test_motors_get_warm_when_heat_is_asked_for(foreign: ExternalModel) -> None:
    plant = load_plant("standard").with_heat().with_winding_temperature(40.0)
    simulation = Simulation(SETTINGS, plant, state="Stand.Normal", foreign=foreign)
    for _ in range(250):
        simulation.step(MotionRequest())
    frame = simulation.frame
    assert isinstance(frame, SensorFrame)
    knee, head = frame.temperatures[Joint.L_KNEE_PITCH], frame.temperatures[Joint.HEAD_YAW]
    assert knee > head, "it carries the robot"


def test_a_scenario_that_sets_the_voltage_is_refused(foreign: ExternalModel) -> None:
    (scenario,) = load_scenarios(["stand_high"])
    scenario = replace(scenario, plant_changes=PlantChanges(battery_voltage=19.0))
    with pytest.raises(PlantError, match="the scenario sets battery_voltage_v to 19"):
        run(scenario, SETTINGS, foreign=foreign)
