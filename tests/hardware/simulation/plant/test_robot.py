"""The simulated robot as a whole: delays, individuals, postures, determinism."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hardware.errors import PlantError
from hardware.props import Ball, Cylinder, Prop
from hardware.robot import Robot
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import JointCommand
from hardware.simulation.plant.individual import draw_individual, usual_calibration
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.postures import Posture, posture_angles
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.truth import GroundTruth
from tests.hardware.simulation.plant.rig import (
    IDEAL,
    NAO,
    STANDARD,
    WEIGHT,
    WORN,
    flat,
    moved,
    punctual,
    run,
    stance,
)

LYING = [posture for posture in Posture if posture.is_lying]


def test_the_simulated_robot_implements_the_robot_interface() -> None:
    robot: Robot = SimulatedRobot(NAO, IDEAL)
    robot.send(stance())
    assert robot.receive() is not None
    robot.close()


@pytest.mark.parametrize("props", [(), (Cylinder(1.0, 0.0), Ball(0.5, 0.0, speed=1.0))])
def test_torso_and_ball_are_where_the_whole_truth_says(props: tuple[Prop, ...]) -> None:
    robot = SimulatedRobot(NAO, STANDARD, props=props)
    robot.disturb(Push(TOWARDS["left"], 20.0, duration=0.1))
    run(robot, 0.3)
    where, truth = robot.whereabouts(), robot.truth()
    assert (where.torso_position, where.rpy) == (truth.torso_position, truth.rpy)
    assert where.ball == next((prop for prop in truth.props if prop.name == "ball"), None)


def test_frames_arrive_every_twelve_milliseconds() -> None:
    times = [frame.time for frame in run(SimulatedRobot(NAO, STANDARD), 0.12)]
    assert times == pytest.approx([0.012 * cycle for cycle in range(1, 11)])


def cycles_until_seen(command_cycles: int, sensor_cycles: int) -> int:
    """Return after how many cycles a command for the head appears in a frame."""
    delays = replace(IDEAL.delays, command_cycles=command_cycles, sensor_cycles=sensor_cycles)
    robot = SimulatedRobot(NAO, replace(flat(IDEAL), delays=delays))
    run(robot, 0.6)
    robot.receive()
    robot.send(moved(stance(), {Joint.HEAD_YAW: 0.5}))
    for cycle in range(1, 10):
        frame = robot.receive()
        if frame is not None and frame.positions[Joint.HEAD_YAW] > 0.02:
            return cycle
    raise AssertionError("never seen")


@pytest.mark.parametrize("command_cycles, sensor_cycles", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)])
def test_transport_delays_a_command_by_whole_cycles(
    command_cycles: int, sensor_cycles: int
) -> None:
    assert cycles_until_seen(command_cycles, sensor_cycles) == 1 + command_cycles + sensor_cycles


def test_a_moving_joint_is_measured_three_to_four_cycles_late() -> None:
    """Teams measure 3 to 3.5 cycles from request to measurement on real robots."""
    robot = SimulatedRobot(NAO, punctual(flat(STANDARD)))
    sent, seen = [], []

    def nod(time: float) -> JointCommand:
        return moved(stance(), {Joint.HEAD_PITCH: 0.2 * math.sin(2.0 * math.pi * time / 0.5)})

    for cycle in range(170):
        frame = robot.receive()
        assert frame is not None
        robot.send(nod(0.012 * cycle))
        sent.append(nod(0.012 * cycle).positions[Joint.HEAD_PITCH])
        seen.append(frame.positions[Joint.HEAD_PITCH])
    errors = [
        float(np.mean(np.abs(np.subtract(seen[50:], sent[50 - lag : len(sent) - lag]))))
        for lag in range(7)
    ]
    assert int(np.argmin(errors)) in (3, 4)


def test_a_cycle_without_a_command_holds_the_last_one() -> None:
    robot = SimulatedRobot(NAO, flat(IDEAL))
    run(robot, 0.6, moved(stance(), {Joint.HEAD_YAW: 0.5}))
    for _ in range(50):
        frame = robot.receive()
    assert frame is not None
    assert frame.positions[Joint.HEAD_YAW] == pytest.approx(0.5, abs=5e-3)


@pytest.mark.parametrize("angle", [math.nan, 1e300])
def test_a_command_that_is_not_finite_on_the_wire_is_refused(angle: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        SimulatedRobot(NAO, IDEAL).send(moved(stance(), {Joint.HEAD_YAW: angle}))


@pytest.mark.parametrize(("positions", "stiffness"), [(1, 25), (10, 25), (26, 26), (25, 0)])
def test_a_command_for_another_number_of_joints_is_refused(positions: int, stiffness: int) -> None:
    told = f"needs 25 positions and as many stiffnesses .got {positions} and {stiffness}."
    with pytest.raises(ValueError, match=told):
        SimulatedRobot(NAO, IDEAL).send(JointCommand((0.0,) * positions, (1.0,) * stiffness))


@pytest.mark.parametrize("broken", ["qpos", "qvel"])
@pytest.mark.parametrize("upright", [True, False])
def test_diverged_physics_end_the_run_and_do_not_restart_it(
    broken: str, upright: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By default MuJoCo resets the robot to its initial state and continues."""
    monkeypatch.chdir(tmp_path)  # MuJoCo logs here
    posture = Posture.STANDING if upright else Posture.LYING_FRONT
    robot = SimulatedRobot(NAO, IDEAL, posture=posture)
    run(robot, 0.24)
    getattr(robot._data, broken)[20] = math.nan  # noqa: SLF001
    with pytest.raises(PlantError, match="the physics diverged at 0.24 s"):
        robot.receive()


