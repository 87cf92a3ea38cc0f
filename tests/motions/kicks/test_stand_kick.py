"""A kick out of the stand begins with the trim of the stand: upright despite joint zeros."""

import math
from itertools import pairwise

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import JointCommand
from hsm.control.assembly import MotionSettings
from hsm.states.components import Components, build_components
from motions.kicks.chosen_kick import KickOrder
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import RobotState
from tests.fakes import NAO, STANCE, robot_state

ORDER = KickOrder("forward_fast", Side.LEFT, 1.0, (0.0, 0.0))
CYCLES = 200


def leaning(degrees: float) -> RobotState:
    """Return an upright robot whose joints report soles that are tilted by this pitch."""
    rotation = rotation_from_rpy(0.0, math.radians(degrees), 0.0)
    soles = {
        f"{side.name.lower()}_sole": Pose3(0.0, 0.05 * side.sign, -0.23, rotation) for side in Side
    }
    return robot_state(positions=STANCE, **soles)


def stood(settings: MotionSettings, robot: RobotState) -> tuple[Components, JointCommand]:
    """Return a robot that has stood for a while, and its last command."""
    parts = build_components(settings)
    last = JointCommand(STANCE, (1.0,) * len(STANCE))
    parts.standing.settle(last, robot)
    for _ in range(CYCLES):
        last = parts.standing.command(robot)
    return parts, last


def pitch_of_legs(command: JointCommand) -> list[float]:
    """Return the sum of hip, knee and ankle of both legs, degrees."""
    return [
        math.degrees(
            sum(command.positions[j] for j in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch))
        )
        for leg in NAO.legs.values()
    ]


def test_the_sole_trim_of_the_stand_is_kept_in_a_kick(
    settings: MotionSettings,
) -> None:
    found = {}
    for tilt in (0.0, -6.0):
        robot = leaning(tilt)
        parts, last = stood(settings, robot)
        parts.stand_kick.begin(ORDER, last, robot)
        for _ in range(CYCLES):
            posed = parts.stand_kick.approach(robot)
        parts.stand_kick.strike()
        struck = parts.stand_kick.command(robot)
        found[tilt] = pitch_of_legs(posed), pitch_of_legs(struck)
    for straight, turned in zip(found[0.0], found[-6.0], strict=True):
        assert [b - a for a, b in zip(straight, turned, strict=True)] == pytest.approx([-6.0, -6.0])


def test_a_kick_continues_from_the_stand_without_a_jump(settings: MotionSettings) -> None:
    robot = leaning(-6.0)
    parts, last = stood(settings, robot)
    parts.stand_kick.begin(ORDER, last, robot)
    first = parts.stand_kick.approach(robot)
    moved = [abs(a - b) for a, b in zip(first.positions, last.positions, strict=True)]
    assert max(moved) < math.radians(0.5)


@pytest.mark.parametrize("degrees", [0.0, 4.0, -4.0])
def test_a_kick_ends_in_its_pose_without_a_jump(settings: MotionSettings, degrees: float) -> None:
    robot = leaning(degrees)
    parts, last = stood(settings, robot)
    kick = parts.stand_kick
    kick.begin(ORDER, last, robot)
    commands = [last]
    while not kick.posed:
        commands.append(kick.approach(robot))
    kick.settle()
    while not kick.settled(robot):
        commands.append(kick.approach(robot))
    kick.strike()
    commands.append(kick.command(robot))
    for before, after in pairwise(commands):
        moved = [abs(b - a) for a, b in zip(before.positions, after.positions, strict=True)]
        assert max(moved) < math.radians(1.2)  # 50 deg/s on average; the stroke begins at rest
