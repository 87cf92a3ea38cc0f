"""A served robot is reset for the next client if it was left limp, and kept otherwise."""

import logging
import re

import pytest

from hardware.postures import Posture
from hardware.sensors_and_commands import JointCommand
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.apps.serve.cli import NOTHING
from hsm.apps.serve.resettable_robot import ResettableRobot
from hsm.simulated.served import Disturber
from hsm.simulated.simulation import load_plant
from tests.fakes import NAO

LONG_ENOUGH = 250
"""Cycles (3 s) after which a standing robot that goes limp lies on the ground."""


@pytest.fixture
def served() -> ResettableRobot:
    def place() -> tuple[MujocoRobot, Disturber]:
        robot = SimulatedRobot(
            NAO, load_plant("ideal"), robot=0, seed=0, posture=Posture.STANDING, props=()
        )
        return robot, Disturber(NOTHING, robot, NAO.cycle)

    return ResettableRobot(place)


def held(served: ResettableRobot, stiffness: float, *, cycles: int) -> None:
    """Act as the first client: hold every joint at its measured angle with a stiffness."""
    for _ in range(cycles):
        served.prepare(1)
        frame = served.receive()
        assert frame is not None
        served.send(JointCommand(frame.positions, (stiffness,) * len(frame.positions)))


def test_a_robot_left_limp_and_tipped_over_is_reset_for_the_next_client(
    served: ResettableRobot, caplog: pytest.LogCaptureFixture
) -> None:
    held(served, 0.0, cycles=LONG_ENOUGH)
    assert served.robot.truth().up_z < 0.7
    before = served.robot, served.disturber
    with caplog.at_level(logging.INFO):
        served.prepare(2)
    assert caplog.messages == ["connected: the robot was left limp and is reset to its start"]
    assert served.robot.truth().up_z > 0.99
    assert served.robot is not before[0] and served.disturber is not before[1]
    after = served.robot
    served.prepare(2)
    served.prepare(3)
    assert served.robot is after, "this one was never left limp"


def test_the_place_of_the_robot_left_is_reported_until_the_new_one_is_moved(
    served: ResettableRobot,
) -> None:
    """The watchdog of an ended run connects once more and keeps the robot limp."""
    held(served, 0.0, cycles=LONG_ENOUGH)
    left = served.whereabouts()
    served.prepare(2)
    served.send(JointCommand((0.0,) * len(NAO.names), (0.0,) * len(NAO.names)))
    assert served.whereabouts() == left
    served.prepare(3)
    assert served.whereabouts() == left
    served.send(JointCommand((0.0,) * len(NAO.names), (0.5,) * len(NAO.names)))
    assert served.whereabouts() != left


def test_a_robot_that_lies_has_no_heading(served: ResettableRobot) -> None:
    assert re.fullmatch(r"the robot is at \S+ m, \S+ m, -?0 deg", served.whereabouts())
    held(served, 0.0, cycles=LONG_ENOUGH)
    assert re.fullmatch(r"the robot lies at \S+ m, \S+ m", served.whereabouts())


def test_a_robot_left_stiff_is_not_reset(served: ResettableRobot) -> None:
    held(served, 1.0, cycles=5)
    before = served.robot
    served.prepare(2)
    assert served.robot is before