@pytest.mark.parametrize("posture", [Posture.STANDING, Posture.LYING_FRONT])
def test_a_draining_battery_starts_at_the_charge_of_the_plant(posture: Posture) -> None:
    battery = replace(IDEAL.battery, capacity=0.5, drains=True)
    plant = replace(IDEAL, battery=battery)
    frame = SimulatedRobot(NAO, plant, posture=posture).receive()
    assert frame is not None
    assert frame.battery_charge == pytest.approx(plant.battery.charge, abs=0.001)


def test_a_robot_whose_physics_diverged_can_continue_from_an_earlier_state(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # MuJoCo logs here
    robot = SimulatedRobot(NAO, IDEAL)
    run(robot, 0.24)
    before = robot.state()
    robot._data.qvel[20] = math.nan  # noqa: SLF001
    with pytest.raises(PlantError):
        robot.receive()
    robot.set_state(before)
    assert robot.receive() is not None


def test_frames_are_lost_at_their_configured_rate() -> None:
    plant = replace(IDEAL, delays=replace(IDEAL.delays, frame_drop=0.1))
    frames = run(SimulatedRobot(NAO, plant), 12.0)
    assert 0.85 < len(frames) / 1000 < 0.95


def wriggle(time: float) -> JointCommand:
    """Return a command that shifts the weight, lifts a foot slightly and turns."""
    swing = math.sin(2.0 * math.pi * time / 0.5)
    changes = {
        Joint.L_HIP_ROLL: 0.08 * swing,
        Joint.R_HIP_ROLL: 0.08 * swing,
        Joint.L_ANKLE_ROLL: -0.08 * swing,
        Joint.R_ANKLE_ROLL: -0.08 * swing,
        Joint.L_HIP_YAW_PITCH: -0.1 * abs(swing),
        Joint.L_KNEE_PITCH: 0.84 + 0.2 * swing,
        Joint.HEAD_YAW: swing,
    }
    return moved(stance(), changes)


def signature(plant: PlantParameters, seed: int, **looking: bool) -> tuple[object, GroundTruth]:
    robot = SimulatedRobot(NAO, plant, robot=1, seed=seed)
    frames = []
    for cycle in range(250):
        frames.append(robot.receive())
        robot.send(wriggle(0.012 * cycle))
        if looking.get("looking"):
            robot.truth()
    return tuple(frames), robot.truth()


@pytest.mark.parametrize("plant", [STANDARD, WORN], ids=["standard", "worn"])
def test_the_same_seed_gives_the_same_run_to_the_last_bit(plant: PlantParameters) -> None:
    assert signature(plant, 3) == signature(plant, 3)


def test_looking_at_the_truth_changes_nothing() -> None:
    assert signature(STANDARD, 3) == signature(STANDARD, 3, looking=True)


def test_another_seed_gives_other_noise_and_other_ground() -> None:
    first, second = signature(STANDARD, 3), signature(STANDARD, 4)
    assert first[0] != second[0]
    assert first[1].torso_position != second[1].torso_position


_GIVES_WAY = 1.15
"""Lean of a robot without play over what its zeros ask for: servos and turf give way to its weight.

Hips of a `worn` robot without play that are commanded 6 degrees back lean it by 6.9.
"""


def lean_of_its_zeros(plant: PlantParameters, number: int) -> float:
    """Return the forward lean of a robot on flat soles due to uncalibrated joint errors, deg."""
    individual = draw_individual(plant, number)
    known = usual_calibration(plant, individual).joints
    both = (
        (Joint.L_HIP_PITCH, Joint.L_KNEE_PITCH, Joint.L_ANKLE_PITCH),
        (
            Joint.R_HIP_PITCH,
            Joint.R_KNEE_PITCH,
            Joint.R_ANKLE_PITCH,
        ),
    )
    legs = [sum(individual.offsets[j] - known[j] for j in leg) for leg in both]
    return -0.5 * _GIVES_WAY * math.degrees(sum(legs))


@pytest.mark.parametrize("plant", [IDEAL, STANDARD, WORN], ids=["ideal", "standard", "worn"])
@pytest.mark.parametrize("number", range(3))
def test_the_robot_stands(plant: PlantParameters, number: int) -> None:
    robot = SimulatedRobot(NAO, plant, robot=number, seed=number)
    frames = run(robot, 3.0)
    truth = robot.truth()
    play = plant.play.pitch + plant.play.pitch + plant.play.ankle_pitch
    further = 2.0 + math.degrees(0.5 * play * (1.0 + plant.play.spread))
    expected = lean_of_its_zeros(plant, number)
    assert math.degrees(truth.rpy[1]) == pytest.approx(expected, abs=further)
    assert truth.left_force + truth.right_force == pytest.approx(WEIGHT, rel=0.01)
    assert not truth.slipping
    loaded = sum(force > 1.0 for force in frames[-1].fsr)
    assert loaded >= 3


def test_the_hips_of_the_stance_are_where_the_walk_expects_them() -> None:
    """Hips 230 mm above the soles, soles 12 mm behind the hips; the torso 85 mm higher."""
    robot = SimulatedRobot(NAO, flat(IDEAL))
    truth = robot.truth()
    height = truth.torso_position[2] - 0.085 - 0.5 * (truth.left_sole[2] + truth.right_sole[2])
    assert height == pytest.approx(0.230, abs=0.3e-3)
    ankle = truth.left_sole[0] - 0.0245  # the middle of the sole is ahead of the ankle
    assert ankle - truth.torso_position[0] == pytest.approx(-0.012, abs=0.3e-3)


def test_the_robot_starts_on_the_ground_and_not_above_or_in_it() -> None:
    robot = SimulatedRobot(NAO, IDEAL)
    truth = robot.truth()
    assert min(truth.left_sole[2], truth.right_sole[2]) == pytest.approx(0.0, abs=1e-6)
    start = truth.torso_height
    run(robot, 0.3)
    assert 0.0 < start - robot.truth().torso_height < 6e-3


@pytest.mark.parametrize("posture", LYING)
@pytest.mark.parametrize("seed", range(2))
def test_a_lying_robot_lies_still_on_the_requested_side(posture: Posture, seed: int) -> None:
    robot = SimulatedRobot(
        NAO, STANDARD, posture=posture, robot=seed, seed=seed, disturb_limbs=math.radians(12.0)
    )
    up = {
        Posture.LYING_FRONT: (-1.0, 0.0),
        Posture.LYING_BACK: (1.0, 0.0),
        Posture.LYING_LEFT: (0.0, -1.0),
        Posture.LYING_RIGHT: (0.0, 1.0),
    }[posture]
    frames = run(robot, 0.5, stance(stiffness=0.0))
    x, y, z = frames[-1].accelerometer
    assert (x * up[0] + y * up[1]) / math.hypot(x, y, z) > 0.75
    assert max(math.hypot(*frame.gyro) for frame in frames) < 0.3


def test_limbs_of_a_lying_robot_are_displaced_as_far_as_requested() -> None:
    joints = []
    for disturb in (0.0, math.radians(12.0)):
        robot = SimulatedRobot(
            NAO, flat(IDEAL), posture=Posture.LYING_BACK, seed=2, disturb_limbs=disturb
        )
        frame = robot.receive()
        assert frame is not None
        joints.append(frame.positions[Joint.HEAD_YAW])
    assert 1e-3 < abs(joints[1] - joints[0]) < math.radians(12.5)


@pytest.mark.parametrize("number", range(4))
def test_a_limp_sitting_robot_stays_up_for_two_seconds(number: int) -> None:
    robot = SimulatedRobot(NAO, STANDARD, posture=Posture.SITTING, robot=number, seed=number)
    frames = run(robot, 2.0, stance(Posture.SITTING, stiffness=0.0))
    assert frames[0].stiffness == (0.0,) * JOINT_COUNT
    assert robot.truth().up_z > math.cos(math.radians(20.0))


def test_a_custom_posture_keeps_the_stance_in_all_other_joints() -> None:
    angles = posture_angles(NAO, {Joint.HEAD_YAW: 0.5, Joint.L_KNEE_PITCH: 3.0})
    assert angles[Joint.HEAD_YAW] == 0.5
    assert angles[Joint.L_KNEE_PITCH] == NAO.specs[Joint.L_KNEE_PITCH].max
    assert angles[Joint.R_KNEE_PITCH] == posture_angles(NAO, Posture.STANDING)[Joint.R_KNEE_PITCH]


@pytest.mark.parametrize("direction", ["forward", "backward", "left", "right"])
def test_a_limp_fall_is_calm_and_leaves_nothing_below_the_ground(direction: str) -> None:
    """Joints stay slower than a free wrist, nothing sinks in by 5 mm, and it comes to rest."""
    robot = SimulatedRobot(NAO, flat(STANDARD).with_blows(STANDARD.turf.body_time_constant))
    run(robot, 0.3)
    robot.disturb(Push(TOWARDS[direction], 1.8, duration=0.12))  # type: ignore[index]
    fastest = deepest = 0.0
    for _ in range(300):
        robot.receive()
        robot.send(stance(stiffness=0.0))
        truth = robot.truth()
        fastest = max(fastest, truth.fastest_joint)
        deepest = max(deepest, truth.penetration)
    assert fastest < 12.0
    assert deepest < 5e-3
    assert truth.up_z < 0.3
    assert truth.fastest_joint < 0.11
