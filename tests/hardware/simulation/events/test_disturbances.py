"""Disturbances act with the requested strength, duration and place."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import mujoco
import numpy as np
import pytest

from hardware.disturbance import TOWARDS, Direction, TorsoForce
from hardware.disturbances import (
    BlockFoot,
    FreezeValue,
    HoldUpright,
    Jostle,
    KillImu,
    KillMotor,
    LayDown,
    Lean,
    LetGo,
    Lift,
    LoseFrames,
    LyingSide,
    Press,
    Push,
    PutDown,
    SeizeJoint,
    ShiftValue,
    Spoil,
)
from hardware.postures import Posture
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE, SensorFrame, Touch
from hardware.simulation.events.forces import Forces
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.layout import Physics, layout_of
from hardware.simulation.plant.model import MOTORS, build_spec
from hardware.simulation.plant.robot import SimulatedRobot
from tests.hardware.simulation.plant.rig import (
    IDEAL,
    MASS,
    NAO,
    STANDARD,
    WEIGHT,
    flat,
    moved,
    run,
    stance,
)

ALL_DIRECTIONS: list[tuple[Direction, float, float]] = [
    ("forward", 1.0, 0.0),
    ("backward", -1.0, 0.0),
    ("left", 0.0, 1.0),
    ("right", 0.0, -1.0),
]


@dataclass(frozen=True, slots=True)
class Even(TorsoForce):
    """A constant force."""

    duration: float
    newtons: tuple[float, float, float]

    def force(self, since: float) -> tuple[float, float, float]:
        assert 0.0 <= since <= self.duration
        return self.newtons


@dataclass(frozen=True, slots=True)
class Anything(TorsoForce):
    """A force that returns anything, as by mistake."""

    duration: float
    given: Any

    def force(self, since: float) -> Any:
        return self.given


def momentum_after(
    push: Push | Lean | Jostle | TorsoForce, yaw: float = 0.0, roll: float = 0.0, ahead: float = 0.0
) -> np.ndarray:
    """Return the momentum, N s, of a robot that floats in space with an initial speed, m/s."""
    spec = build_spec(NAO, IDEAL, draw_individual(IDEAL, 0))
    model = spec.compile()
    model.opt.gravity[:] = 0.0
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    physics = Physics.of(model, layout_of(model))
    data = physics.data
    turned = (math.cos(0.5 * yaw), 0.0, 0.0, math.sin(0.5 * yaw))
    rolled = (math.cos(0.5 * roll), math.sin(0.5 * roll), 0.0, 0.0)
    mujoco.mju_mulQuat(data.qpos[3:7], np.array(turned), np.array(rolled))
    forces = Forces(physics)
    forces.add(push, 0.03)
    data.qvel[0] = ahead
    for cycle in range(30):
        forces.apply(0.012 * cycle)
        mujoco.mj_step(model, data, 4)
    mujoco.mj_forward(model, data)
    mujoco.mj_subtreeVel(model, data)
    momentum: np.ndarray = MASS * data.subtree_linvel[model.body("torso").id]
    return momentum


@pytest.mark.parametrize("direction, x, y", ALL_DIRECTIONS)
def test_a_push_gives_exactly_its_impulse(direction: Direction, x: float, y: float) -> None:
    momentum = momentum_after(Push(TOWARDS[direction], 1.3))
    assert momentum == pytest.approx((1.3 * x, 1.3 * y, 0.0), abs=2e-3)


def test_the_direction_of_a_push_is_in_the_frame_of_the_robot() -> None:
    momentum = momentum_after(Push(TOWARDS["forward"], 1.0, duration=0.012), yaw=math.pi / 2)
    assert momentum == pytest.approx((0.0, 1.0, 0.0), abs=2e-2)


def test_a_push_may_come_from_any_angle() -> None:
    momentum = momentum_after(Push(math.radians(30.0), 1.0, duration=0.012))
    expected = (math.cos(math.pi / 6), 0.5, 0.0)
    assert momentum == pytest.approx(expected, abs=2e-2)


def test_leaning_gives_force_times_duration() -> None:
    assert momentum_after(Lean(TOWARDS["left"], 40.0, duration=0.25))[1] == pytest.approx(
        10.0, rel=0.05
    )


@pytest.mark.parametrize(("roll", "newton_seconds"), [(55.0, 5.0), (65.0, 0.0), (-120.0, 0.0)])
def test_a_lean_does_not_act_on_a_robot_that_has_fallen_over(
    roll: float, newton_seconds: float
) -> None:
    lean = Lean(TOWARDS["forward"], 20.0, duration=0.25)
    momentum = momentum_after(lean, roll=math.radians(roll))
    assert momentum[0] == pytest.approx(newton_seconds, rel=0.05, abs=2e-3)


def test_a_jostle_moves_a_free_robot_no_faster_than_its_own_speed() -> None:
    jostled = momentum_after(Jostle(TOWARDS["left"], speed=0.2, force=30.0, duration=0.25))
    assert 0.5 * MASS * 0.2 < jostled[1] < 1.3 * MASS * 0.2
    assert abs(jostled[0]) < 1e-2


def test_a_jostle_pushes_with_no_more_than_its_force() -> None:
    fast = Jostle(TOWARDS["forward"], speed=1.9, force=10.0, duration=0.25)
    assert momentum_after(fast)[0] == pytest.approx(2.5, rel=0.05)


def test_a_jostle_that_is_left_behind_does_not_hold_the_robot_back() -> None:
    slow = Jostle(TOWARDS["forward"], speed=0.3, duration=0.25)
    assert momentum_after(slow, ahead=1.0)[0] == pytest.approx(MASS * 1.0, rel=1e-3)


@pytest.mark.parametrize("yaw", [0.0, 0.5 * math.pi])
def test_a_custom_force_acts_along_the_heading_of_the_robot(yaw: float) -> None:
    momentum = momentum_after(Even(0.2, (2.0, 3.0, 4.0)), yaw)
    forward, left, up = 0.4, 0.6, 0.8
    c, s = math.cos(yaw), math.sin(yaw)
    expected = (c * forward - s * left, s * forward + c * left, up)
    assert momentum == pytest.approx(expected, abs=2e-2)
    assert str(Even(0.2, (0.0, 0.0, 0.0))) == "pushed by a program"


@pytest.mark.parametrize("given", [(math.nan, 0.0, 0.0), (1.0, 2.0), 5.0, None, ("a", 0.0, 0.0)])
def test_an_invalid_custom_force_is_refused_with_the_name_of_its_class(given: Any) -> None:
    robot = SimulatedRobot(NAO, IDEAL)
    robot.disturb(Anything(0.5, given))
    with pytest.raises(ValueError, match=r"Anything\.force must return three finite numbers"):
        robot.receive()


def test_a_custom_force_without_a_force_method_is_refused() -> None:
    forceless = type("Forceless", (TorsoForce,), {})
    with pytest.raises(TypeError, match="force"):
        forceless()


def test_two_pushes_add_up() -> None:
    robot, twice = SimulatedRobot(NAO, IDEAL), SimulatedRobot(NAO, IDEAL)
    robot.disturb(Push(TOWARDS["forward"], 0.6))
    for _ in range(2):
        twice.disturb(Push(TOWARDS["forward"], 0.3))
    for each in (robot, twice):
        run(each, 0.2)
    assert robot.truth().com == pytest.approx(twice.truth().com, abs=1e-9)


def test_after_a_push_no_motion_remains() -> None:
    robot = SimulatedRobot(NAO, flat(STANDARD))
    robot.disturb(Push(TOWARDS["forward"], 0.5))
    run(robot, 3.0)
    truth = robot.truth()
    assert truth.up_z > 0.99
    assert math.hypot(*truth.com_velocity) < 5e-3


def test_a_lifted_robot_hangs_in_the_air_and_stands_again_after_it_was_put_down() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    run(robot, 0.5)
    before = robot.truth()
    robot.disturb(Lift(0.12, duration=0.8))
    frames = run(robot, 2.0)
    truth = robot.truth()
    assert sum(frames[-1].fsr) < 2.0
    assert truth.torso_height - before.torso_height == pytest.approx(0.12, abs=0.015)
    robot.disturb(PutDown())
    run(robot, 3.0)
    truth = robot.truth()
    assert truth.up_z > 0.99
    assert truth.left_force + truth.right_force == pytest.approx(WEIGHT, rel=0.02)


def test_a_lift_is_gentle() -> None:
    """A person does not throw the robot: at most 0.6 g besides gravity."""
    robot = SimulatedRobot(NAO, STANDARD)
    run(robot, 0.5)
    robot.disturb(Lift(0.12, duration=0.8))
    frames = run(robot, 1.5)
    assert max(abs(math.hypot(*f.accelerometer) - 9.81) for f in frames) < 6.0


@pytest.mark.parametrize("posture", [Posture.LYING_BACK, Posture.LYING_FRONT, Posture.LYING_LEFT])
def test_a_person_holds_a_lying_robot_upright(posture: Posture) -> None:
    robot = SimulatedRobot(NAO, STANDARD, posture=posture)
    robot.disturb(HoldUpright(0.32, duration=2.0))
    run(robot, 3.5, stance(stiffness=0.0))
    truth = robot.truth()
    assert truth.up_z > 0.97
    assert truth.torso_height == pytest.approx(0.32, abs=0.02)


def test_a_robot_released_in_the_air_falls() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    robot.disturb(Lift(0.12, duration=0.5))
    run(robot, 1.0)
    robot.disturb(LetGo())
    run(robot, 0.1)
    assert robot.truth().torso_velocity[2] < -0.5


def swinging(time: float) -> dict[Joint, float]:
    """Lift the left foot and swing it forward."""
    ease = min(1.0, max(0.0, (time - 0.3) / 0.3))
    return {
        Joint.L_HIP_PITCH: -0.36 - 0.5 * ease,
        Joint.L_KNEE_PITCH: 0.84 + 0.3 * ease,
        Joint.L_ANKLE_PITCH: -0.48 + 0.2 * ease,
    }


def test_a_blocked_foot_stays_behind() -> None:
    """The robot hangs in the air and swings a leg; the hold on its foot yields by 15 mm."""
    reached = []
    for blocked in (False, True):
        robot = SimulatedRobot(NAO, flat(STANDARD))
        robot.disturb(Lift(0.05, duration=0.3))
        run(robot, 1.0)
        if blocked:
            robot.disturb(BlockFoot(Side.LEFT, duration=2.0, force=30.0))
        start = robot.truth().left_sole[0]
        run(robot, 1.2, lambda t: moved(stance(), swinging(t)))
        reached.append(robot.truth().left_sole[0] - start)
    assert reached[0] > 0.05
    assert reached[1] < 0.5 * reached[0]


def test_an_obstacle_yields_to_a_force_above_its_own() -> None:
    reached = []
    for force in (2.0, 30.0):
        robot = SimulatedRobot(NAO, flat(STANDARD))
        robot.disturb(Lift(0.05, duration=0.3))
        run(robot, 1.0)
        start = robot.truth().left_sole[0]
        robot.disturb(BlockFoot(Side.LEFT, duration=2.0, force=force))
        run(robot, 1.2, lambda t: moved(stance(), swinging(t)))
        reached.append(robot.truth().left_sole[0] - start)
    assert reached[0] > 1.5 * reached[1]


def test_a_seized_joint_does_not_turn_until_it_is_released() -> None:
    hip = Joint.L_HIP_YAW_PITCH
    robot = SimulatedRobot(NAO, flat(STANDARD))
    robot.disturb(Lift(0.05, duration=0.3))
    before = run(robot, 1.0)[-1].positions[hip]
    robot.disturb(SeizeJoint(hip, duration=0.6))
    held = run(robot, 0.6, lambda t: moved(stance(), {hip: -0.4}))[-1].positions[hip]
    assert abs(held - before) < math.radians(3.0)  # the play on the output side remains
    loose = run(robot, 0.8, lambda t: moved(stance(), {hip: -0.4}))[-1].positions[hip]
    assert loose == pytest.approx(-0.4, abs=math.radians(3.0))


@pytest.mark.parametrize("durations", [(0.06, 0.12), (0.12, 0.06)])
def test_a_joint_seized_twice_is_stuck_exactly_until_the_later_release(
    durations: tuple[float, float],
) -> None:
    model = build_spec(NAO, IDEAL, draw_individual(IDEAL, 0)).compile()
    layout = layout_of(model)  # without motors, which would reset the friction of their gears
    dof = layout.dof[MOTORS.index(Joint.L_KNEE_PITCH)]
    forces, loose = Forces(Physics.of(model, layout)), model.dof_frictionloss[dof]
    for duration in durations:
        forces.add(SeizeJoint(Joint.L_KNEE_PITCH, duration), 0.0)
    stuck = []
    for cycle in range(15):
        forces.apply(cycle * CYCLE)
        stuck.append(model.dof_frictionloss[dof] > loose)
    assert stuck == [True] * 10 + [False] * 5


def test_a_hand_cannot_be_seized_since_it_has_no_joint_in_physics() -> None:
    with pytest.raises(ValueError, match="l_hand cannot be stuck"):
        SeizeJoint(Joint.L_HAND, 1.0)


def test_a_dead_motor_does_not_drive_and_draws_no_current() -> None:
    head = Joint.HEAD_YAW
    robot = SimulatedRobot(NAO, flat(STANDARD))
    robot.disturb(KillMotor(head, duration=0.6))
    dead = run(robot, 0.6, lambda t: moved(stance(), {head: 1.0}))[-1]
    assert dead.currents[head] == 0.0
    assert dead.stiffness[head] == 1.0  # the robot does not know
    assert abs(dead.positions[head]) < math.radians(3.0)
    alive = run(robot, 1.0, lambda t: moved(stance(), {head: 1.0}))[-1]
    assert alive.positions[head] == pytest.approx(1.0, abs=math.radians(3.0))


@pytest.mark.parametrize("heard", [0, 6, 20])
@pytest.mark.parametrize("first, cycles", [(0, 1), (0, 3), (3, 5)])
def test_a_motor_is_dead_for_its_cycles_whether_or_not_commands_arrive(
    first: int, cycles: int, heard: int
) -> None:
    """A push of the same time acts in the same cycles; a driver without power does not damp."""
    robot = SimulatedRobot(NAO, flat(IDEAL))
    for what in (
        KillMotor(Joint.HEAD_YAW, duration=cycles * CYCLE),
        Push(0.0, 1.0, cycles * CYCLE),
    ):
        robot.disturb(what, after=first * CYCLE)
    dof = robot.layout.dof[MOTORS.index(Joint.HEAD_YAW)]
    damping = float(robot._model.dof_damping[dof])  # noqa: SLF001
    dead, pushed = [], []
    for cycle in range(20):
        robot.receive()
        dead.append(float(robot._model.dof_damping[dof]) < damping)  # noqa: SLF001
        pushed.append(bool(robot.outer_forces()))
        if cycle < heard:
            robot.send(stance())
    assert dead == [first <= cycle < first + cycles for cycle in range(20)]
    assert pushed == dead


def test_no_frame_arrives_while_frames_are_lost_and_time_advances() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    run(robot, 0.12)
    robot.disturb(LoseFrames(0.12))
    arrived = [robot.receive() for _ in range(15)]
    assert [frame is None for frame in arrived] == [True] * 10 + [False] * 5
    first = next(frame for frame in arrived if frame is not None)
    assert first.time == pytest.approx(0.012 * 21)


def imu(frame: SensorFrame) -> tuple[float, ...]:
    return (*frame.gyro, *frame.accelerometer, *frame.angles)


def test_a_frozen_inertial_unit_repeats_its_last_values() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    before = run(robot, 0.12)[-1]
    robot.disturb(KillImu("frozen"))
    frames = run(robot, 0.5)
    assert {imu(frame) for frame in frames} == {imu(before)}


def test_a_dead_inertial_unit_reports_zero_and_a_broken_one_nan() -> None:
    robot = SimulatedRobot(NAO, IDEAL)
    robot.disturb(KillImu("dead", duration=0.048))
    robot.disturb(KillImu("nan", duration=0.048), after=0.048)
    frames = run(robot, 0.12)
    assert [set(imu(f)) == {0.0} for f in frames] == [True] * 4 + [False] * 6
    assert [all(map(math.isnan, imu(f))) for f in frames] == [False] * 4 + [True] * 4 + [False] * 2


def test_a_button_is_pressed_for_its_time() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    robot.disturb(Press(Touch.CHEST, duration=0.06), after=0.024)
    pressed = [frame.touch[Touch.CHEST] for frame in run(robot, 0.12)]
    assert pressed == [0.0] * 2 + [1.0] * 5 + [0.0] * 3


def test_one_value_of_one_frame_is_corrupted() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    robot.disturb(Spoil("positions", index=Joint.R_KNEE_PITCH), after=0.024)
    frames = run(robot, 0.072)
    spoilt = [[i for i, angle in enumerate(f.positions) if math.isnan(angle)] for f in frames]
    assert spoilt == [[], [], [int(Joint.R_KNEE_PITCH)], [], [], []]


def test_a_scalar_field_can_be_corrupted_too() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    robot.disturb(Spoil("battery_charge", value=0.01))
    assert run(robot, 0.012)[0].battery_charge == pytest.approx(0.01)


@pytest.mark.parametrize("kind", [Spoil, FreezeValue, partial(ShiftValue, by=0.1)])
def test_an_index_that_no_frame_has_is_refused(
    kind: Callable[..., Spoil | FreezeValue | ShiftValue],
) -> None:
    robot = SimulatedRobot(NAO, IDEAL)
    with pytest.raises(ValueError, match=r"gyro has indexes from 0 to 2 \(got 3\)"):
        robot.disturb(kind("gyro", index=3))
    robot.disturb(kind("gyro", index=2))
    robot.disturb(kind("battery_charge"))
    assert all(len(frame.gyro) == 3 for frame in run(robot, 0.1))


@pytest.mark.parametrize("side", ["front", "back", "left", "right"])
def test_a_person_lays_the_robot_flat_and_lets_it_go(side: LyingSide) -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    robot.disturb(Lift(0.12, duration=0.5))
    run(robot, 1.0)
    robot.disturb(LayDown(side))
    frames = run(robot, 1.2)  # turned, not yet on the ground: it may roll over later
    x, y, _ = frames[-1].accelerometer
    down = {"front": -x, "back": x, "left": -y, "right": y}[side]
    assert down == pytest.approx(9.81, abs=1.0)
    run(robot, 6.0)
    truth = robot.truth()
    assert truth.torso_height < 0.13
    assert abs(truth.up_z) < 0.5
    assert math.hypot(*truth.torso_velocity) < 0.02
