"""The keyframe engine: choice of the motion, soft falls after a failure, and count of tries."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.robots.nao import HEAD_JOINTS, JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from motions.keyframes.engine.engine import KeyframeEngine, Program
from motions.keyframes.engine.measured_body import lean_of
from motions.keyframes.engine.parameters import KeyframeParameters
from motions.keyframes.engine.player import KeyframeInfo
from motions.keyframes.motions.keyframe import Wait
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import KeyframeMotion
from motions.keyframes.motions.rules import MotionError
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.mirror import mirror_joints
from motions.perception.state import Fall, RobotState
from motions.requests import Dive
from tests.motions.keyframes.made import (
    BLOCKS,
    LIBRARY,
    MOTIONS,
    NAO,
    PARAMETERS,
    SAVING,
    STILL,
    block,
    engine,
    held,
    keyframe,
    leaning,
    pitch_between,
    trim,
)


def getting_up(state: RobotState) -> KeyframeEngine:
    made = engine()
    made.decide(Program.GET_UP, state, STILL, fresh=True)
    return made


@pytest.mark.parametrize(
    ("pitch", "roll", "motion"),
    [
        (0, 0, "stand"),
        (35, 10, "stand"),
        (88, 0, "get_up_front"),
        (120, 5, "get_up_front"),
        (-88, 0, "get_up_back"),
        (10, 85, "recover_side"),
        (-20, -80, "recover_side"),
    ],
)
def test_the_get_up_motion_is_chosen_by_how_the_robot_lies(
    pitch: float, roll: float, motion: str
) -> None:
    assert getting_up(leaning(pitch, roll)).motion == motion


def test_the_lean_distinguishes_head_down_from_head_up() -> None:
    lean = lean_of((-math.sin(math.radians(120)), 0.0, math.cos(math.radians(120))))
    assert math.degrees(lean.pitch) == pytest.approx(120)


def test_a_robot_on_its_right_side_plays_the_mirrored_roll() -> None:
    right, left = getting_up(leaning(0, 85)), getting_up(leaning(0, -85))
    assert (right.mirrored, left.mirrored) == (True, False)
    a = right.step(leaning(0, 85))
    b = left.step(leaning(0, -85))
    assert b.positions == pytest.approx(mirror_joints(NAO.mirror, a.positions))


def test_consecutive_tries_alternate_sides() -> None:
    made, state = engine(), leaning(-88)
    sides = []
    for attempt in range(4):
        made.decide(Program.GET_UP, state, STILL, fresh=attempt == 0)
        sides.append(made.mirrored)
        made.break_up(state)
    assert sides == [False, True, False, True]


def test_every_motion_starts_from_the_last_command() -> None:
    last = JointCommand(tuple(0.01 * j for j in range(JOINT_COUNT)), (1.0,) * JOINT_COUNT)
    made = engine()
    made.decide(Program.SIT_DOWN, leaning(0), last, fresh=True)
    first = made.step(leaning(0))
    pairs = zip(first.positions, last.positions, first.stiffness, strict=True)
    speed = max(abs(a - b) for a, b, stiff in pairs if stiff > 0.0) / CYCLE
    assert speed < 2.0


def test_a_limp_joint_starts_from_its_measured_angle() -> None:
    measured = (0.1,) * JOINT_COUNT
    last = JointCommand((0.9,) * JOINT_COUNT, (0.0,) * JOINT_COUNT)
    made = engine()
    made.decide(Program.SIT_DOWN, leaning(0, positions=measured), last, fresh=True)
    first = made.step(leaning(0, positions=measured))
    assert first.positions[Joint.L_KNEE_PITCH] == pytest.approx(0.1, abs=0.05)


def broken_at(pitch: float) -> tuple[KeyframeEngine, RobotState]:
    """Return an engine whose sit-down has just left its limits at this pitch, deg."""
    made, state = engine(), leaning(pitch)
    made.decide(Program.SIT_DOWN, leaning(0), STILL, fresh=True)
    for _ in range(200):
        made.step(state)
        made.update(state)
        if made.torso_out:
            break
    return made, state


def test_the_reason_of_a_break_up_names_the_torso_and_its_limits() -> None:
    made, _ = broken_at(70)
    assert "torso pitch 70 deg outside" in made.account()


@pytest.mark.parametrize(("pitch", "knee"), [(70, 105.0), (-70, 95.0)])
def test_a_broken_motion_falls_in_the_pose_of_its_side(pitch: float, knee: float) -> None:
    made, state = broken_at(pitch)
    made.break_up(state)
    command = made.step(state)
    assert math.degrees(command.positions[Joint.L_KNEE_PITCH]) == pytest.approx(knee)
    legs = command.stiffness[Joint.L_KNEE_PITCH]
    assert legs == pytest.approx(0.10)


def test_after_a_break_up_only_the_head_is_held_for_a_moment() -> None:
    made, state = broken_at(-70)
    made.break_up(state)
    held = [made.step(state).stiffness[HEAD_JOINTS[1]] for _ in range(4)]
    assert held == pytest.approx([0.5, 0.5, 0.1, 0.1])


def test_a_second_after_a_break_up_the_robot_is_limp() -> None:
    made, state = broken_at(-70)
    made.break_up(state)
    commands = [made.step(state) for _ in range(85)]
    assert max(commands[82].stiffness) > 0.0
    assert max(commands[84].stiffness) == 0.0


def test_tries_are_used_up_and_restored_by_the_next_get_up() -> None:
    made, state = broken_at(70)
    for _ in range(6):
        assert made.tries_left
        made.break_up(state)
    assert not made.tries_left
    made.decide(Program.GET_UP, leaning(88), STILL, fresh=True)
    assert made.tries_left


def test_help_from_a_person_restores_all_tries() -> None:
    made, state = broken_at(70)
    for _ in range(6):
        made.break_up(state)
    made.help_me()
    assert max(made.step(state).stiffness) == 0.0
    made.stand_up(leaning(0), STILL, helped=True)
    assert (made.motion, made.tries_left) == ("stand", True)


def test_standing_up_after_a_touch_has_no_torso_limits_before_its_end() -> None:
    made, tilted = engine(), leaning(60)
    made.stand_up(leaning(0), STILL, helped=False)
    for _ in range(140):
        made.update(tilted)
        made.step(tilted)
        assert not made.torso_out
    for _ in range(20):
        made.update(leaning(0))
        made.step(leaning(0))
    assert made.done
    assert not made.torso_out


def test_standing_up_after_a_touch_fails_when_the_robot_lies_at_its_end() -> None:
    made, lying = engine(), leaning(88)
    made.stand_up(lying, STILL, helped=False)
    for _ in range(200):
        made.update(lying)
        made.step(lying)
    assert made.torso_out
    assert not made.done
    assert "stand ended at torso pitch 88" in made.account()


@pytest.mark.parametrize(
    ("fall", "began"),
    [(Fall.UPRIGHT, True), (Fall.STAGGERING, True), (Fall.FALLING, False), (Fall.FALLEN, False)],
)
def test_a_motion_that_begins_on_the_feet_is_marked_as_such(fall: Fall, began: bool) -> None:
    made, state = engine(), replace(leaning(0), fall=fall)
    made.stand_up(state, STILL, helped=False)
    assert made.began_upright is began
    made.decide(Program.SIT_DOWN, state, STILL, fresh=True)
    assert made.began_upright is began


@pytest.mark.parametrize(
    ("dive", "began"),
    [(Dive.PREPARE, True), (Dive.SQUAT, True), (Dive.JUMP_LEFT, False), (Dive.JUMP_RIGHT, False)],
)
def test_a_jump_does_not_count_as_a_motion_that_must_stay_on_the_feet(
    dive: Dive, began: bool
) -> None:
    made = engine()
    made.decide(Program.DIVE, leaning(0), STILL, fresh=True, dive=dive)
    assert made.began_upright is began


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("program", [Program.GET_UP, Program.SIT_DOWN])
def test_the_engine_ends_or_breaks_up_for_any_sensor_input(program: Program, seed: int) -> None:
    rng = np.random.default_rng(seed)
    made = engine()
    state = leaning(float(rng.uniform(-180, 180)), float(rng.uniform(-90, 90)))
    made.decide(program, state, STILL, fresh=True)
    for _ in range(2000):
        if rng.random() < 0.02:
            positions = tuple(rng.uniform(-2, 2, JOINT_COUNT).tolist())
            pitch = float(rng.choice([rng.uniform(-180, 180), math.nan], p=[0.9, 0.1]))
            state = leaning(pitch, float(rng.uniform(-90, 90)), positions=positions)
        made.update(state)
        if made.torso_out or (made.done and not made.balancing):
            return
        command = made.step(state, balancing_out=made.done)
        assert math.isfinite(sum(command.positions))
    raise AssertionError("neither done nor broken up after 24 s")


def test_balancing_at_the_end_stops_when_the_robot_is_calm() -> None:
    made = engine()
    made.stand_up(leaning(0), STILL, helped=False)
    swaying, calm = leaning(0, gyro=(0.0, 1.0, 0.0)), leaning(0)
    while not made.done:
        made.update(swaying)
        made.step(swaying)
    made.update(swaying)
    assert made.balancing
    made.update(calm)
    assert made.balancing  # the soles have only begun to stand
    for _ in range(math.ceil(PARAMETERS.engine.balance_out.min_time / NAO.cycle)):
        made.step(calm, balancing_out=True)
    made.update(swaying)
    assert made.balancing
    made.update(leaning(0, roll=8))
    assert made.balancing
    made.update(calm)
    assert not made.balancing


def test_balancing_continues_while_the_fall_detector_reports_a_fall() -> None:
    made = engine()
    made.stand_up(leaning(0), STILL, helped=False)
    falling, risen = leaning(0, fall=Fall.FALLING), leaning(0)
    while not made.done:
        made.update(falling)
        made.step(falling)
    for _ in range(math.ceil(PARAMETERS.engine.balance_out.min_time / NAO.cycle)):
        made.update(falling)
        assert made.balancing
        made.step(falling, balancing_out=True)
    made.update(risen)
    assert not made.balancing


def test_a_program_without_its_motion_is_refused_at_once() -> None:
    wrong: KeyframeParameters = replace(
        PARAMETERS, engine=replace(PARAMETERS.engine, stand="stood")
    )
    with pytest.raises(MotionError, match="motion 'stood' does not exist"):
        KeyframeEngine(NAO, LIBRARY, wrong, SAVING, trim())


@pytest.mark.parametrize("roll", [-40, 40])
@pytest.mark.parametrize("toggled", [False, True])
def test_a_jump_goes_to_the_requested_side_whatever_was_played_before(
    roll: float, toggled: bool
) -> None:
    made, state = engine(), leaning(0, roll)
    if toggled:
        made.decide(Program.SIT_DOWN, state, STILL, fresh=True)
    for dive, mirrored in ((Dive.JUMP_LEFT, False), (Dive.JUMP_RIGHT, True)):
        made.decide(Program.DIVE, state, STILL, fresh=True, dive=dive)
        assert (made.motion, made.mirrored, made.dive) == ("keeper_jump_left", mirrored, dive)


def test_a_jump_to_the_right_mirrors_the_one_to_the_left() -> None:
    commands = []
    for dive in (Dive.JUMP_LEFT, Dive.JUMP_RIGHT):
        made = engine()
        made.decide(Program.DIVE, leaning(0), STILL, fresh=True, dive=dive)
        commands += [[made.step(leaning(0)).positions for _ in range(40)]]
    for left, right in zip(*commands, strict=True):
        assert right == pytest.approx(mirror_joints(NAO.mirror, left))


def test_the_next_motion_clears_the_dive() -> None:
    made = engine()
    made.decide(Program.DIVE, leaning(0), STILL, fresh=True, dive=Dive.PREPARE)
    assert (made.motion, made.dive) == ("sit_down_keeper", Dive.PREPARE)
    made.decide(Program.GET_UP, leaning(0), STILL, fresh=True)
    assert made.dive is None
    made.decide(Program.DIVE, leaning(0), STILL, fresh=True, dive=Dive.SQUAT)
    made.stand_up(leaning(0), STILL, helped=True)
    assert made.dive is None


@pytest.mark.parametrize(
    ("program", "dive"),
    [
        (Program.SIT_DOWN, Dive.PREPARE),
        (Program.DIVE, Dive.SQUAT),
        (Program.DIVE, Dive.JUMP_LEFT),
        (Program.DIVE, Dive.JUMP_RIGHT),
    ],
)
def test_the_follow_up_of_a_held_posture_waits_for_the_get_up_and_goes_on_on_its_side(
    program: Program, dive: Dive
) -> None:
    made = held(program, dive)
    side = made.mirrored
    made.decide(Program.GET_UP, leaning(0), STILL, fresh=True, held=True)
    assert (made.motion, made.mirrored) == ("bow", side)
    assert made.account().startswith(f"bow{' (mirrored)' * side} because torso_pitch 0 deg")
    made.break_up(leaning(0))
    made.decide(Program.GET_UP, leaning(0), STILL, fresh=False)
    assert made.motion == "stand", "the next try is chosen by how the robot lies"


def test_without_a_follow_up_that_applies_the_get_up_is_chosen_by_how_the_robot_lies() -> None:
    made = held(Program.DIVE, Dive.SQUAT, upright=False)
    made.decide(Program.GET_UP, leaning(0), STILL, fresh=True, held=True)
    assert made.motion == "stand"


def test_a_posture_that_was_left_before_has_no_follow_up() -> None:
    made = held(Program.DIVE, Dive.SQUAT)
    made.decide(Program.GET_UP, leaning(0), STILL, fresh=True)
    assert made.motion == "stand"


def test_a_special_program_plays_the_motion_it_names() -> None:
    made = engine()
    made.decide(Program.SPECIAL, leaning(0), STILL, fresh=True, special="wave")
    assert made.motion == "wave"


def test_an_unknown_special_motion_is_refused_by_name() -> None:
    with pytest.raises(MotionError, match="motion 'dance' does not exist"):
        engine().decide(Program.SPECIAL, leaning(0), STILL, fresh=True, special="dance")


def holding() -> KeyframeEngine:
    """Return an engine that plays a motion that waits at its only keyframe."""
    wait = Wait(max=0.5, until=pitch_between(80, 90))
    library = MotionLibrary(
        NAO,
        MOTIONS | {"hold": KeyframeMotion(("hold",))},
        BLOCKS | {"hold": block(keyframe(0.5, 0.012, wait=wait))},
    )
    made = KeyframeEngine(NAO, library, PARAMETERS, SAVING, trim())
    made.decide(Program.SPECIAL, leaning(0), STILL, fresh=True, special="hold")
    return made


def test_it_waits_at_its_target_until_the_wait_is_over() -> None:
    made, told = holding(), []
    for _ in range(60):
        made.update(leaning(0))
        told.append((made.waiting, made.done))
        if not made.done:
            made.step(leaning(0))
    waits = [waiting for waiting, _ in told]
    assert not waits[0] and waits.count(True) == pytest.approx(0.5 / CYCLE, abs=1)
    assert all(done is False for waiting, done in told if waiting)
    assert told[-1] == (False, True)


def test_a_break_up_or_a_call_for_help_clears_all_facts_of_the_motion() -> None:
    for stop in (lambda made: made.break_up(leaning(0)), lambda made: made.help_me()):
        made = holding()
        for _ in range(4):
            made.update(leaning(0))
            made.step(leaning(0))
        assert made.waiting
        stop(made)
        facts = made.waiting, made.done, made.torso_out, made.branch_taken, made.balancing
        assert facts == (False,) * 5


def test_a_break_up_reports_how_many_tries_are_used() -> None:
    made, state = broken_at(70)
    told = []
    for _ in range(2):
        made.break_up(state)
        told.append(made.account())
    most = PARAMETERS.engine.max_tries
    assert told == [f"1 of {most} tries used", f"2 of {most} tries used"]


def test_a_new_engine_waits_for_help_and_has_used_no_try() -> None:
    made = engine()
    assert (made.tries, made.tries_left, made.account()) == (0, True, "waiting for help")
    assert (made.motion, made.info, made.stable, made.dive) == ("", None, False, None)
    assert not made.began_upright and not made.mirrored
    assert not (made.done or made.torso_out or made.waiting or made.branch_taken or made.balancing)
    made.stand_up(leaning(0), STILL, helped=False)
    made.break_up(leaning(0))
    assert made.tries == 1


@pytest.mark.parametrize(("helped", "why"), [(True, "helped"), (False, "the head was touched")])
def test_standing_up_reports_first_its_reason_and_then_its_keyframe(helped: bool, why: str) -> None:
    made = engine()
    made.stand_up(leaning(0), STILL, helped=helped)
    made.update(leaning(0))
    assert made.account() == f"stand because {why}"
    made.step(leaning(0))
    made.update(leaning(0))
    first = BLOCKS[MOTIONS["stand"].blocks[0]].keyframes[0]
    assert made.info == KeyframeInfo("stand", first.label, mirrored=False)
    assert made.account() == f"stand: {first.label} {100.0 * CYCLE / first.duration:.0f} %"
    made.break_up(leaning(0))
    assert made.info is None, "nothing is played in a soft fall"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (Program.SIT_DOWN, "sit_down because sitting down requested"),
        (Program.DIVE, "sit_down_keeper because prepare requested"),
        (Program.SPECIAL, "wave because requested"),
    ],
)
def test_a_requested_motion_reports_its_request_as_the_reason(program: Program, told: str) -> None:
    made = engine()
    made.decide(program, leaning(0), STILL, fresh=True, special="wave")
    assert made.account() == told


def test_a_motion_to_the_other_side_is_reported_as_mirrored() -> None:
    made = engine()
    made.decide(Program.DIVE, leaning(0), STILL, fresh=True, dive=Dive.JUMP_RIGHT)
    assert made.account() == "keeper_jump_left (mirrored) because jump_right requested"


def test_a_head_touch_does_not_restore_the_tries() -> None:
    made, state = broken_at(70)
    made.break_up(state)
    made.stand_up(leaning(0), STILL, helped=False)
    assert made.tries == 1
    made.stand_up(leaning(0), STILL, helped=True)
    assert made.tries == 0


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_sole_trim_is_applied_while_soles_stand_until_the_motion_ends(
    *, mirrored: bool
) -> None:
    """The left leg of a robot that leans back has wrong zeros, whether or not it is mirrored."""
    angles = [keyframe(0.0, 0.3), keyframe(0.0, 0.6, soles_stand=True), keyframe(0.0, 0.6)]
    library = MotionLibrary(
        NAO, {**MOTIONS, "stand": KeyframeMotion(("stands",))}, {**BLOCKS, "stands": block(*angles)}
    )
    made = KeyframeEngine(NAO, library, PARAMETERS, SAVING, trim())
    tilted = rotation_from_rpy(0.0, math.radians(-6.0), 0.0)
    robot = leaning(0, left_sole=Pose3(0.0, 0.05, -0.23, tilted))
    if mirrored:
        made.stand_up(robot, STILL, helped=False)
    made.stand_up(robot, STILL, helped=False)
    assert made.mirrored is mirrored
    ankles = []
    while not made.done:
        made.update(robot)
        ankles.append(made.step(robot).positions[Joint.L_ANKLE_PITCH])
    assert ankles[20] == 0.0  # no keyframe has yet declared that the soles stand
    assert math.degrees(ankles[-1]) == pytest.approx(0.7 * -6.0)
    assert made.step(robot).positions[Joint.R_ANKLE_PITCH] == 0.0
    made.stand_up(robot, STILL, helped=False)
    made.update(robot)
    assert made.step(robot).positions[Joint.L_ANKLE_PITCH] == 0.0
