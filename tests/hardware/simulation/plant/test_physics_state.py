"""Physics continue from their saved arrays, also in another robot, during motors and forces."""

from typing import Any

import mujoco
import numpy as np
import pytest

from hardware.disturbance import TOWARDS, Disturbance
from hardware.disturbances import BlockFoot, Lift, Push, SeizeJoint
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.simulation.plant.physics_state import physics_state, set_physics_state, windows
from hardware.simulation.plant.robot import SimulatedRobot
from tests.hardware.simulation.plant.rig import NAO, WORN, run

DONE: list[Disturbance] = [
    Push(TOWARDS["left"], 3.0, duration=0.5),
    BlockFoot(Side.LEFT, 1.0),
    SeizeJoint(Joint.L_KNEE_PITCH, 0.5),
    Lift(0.1),
]


def disturbed(done: Disturbance) -> SimulatedRobot:
    """Return a robot in the middle of a disturbance."""
    robot = SimulatedRobot(NAO, WORN, robot=2, seed=5)
    robot.disturb(done, after=0.3)
    run(robot, 0.6)
    return robot


def moved_on(model: Any, data: Any) -> np.ndarray:
    mujoco.mj_step(model, data, 40)
    return np.concatenate([data.qpos, data.qvel, data.sensordata])


@pytest.mark.parametrize("done", DONE, ids=str)
def test_the_physics_of_another_robot_continue_bit_for_bit_like_the_first(
    done: Disturbance,
) -> None:
    first, other = disturbed(done), SimulatedRobot(NAO, WORN, robot=2, seed=6)
    set_physics_state(other._model, other._data, physics_state(first._model, first._data))
    mine, theirs = (moved_on(robot._model, robot._data) for robot in (first, other))
    assert mine.tobytes() == theirs.tobytes()


def test_every_array_kept_by_a_part_of_the_plant_is_a_named_view() -> None:
    robot = SimulatedRobot(NAO, WORN)
    named = {id(array) for array in windows(robot._model, robot._data)}
    for part in (robot._sensors, robot._forces, robot._servos, robot._person, robot._terrain):
        for name, value in vars(part).items():
            if isinstance(value, np.ndarray) and not isinstance(value.base, np.ndarray | None):
                assert id(value) in named, f"{type(part).__name__}.{name}"
