"""A served robot stands up for whoever comes next, or is as a client that died has left it."""

import logging

import pytest

from hardware.postures import Posture
from hardware.sensors_and_commands import JointCommand
from hardware.simulation.plant.mujoco_robot import MujocoRobot
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.apps.serve.placed_anew import PlacedRobot
from hsm.simulated.served import Disturber
from hsm.simulated.simulation import load_plant
from tests.fakes import NAO

LONG_ENOUGH = 250
"""Cycles, 3 s, in which a standing robot that is let go of lies."""


@pytest.fixture
def served() -> PlacedRobot:
    def place() -> tuple[MujocoRobot, Disturber]:
        robot = SimulatedRobot(
            NAO, load_plant("ideal"), robot=0, seed=0, posture=Posture.STANDING, props=()
        )
        return robot, Disturber(None, robot, NAO.cycle)

    return PlacedRobot(place)


def held(served: PlacedRobot, stiffness: float, *, cycles: int) -> None:
    """Be the first client: hold every joint where it is, with a stiffness."""
    for _ in range(cycles):
        served.prepare(1)
        frame = served.receive()
        assert frame is not None
        served.send(JointCommand(frame.positions, (stiffness,) * len(frame.positions)))


def test_a_robot_that_was_left_limp_and_has_tipped_over_stands_for_the_next_client(
    served: PlacedRobot, caplog: pytest.LogCaptureFixture
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
    assert served.robot is after, "nobody has let go of that one"


def test_where_a_robot_was_left_is_told_until_somebody_moves_the_one_that_is_placed_anew(
    served: PlacedRobot,
) -> None:
    """The watchdog of a run that ends comes once more, and finds the robot limp."""
    held(served, 0.0, cycles=LONG_ENOUGH)
    left = served.whereabouts()
    served.prepare(2)
    served.send(JointCommand((0.0,) * len(NAO.names), (0.0,) * len(NAO.names)))
    assert served.whereabouts() == left
    served.prepare(3)
    assert served.whereabouts() == left
    served.send(JointCommand((0.0,) * len(NAO.names), (0.5,) * len(NAO.names)))
    assert served.whereabouts() != left


def test_a_robot_whose_client_died_is_found_as_it_was_left(served: PlacedRobot) -> None:
    held(served, 1.0, cycles=5)
    before = served.robot
    served.prepare(2)
    assert served.robot is before
