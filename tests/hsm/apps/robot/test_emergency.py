"""A robot whose control cycle has died sits down, or is soft when it falls."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import JointCommand
from hsm.apps.robot.emergency import Emergency, Rescue
from hsm.apps.robot.watchdog import load_watchdog
from hsm.control.assembly import load_settings
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import Motion, MotionRequest
from tests.fakes import NAO, STANCE, sensor_frame

SETTINGS = load_settings()
PARAMETERS = load_watchdog()
STIFF = replace(sensor_frame(), stiffness=(0.8,) * JOINT_COUNT)


def commands(emergency: Emergency, **changes: object) -> list[JointCommand]:
    """Return what is sent to a robot that stays as it is, until it is at rest."""
    found = []
    for cycle in range(1000):
        command = emergency.command(replace(STIFF, time=0.012 * cycle, **changes))  # type: ignore[arg-type]
        assert command is not None
        found.append(command)
        if emergency.over:
            return found
    raise AssertionError("the robot never comes to rest")


def test_it_goes_from_the_measured_angles_and_without_a_jump() -> None:
    sent = commands(Emergency(NAO, PARAMETERS, ends=False))
    assert sent[0].positions == pytest.approx(STANCE, abs=1e-3)
    for before, after in zip(sent, sent[1:], strict=False):
        steps = [abs(b - a) for a, b in zip(before.positions, after.positions, strict=True)]
        assert max(steps) < NAO.cycle * math.radians(160.0)
    knees = [sent[-1].positions[joint] for joint in (Joint.L_KNEE_PITCH, Joint.R_KNEE_PITCH)]
    assert knees == pytest.approx([NAO.specs[Joint.L_KNEE_PITCH].max] * 2, abs=0.05)
    assert sent[-1].stiffness == (PARAMETERS.sitting,) * JOINT_COUNT


@pytest.mark.parametrize("before", [0, 40])
def test_no_gap_between_frames_makes_it_jump(before: int) -> None:
    emergency, positions = Emergency(NAO, PARAMETERS, ends=False), [STANCE]
    for frame in (*[STIFF] * before, *[None] * 80, *[STIFF] * 40):
        command = emergency.command(frame)
        positions.append(STANCE if command is None else command.positions)
    steps = [abs(b - a) for pair in pairwise(positions) for a, b in zip(*pair, strict=True)]
    assert max(steps) < NAO.cycle * math.radians(160.0)


def test_a_robot_that_tilts_is_damped_at_once_and_then_limp() -> None:
    sent = commands(Emergency(NAO, PARAMETERS, ends=False), angles=(0.0, math.radians(50.0)))
    damped = sent[PARAMETERS.tilted_after - 1 :]
    assert damped[0].stiffness == (PARAMETERS.damped,) * JOINT_COUNT
    assert sent[-1].stiffness == (0.0,) * JOINT_COUNT
    assert max(max(command.stiffness) for command in damped) == PARAMETERS.damped


def test_one_wrong_frame_drops_no_robot_that_stands() -> None:
    emergency = Emergency(NAO, PARAMETERS, ends=False)
    for _ in range(10):
        for _ in range(PARAMETERS.tilted_after - 1):
            emergency.command(replace(STIFF, angles=(3.0, 0.0)))
        emergency.command(STIFF)
    assert emergency.doing is Rescue.SITTING_DOWN


def test_without_the_robots_own_angles_gravity_says_whether_it_tilts() -> None:
    broken = {"angles": (math.nan, math.nan), "accelerometer": (9.0, 0.0, 2.0)}
    emergency = Emergency(NAO, PARAMETERS, ends=False)
    for _ in range(PARAMETERS.tilted_after):
        emergency.command(replace(STIFF, **broken))
    assert emergency.doing is Rescue.DAMPED


def test_a_limp_robot_is_left_limp() -> None:
    sent = commands(Emergency(NAO, PARAMETERS, ends=False), stiffness=(0.0,) * JOINT_COUNT)
    assert sent[-1].stiffness == (0.0,) * JOINT_COUNT and len(sent) == 1


def test_a_broken_encoder_never_reaches_a_motor() -> None:
    positions = (math.nan, *STANCE[1:])
    for command in commands(Emergency(NAO, PARAMETERS, ends=True), positions=positions):
        assert math.isfinite(sum(command.positions) + sum(command.stiffness))


@pytest.mark.parametrize("angle", [1000.0, -1000.0])
@pytest.mark.parametrize("tilt", [0.0, math.radians(50.0)])
def test_an_encoder_that_reads_what_no_joint_can_do_never_leads_beyond_the_limits(
    angle: float, tilt: float
) -> None:
    limits = [(spec.min, spec.max) for spec in NAO.specs] + [(0.0, 1.0)] * 2
    positions = (angle,) * JOINT_COUNT
    emergency = Emergency(NAO, PARAMETERS, ends=True)
    for command in commands(emergency, positions=positions, angles=(tilt, 0.0)):
        for position, (least, most) in zip(command.positions, limits, strict=True):
            assert least <= position <= most


def test_a_robot_whose_stiffness_is_no_number_is_not_taken_for_a_limp_one() -> None:
    emergency = Emergency(NAO, PARAMETERS, ends=False)
    command = emergency.command(replace(STIFF, stiffness=(math.nan,) * JOINT_COUNT))
    assert emergency.doing is Rescue.SITTING_DOWN
    assert command is not None and min(command.stiffness) == PARAMETERS.stiffness


def test_a_cycle_without_a_frame_keeps_the_last_command() -> None:
    emergency = Emergency(NAO, PARAMETERS, ends=False)
    assert emergency.command(None) is None
    sent = emergency.command(STIFF)
    assert sent is not None and emergency.command(None) is sent


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("motion", [Motion.STAND, Motion.WALK, Motion.SIT])
def test_in_physics_the_robot_sits_whatever_it_did(plant: str, motion: Motion) -> None:
    simulation = Simulation(SETTINGS, load_plant(plant), robot=1, seed=3, state="Stand.Normal")
    wish = MotionRequest(motion, *((0.2,) if motion is Motion.WALK else ()))
    while simulation.time < 4.0:
        simulation.step(wish)
    robot = simulation.robot
    for _ in range(17):  # 0.2 s until somebody notices
        robot.receive()
    emergency = Emergency(SETTINGS.robot, PARAMETERS, ends=False)
    for _ in range(400):
        command = emergency.command(robot.receive())
        if command is not None:
            robot.send(command)
    assert emergency.doing is Rescue.SITS
    assert simulation.truth().up_z > math.cos(math.radians(30.0))
    assert simulation.truth().torso_height < 0.25
