"""The limits of the torso, and the pose of the fall after a break-up."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import HAND_JOINTS, HEAD_JOINTS, JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from motions.keyframes.engine.break_up import FREE, SafeFallPose, TorsoLimits, narrowed
from motions.keyframes.engine.measured_body import TorsoLean
from motions.keyframes.motions.keyframe import TorsoWindow
from tests.motions.keyframes.made import NAO, PARAMETERS

FALL = PARAMETERS.engine.safe_fall
MEASURED = tuple(0.01 * joint for joint in range(JOINT_COUNT))
FRONT, BACK = TorsoLean(math.radians(40.0), 0.0), TorsoLean(math.radians(-40.0), 0.0)


def deg(*values: float) -> tuple[float, ...]:
    return tuple(math.radians(value) for value in values)


def narrowing(begin: TorsoWindow | None, end: TorsoWindow | None) -> TorsoLimits:
    limits = TorsoLimits()
    limits.load(begin, end, 1.0)
    return limits


def test_a_bound_is_interpolated_linearly_over_a_keyframe() -> None:
    limits = narrowing(
        TorsoWindow(pitch=deg(-80, 60), roll=deg(-40, 20)),
        TorsoWindow(pitch=deg(-20, 20), roll=deg(-10, 0)),
    )
    assert limits.at(0.0) == pytest.approx(deg(-80, 60, -40, 20))
    assert limits.at(0.25) == pytest.approx(deg(-65, 50, -32.5, 15))
    assert limits.at(1.0) == pytest.approx(deg(-20, 20, -10, 0))


def test_a_new_bound_applies_at_the_end_of_a_keyframe_and_a_removed_bound_ends_at_its_start() -> (
    None
):
    coming = narrowing(None, TorsoWindow(pitch=deg(-20, 20)))
    assert coming.at(0.999) == FREE
    assert coming.at(1.0)[:2] == pytest.approx(deg(-20, 20))
    going = narrowing(TorsoWindow(pitch=deg(-20, 20)), TorsoWindow(pitch=(-math.inf, math.inf)))
    assert going.at(0.0)[:2] == (-math.inf, math.inf)


def test_an_end_of_a_window_that_is_not_named_keeps_its_running_value() -> None:
    running = (-0.4, 0.3, -0.2, 0.1)
    assert narrowed(running, None) == running
    assert narrowed(running, TorsoWindow(pitch=(None, 0.25))) == (-0.4, 0.25, -0.2, 0.1)
    assert narrowed(running, TorsoWindow(roll=(-0.15, None))) == (-0.4, 0.3, -0.15, 0.1)


def test_the_next_keyframe_starts_from_the_bounds_reached_by_the_last_one() -> None:
    limits = narrowing(TorsoWindow(pitch=deg(-80, 80)), TorsoWindow(pitch=deg(-40, 40)))
    limits.load(None, None, 0.5)
    for ratio in (0.0, 1.0):
        assert limits.at(ratio)[:2] == pytest.approx(deg(-60, 60))


@pytest.mark.parametrize(
    ("pitch", "roll", "told"),
    [
        (29.0, 0.0, ""),
        (-9.0, 0.0, ""),
        (0.0, 19.0, ""),
        (0.0, -14.0, ""),
        (31.0, 0.0, "torso pitch 31 deg outside -10..30"),
        (-11.0, 0.0, "torso pitch -11 deg outside -10..30"),
        (0.0, 21.0, "torso roll 21 deg outside -15..20"),
        (0.0, -16.0, "torso roll -16 deg outside -15..20"),
    ],
)
def test_a_torso_beyond_any_of_its_four_bounds_is_out(pitch: float, roll: float, told: str) -> None:
    window = TorsoWindow(pitch=deg(-10, 30), roll=deg(-15, 20))
    limits = narrowing(window, window)
    for ratio in (0.0, 0.5, 1.0):
        assert limits.violation(TorsoLean(*deg(pitch, roll)), ratio) == told


def falling(lean: TorsoLean) -> SafeFallPose:
    pose = SafeFallPose(NAO, PARAMETERS.postures, FALL)
    pose.begin(lean, MEASURED)
    return pose


def steps(pose: SafeFallPose, seconds: float) -> list[JointCommand]:
    return [pose.step(MEASURED) for _ in range(round(seconds / CYCLE))]


def test_both_elbows_bend_symmetrically_within_their_limits_in_a_fall_to_the_front() -> None:
    """An elbow bends in one direction only: the left one negative, the right one positive."""
    joints = steps(falling(FRONT), CYCLE)[0].positions
    left, right = joints[Joint.L_ELBOW_ROLL], joints[Joint.R_ELBOW_ROLL]
    assert left == -right == PARAMETERS.postures.front_elbow_roll
    for elbow in (Joint.L_ELBOW_ROLL, Joint.R_ELBOW_ROLL):
        assert NAO.specs[elbow].min <= joints[elbow] <= NAO.specs[elbow].max


@pytest.mark.parametrize("lean", [FRONT, BACK])
def test_the_pose_of_a_fall_is_within_the_limits_of_the_joints(lean: TorsoLean) -> None:
    joints = steps(falling(lean), CYCLE)[0].positions
    for joint in (j for j in Joint if j not in HAND_JOINTS):
        assert NAO.specs[joint].min <= joints[joint] <= NAO.specs[joint].max


@pytest.mark.parametrize(("pitch", "front"), [(1.0, True), (-1.0, False)])
def test_the_pose_is_chosen_by_the_direction_of_the_lean(pitch: float, front: bool) -> None:
    own = PARAMETERS.postures.front if front else PARAMETERS.postures.back
    (command,) = steps(falling(TorsoLean(math.radians(pitch), 0.0)), CYCLE)
    for joint, angle in zip(HEAD_JOINTS, next(iter(own.angles.values())), strict=True):
        assert command.positions[joint] == angle


def test_the_head_is_held_for_its_time_and_the_robot_is_limp_after_its_own() -> None:
    commands = steps(falling(BACK), 1.5)
    for cycle, command in enumerate(commands, start=1):
        time, head = cycle * CYCLE, {command.stiffness[joint] for joint in HEAD_JOINTS}
        knee = command.stiffness[Joint.L_KNEE_PITCH]
        if time > FALL.limp_after + 1e-9:
            assert set(command.stiffness) == {0.0} and command.positions == MEASURED
        else:
            assert head == {FALL.head if time <= FALL.head_high + 1e-9 else FALL.body}
            assert knee == FALL.body


def test_in_a_fall_to_the_front_hips_and_elbows_have_their_own_stiffness() -> None:
    own = replace(FALL, body=0.1, hip_pitch=0.2, elbow_roll=0.3, head_high=0.0)
    stiffness = {}
    for lean in (FRONT, BACK):
        pose = SafeFallPose(NAO, PARAMETERS.postures, own)
        pose.begin(lean, MEASURED)
        stiffness[lean] = pose.step(MEASURED).stiffness
    soft = PARAMETERS.postures.soft_joints
    for joint in Joint:
        front = {
            Joint.L_HIP_PITCH: 0.2,
            Joint.R_HIP_PITCH: 0.2,
            Joint.L_ELBOW_ROLL: 0.3,
            Joint.R_ELBOW_ROLL: 0.3,
        }.get(joint, 0.0 if joint in soft else 0.1)
        hand = joint in HAND_JOINTS
        assert stiffness[FRONT][joint] == (0.0 if hand else front)
        assert stiffness[BACK][joint] == (0.0 if hand else 0.1)


def test_a_second_fall_restarts_its_times() -> None:
    pose = falling(BACK)
    steps(pose, 1.5)
    assert pose.limp
    pose.begin(FRONT, MEASURED)
    assert not pose.limp
    assert steps(pose, CYCLE)[0].stiffness[HEAD_JOINTS[0]] == FALL.head
