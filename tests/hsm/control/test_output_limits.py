"""The output stage: limits of position, speed and stiffness for every joint."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel
from hardware.robots.nao import HAND_JOINTS, JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from hsm.control.assembly import MotionSettings
from hsm.control.output_limits import CommandError, OutputParameters, OutputStage
from hsm.settings.loader import config_folder, load
from motions.perception.perception import Perception
from motions.requests import Motion, MotionRequest
from tests.fakes import STANCE, robot_state
from tests.hsm.control.bench import Bench

NAO = load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)
TURNING = tuple(joint for joint in Joint if joint not in HAND_JOINTS)
"""All joints except the hands, whose values are openings."""
OUTPUT = load(config_folder() / "output.yaml", OutputParameters)
STIFF = (1.0,) * JOINT_COUNT
LIMP = (0.0,) * JOINT_COUNT
WALK = MotionRequest(Motion.WALK, forward=0.2)


def reach_per_cycle(joint: Joint) -> float:
    """Return the angle that the joint covers in one cycle at no-load speed, rad."""
    motor = NAO.motors[NAO.specs[joint].motor]
    return motor.no_load_speed / motor.gear_ratio * CYCLE


def at(joint: Joint, value: float, pose: tuple[float, ...] = STANCE) -> tuple[float, ...]:
    return pose[:joint] + (value,) + pose[joint + 1 :]


def sent(
    command: JointCommand,
    *,
    last: JointCommand | None = None,
    measured: tuple[float, ...] = STANCE,
    frame_age: float = 0.0,
) -> JointCommand:
    """Return the limited command; `last` is a stiff stance unless it is given."""
    robot = robot_state(positions=measured, frame_age=frame_age)
    return stage().limit(command, robot, last or JointCommand(STANCE, STIFF))


def stage() -> OutputStage:
    return OutputStage(NAO, OUTPUT)


def test_a_command_within_the_limits_passes_unchanged_bit_for_bit() -> None:
    stiffness = tuple(0.04 * (index + 1) for index in range(JOINT_COUNT))
    for sign in (-1.0, 1.0):
        moved = [value + sign * 0.01 * index / 25 for index, value in enumerate(STANCE)]
        for joint in (Joint.L_HAND, Joint.R_HAND):
            moved[joint] = 0.5
        for joint in (Joint.L_ELBOW_ROLL, Joint.R_ELBOW_ROLL):
            moved[joint] = STANCE[joint]  # at their limit in the stance
        command = JointCommand(tuple(moved), stiffness)
        assert sent(command) == command


@pytest.mark.parametrize("joint", Joint, ids=lambda joint: joint.key)
@pytest.mark.parametrize("stiffness", [0.0, -0.3])
def test_a_limp_joint_is_sent_its_measured_angle_whatever_is_commanded(
    joint: Joint, stiffness: float
) -> None:
    spec = None if joint in HAND_JOINTS else NAO.specs[joint]
    measured = 0.3 if spec is None else spec.min + 0.3 * (spec.max - spec.min)
    asked = JointCommand(at(joint, measured + 0.2), at(joint, stiffness, STIFF))
    out = sent(asked, measured=at(joint, measured))
    assert (out.positions[joint], out.stiffness[joint]) == (measured, 0.0)


@pytest.mark.parametrize("joint", Joint, ids=lambda joint: joint.key)
def test_stiffness_is_clipped_to_one_and_otherwise_unchanged(joint: Joint) -> None:
    for asked, given in ((1.7, 1.0), (1.0, 1.0), (0.25, 0.25), (1e-9, 1e-9)):
        out = sent(JointCommand(STANCE, at(joint, asked, STIFF)))
        assert out.stiffness == at(joint, given, STIFF)


@pytest.mark.parametrize("joint", TURNING, ids=lambda joint: joint.key)
@pytest.mark.parametrize("stiffness", [0.0, 1.0], ids=["limp", "stiff"])
def test_no_joint_is_sent_beyond_its_own_limits(joint: Joint, stiffness: float) -> None:
    spec = NAO.specs[joint]
    for limit, beyond in ((spec.min, spec.min - 0.01), (spec.max, spec.max + 0.01)):
        last = JointCommand(at(joint, limit), STIFF)
        command = JointCommand(at(joint, beyond), at(joint, stiffness, STIFF))
        out = sent(command, last=last, measured=at(joint, beyond))
        assert out.positions[joint] == limit


@pytest.mark.parametrize("hand", HAND_JOINTS, ids=lambda joint: joint.key)
def test_hands_open_and_close_in_one_cycle_and_stay_between_0_and_1(hand: Joint) -> None:
    closed, opened = JointCommand(at(hand, 0.0), STIFF), JointCommand(at(hand, 1.0), STIFF)
    assert sent(JointCommand(at(hand, 1.4), STIFF), last=closed) == opened
    assert sent(JointCommand(at(hand, -0.4), STIFF), last=opened) == closed


@pytest.mark.parametrize("joint", TURNING, ids=lambda joint: joint.key)
@pytest.mark.parametrize("sign", [-1.0, 1.0], ids=["down", "up"])
def test_no_joint_is_sent_further_in_a_cycle_than_its_motor_can_turn(
    joint: Joint, sign: float
) -> None:
    spec = NAO.specs[joint]
    start = 0.5 * (spec.min + spec.max)
    last = JointCommand(at(joint, start), STIFF)
    # The joint lags far behind its command: the limit applies to the commands.
    measured = at(joint, start - sign * 0.3)
    far = sent(JointCommand(at(joint, start + sign * 0.5), STIFF), last=last, measured=measured)
    assert far.positions == at(joint, start + sign * reach_per_cycle(joint))
    near = JointCommand(at(joint, start + sign * 0.999 * reach_per_cycle(joint)), STIFF)
    assert sent(near, last=last, measured=measured) == near


def test_a_speed_limited_joint_arrives_in_the_number_of_cycles_its_motor_needs() -> None:
    knee, target = Joint.L_KNEE_PITCH, 1.5
    last = JointCommand(STANCE, STIFF)
    cycles = 0
    while last.positions[knee] != target:
        last = sent(JointCommand(at(knee, target), STIFF), last=last)
        cycles += 1
    assert cycles == math.ceil((target - STANCE[knee]) / reach_per_cycle(knee))


def test_a_joint_that_was_limp_starts_from_its_measured_angle() -> None:
    knee = Joint.R_KNEE_PITCH
    last = JointCommand(at(knee, 0.2), at(knee, 0.0, STIFF))
    measured = at(knee, 1.0)  # a person has bent it since
    out = sent(JointCommand(at(knee, 2.0), STIFF), last=last, measured=measured)
    assert out.positions[knee] == 1.0 + reach_per_cycle(knee)
    assert sent(JointCommand(measured, STIFF), last=last, measured=measured).positions == measured


def test_a_soft_joint_that_was_pushed_away_starts_from_its_last_command() -> None:
    knee = Joint.R_KNEE_PITCH
    last = JointCommand(at(knee, 0.2), at(knee, 0.05, STIFF))
    out = sent(JointCommand(at(knee, 2.0), STIFF), last=last, measured=at(knee, 1.0))
    assert out.positions[knee] == 0.2 + reach_per_cycle(knee)


@pytest.mark.parametrize("sign", [-1.0, 1.0], ids=["below", "above"])
@pytest.mark.parametrize("was", [0.0, 1.0], ids=["limp", "stiff"])
def test_a_joint_found_beyond_a_limit_is_sent_to_the_limit_at_once(sign: float, was: float) -> None:
    joint = Joint.HEAD_PITCH
    spec = NAO.specs[joint]
    limit = spec.max if sign > 0.0 else spec.min
    outside = at(joint, limit + sign * 0.15)
    last = JointCommand(outside, at(joint, was, STIFF))
    out = sent(JointCommand(at(joint, 0.0), STIFF), last=last, measured=outside)
    assert out.positions[joint] == limit


def test_lost_frames_do_not_let_a_joint_move_further_in_a_cycle() -> None:
    knee = Joint.L_KNEE_PITCH
    command = JointCommand(at(knee, 2.0), STIFF)
    assert sent(command, frame_age=10 * CYCLE) == sent(command, frame_age=0.0)


@pytest.mark.parametrize("joint", [Joint.HEAD_YAW, Joint.R_ANKLE_ROLL, Joint.R_HAND])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_non_finite_command_is_refused_with_joint_and_value(joint: Joint, value: float) -> None:
    for command in (JointCommand(at(joint, value), STIFF), JointCommand(STANCE, at(joint, value))):
        with pytest.raises(CommandError, match=f"{joint.key}: .*{value}") as caught:
            sent(command)
        error = caught.value
        assert error.joint == joint.key
        assert math.isfinite(error.position) != math.isfinite(error.stiffness)


def test_a_non_finite_target_of_a_limp_joint_is_refused_too() -> None:
    with pytest.raises(CommandError):
        sent(JointCommand(at(Joint.HEAD_YAW, math.nan), LIMP))


def fastest(outcomes: list[JointCommand]) -> float:
    """Return the largest step between two commands, as a share of the no-load speed."""
    return max(
        abs(after.positions[joint] - before.positions[joint]) / reach_per_cycle(joint)
        for before, after in zip(outcomes, outcomes[1:], strict=False)
        for joint in TURNING
        if min(before.stiffness[joint], after.stiffness[joint]) > 0.0
    )


def test_the_next_cycle_continues_from_the_clipped_command(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(settings).standing()
    wanted = JointCommand(at(Joint.HEAD_YAW, 2.0), STIFF)
    standing = bench.cycle._state
    monkeypatch.setattr(standing, "step", lambda inputs: wanted)
    for cycle in range(1, 5):
        outcome = bench.step(MotionRequest())
        assert outcome.command.positions[Joint.HEAD_YAW] == pytest.approx(
            cycle * reach_per_cycle(Joint.HEAD_YAW)
        )


def test_no_joint_exceeds_its_speed_when_frames_are_lost_or_sensing_fails(
    settings: MotionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(settings).standing()
    bench.steps = True
    commands = [outcome.command for outcome in bench.run(1.0, WALK)]
    commands += [outcome.command for outcome in bench.run(0.08, WALK, lambda _: None)]
    commands += [outcome.command for outcome in bench.run(1.0, WALK)]

    def far_away(*_: object, **__: object) -> None:
        raise ZeroDivisionError("injected")

    inputs = bench.cycle._inputs
    assert inputs is not None
    lagging = replace(inputs.robot, positions=at(Joint.L_KNEE_PITCH, 2.0, inputs.robot.positions))
    bench.cycle._inputs = replace(inputs, robot=lagging)
    monkeypatch.setattr(Perception, "update", far_away)
    faulty = [outcome for outcome in bench.run(0.5, WALK)]
    assert {outcome.leaf for outcome in faulty} == {"Fault"}
    assert faulty[-1].command.positions[Joint.L_KNEE_PITCH] == 2.0
    commands += [outcome.command for outcome in faulty]
    assert fastest(commands) <= 1.0 + 1e-9


def test_a_limp_robot_is_stiffened_gradually_the_first_time_and_at_once_later() -> None:
    limits, robot, last = stage(), robot_state(positions=STANCE), JointCommand(STANCE, LIMP)
    course = []
    for _ in range(round(OUTPUT.stiffen / CYCLE) + 2):
        last = limits.limit(JointCommand(STANCE, STIFF), robot, last)
        course.append(last.stiffness[Joint.L_KNEE_PITCH])
    rises = [b - a for a, b in zip([0.0, *course], course, strict=False)]
    assert max(rises) == pytest.approx(CYCLE / OUTPUT.stiffen)
    assert course[-1] == 1.0
    limp = limits.limit(JointCommand(STANCE, LIMP), robot, last)
    assert limits.limit(JointCommand(STANCE, STIFF), robot, limp).stiffness == STIFF


def test_a_joint_that_was_only_soft_before_is_still_stiffened_gradually() -> None:
    limits, robot, last = stage(), robot_state(positions=STANCE), JointCommand(STANCE, LIMP)
    soft = JointCommand(STANCE, (0.2,) * JOINT_COUNT)
    for command in (soft, soft, JointCommand(STANCE, LIMP)):
        last = limits.limit(command, robot, last)
    stiffness = limits.limit(JointCommand(STANCE, STIFF), robot, last).stiffness
    assert max(stiffness) == pytest.approx(3 * CYCLE / OUTPUT.stiffen)


def test_a_robot_that_is_stiff_when_the_program_starts_stays_stiff() -> None:
    assert sent(JointCommand(STANCE, STIFF)).stiffness == STIFF


def test_a_joint_that_stays_limp_for_long_is_still_stiffened_gradually() -> None:
    limits, robot, last = stage(), robot_state(positions=STANCE), JointCommand(STANCE, LIMP)
    for _ in range(100):
        last = limits.limit(JointCommand(STANCE, at(Joint.L_HAND, 0.0, STIFF)), robot, last)
    rising = limits.limit(JointCommand(STANCE, STIFF), robot, last)
    assert rising.stiffness[Joint.L_HAND] == pytest.approx(CYCLE / OUTPUT.stiffen)
