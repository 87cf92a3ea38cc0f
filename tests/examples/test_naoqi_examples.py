"""Every program for NAOqi runs in simulation and does what its first lines announce."""

import runpy
from pathlib import Path

import pytest

from hardware.postures import Posture
from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.apps.naoqi.wheeled.in_physics import WheeledProgram
from hsm.chart.leaves import SIT_DOWN, STAND_NORMAL
from hsm.control.assembly import load_settings
from hsm.simulated.base import BaseSimulation, load_base
from hsm.simulated.floors import lay_floors
from hsm.simulated.simulation import Simulation, load_plant
from tests.project.syntax import ROOT

LENGTH_OF_A_FOOT = 0.16
"""Length of a foot, m."""
FOLDER = ROOT / "examples" / "naoqi"
ON_WHEELS = FOLDER / "go_to.py"
PROGRAMS = sorted(path for path in FOLDER.glob("*.py") if path != ON_WHEELS)
SAYS = {
    "arms": "up: [-0.8, 0.3]",
    "cables": "walked 0.",
    "careful": "reached True: 0.",
    "cha_cha": "RLeg [0.0, -0.16, 0.0]: ",
    "joystick": " m/s, ",
    "limp": "limped to 0.",
    "square": "reached True: ",
}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_for_a_nao_runs_to_its_end(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    things = lay_floors((), cables=int(program.stem == "cables"))
    simulation = Simulation(
        load_settings(),
        load_plant("ideal"),
        posture=Posture.STANDING,
        state=STAND_NORMAL.name,
        props=things,
    )
    robot = SimulatedProgram(simulation)
    runpy.run_path(str(program))["main"](robot.motion, robot.posture, robot.sleep)
    assert SAYS[program.stem] in capsys.readouterr().out
    report = robot.link.report
    assert report is not None and report.leaf in SIT_DOWN.done
    x = simulation.truth().torso_position[0]
    assert all(x > thing.x + LENGTH_OF_A_FOOT for thing in things), "the robot is past the cable"


def test_a_program_for_a_robot_on_wheels_runs_to_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    robot = WheeledProgram(BaseSimulation(load_base("pepper")))
    runpy.run_path(str(ON_WHEELS))["main"](robot.motion, robot.sleep)
    told = capsys.readouterr().out
    assert "reached True: 0.60 m, " in told
    assert "reached True: 0.60 m, 0.40 m, 1.57 rad" in told
    assert "reached True: 0.60 m, 0.10 m, 0.00 rad" in told
    assert "ALMotion::setFootSteps refused: footsteps are not allowed on this robot" in told
    assert not robot.motion.robotIsWakeUp()
