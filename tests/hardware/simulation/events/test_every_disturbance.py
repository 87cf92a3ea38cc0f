"""Every declared disturbance can be built, described, and applied to a robot."""

import math
from dataclasses import MISSING, fields
from typing import Any

import pytest

from hardware.disturbance import Disturbance
from hardware.disturbances import KINDS
from hardware.props import Ball
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import Touch
from hardware.simulation.plant.robot import SimulatedRobot
from tests.hardware.simulation.plant.rig import NAO, STANDARD, stance

GIVEN: dict[str, Any] = {
    "direction": 0.5 * math.pi,
    "impulse": 1.0,
    "force": 10.0,
    "speed": 0.2,
    "duration": 0.1,
    "side": Side.LEFT,
    "joint": Joint.L_KNEE_PITCH,
    "height": 0.1,
    "touch": Touch.CHEST,
    "field": "gyro",
    "by": 0.1,
    "x": 1.0,
    "y": 0.0,
}
"""A value for every required field."""


def made(name: str) -> Disturbance:
    kind = KINDS[name]
    needed = [item.name for item in fields(kind) if item.default is MISSING]  # type: ignore[arg-type]
    given = {field: GIVEN[field] for field in needed}
    if name == "lay_down":
        given["side"] = "front"
    return kind(**given)


@pytest.mark.parametrize("name", KINDS)
def test_every_disturbance_has_a_readable_text(name: str) -> None:
    said = str(made(name))
    assert said and "{" not in said and "0x" not in said


@pytest.mark.parametrize("name", KINDS)
def test_a_disturbed_robot_keeps_sending_frames(name: str) -> None:
    simulated, hold = SimulatedRobot(NAO, STANDARD, props=(Ball(1.0, 0.0),)), stance()
    simulated.disturb(made(name))
    frames = []
    for _ in range(40):
        frames.append(simulated.receive())
        simulated.send(hold)
    last = frames[-1]
    assert last is not None and math.isfinite(sum(last.positions))
    assert math.isfinite(simulated.truth().torso_height)
