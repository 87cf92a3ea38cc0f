"""Fall protection: the pose for each fall, and the stiffness of the motors."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import ARM_JOINTS, HEAD_JOINTS, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE
from hsm.control.assembly import MotionSettings
from motions.fall import FallProtection
from motions.keyframes.motions.quantities import wrists_of
from motions.perception.state import Fall, FallDirection, RobotState
from tests.fakes import robot_state


def tipping(direction: FallDirection, *, roll: float = 0.0, pitch: float = 0.0) -> RobotState:
    """Return a robot that falls to a side with its torso leaning, deg."""
    roll, pitch = math.radians(roll), math.radians(pitch)
    up = (
        -math.sin(pitch),
        math.cos(pitch) * math.sin(roll),
        math.cos(pitch) * math.cos(roll),
    )
    state = robot_state(fall=Fall.FALLING, fall_direction=direction)
    return replace(state, roll=roll, pitch=pitch, up=up)


def begun(settings: MotionSettings, state: RobotState) -> FallProtection:
    protection = FallProtection(settings.robot, settings.fall)
    protection.begin(state)
    return protection


def test_a_fall_to_the_front_uses_the_pose_for_the_front(settings: MotionSettings) -> None:
    state = tipping(FallDirection.FRONT, pitch=20)
    joints = begun(settings, state).command(state).positions
    assert joints[Joint.HEAD_PITCH] == pytest.approx(settings.fall.front.head_pitch)
    assert joints[Joint.L_KNEE_PITCH] == pytest.approx(settings.fall.front.knee)


def test_near_and_far_side_are_swapped_with_the_roll(settings: MotionSettings) -> None:
    left = tipping(FallDirection.FRONT, roll=-10, pitch=20)
    right = tipping(FallDirection.FRONT, roll=10, pitch=20)
    of_left, of_right = (begun(settings, s).command(s).positions for s in (left, right))
    assert of_left[Joint.L_HIP_PITCH] == of_right[Joint.R_HIP_PITCH]
    assert of_left[Joint.L_SHOULDER_PITCH] == of_right[Joint.R_SHOULDER_PITCH]
    assert of_left[Joint.L_HIP_PITCH] != of_left[Joint.R_HIP_PITCH]


def test_near_is_the_side_to_which_the_robot_falls_even_against_its_present_roll(
    settings: MotionSettings,
) -> None:
    front = replace(settings.fall.front, shoulder_pitch_near=0.2)  # near and far differ in both
    side = replace(settings.fall.side, shoulder_pitch_near=0.2, hip_pitch_near=0.3)
    told = replace(settings.fall, front=front, side=side)
    for sign, one, near in ((1.0, FallDirection.LEFT, "L"), (-1.0, FallDirection.RIGHT, "R")):
        protection = FallProtection(settings.robot, told)
        state = tipping(one, roll=sign, pitch=15)  # after a push it still leans the other way
        protection.begin(state)
        for pose in (side, front):
            joints = protection.command(state).positions
            assert joints[Joint[f"{near}_HIP_PITCH"]] == pytest.approx(pose.hip_pitch_near)
            assert joints[Joint[f"{near}_SHOULDER_PITCH"]] == pytest.approx(0.2)
            state = tipping(FallDirection.FRONT, pitch=60)
            protection.update(state)
        protection.begin(tipping(FallDirection.FRONT, roll=sign, pitch=15))
        state = tipping(one, roll=-70 * sign)
        protection.update(state)
        joints = protection.command(state).positions
        assert joints[Joint[f"{near}_HIP_PITCH"]] == pytest.approx(0.3)


def test_the_direction_is_kept_while_the_torso_is_high(settings: MotionSettings) -> None:
    protection = begun(settings, tipping(FallDirection.LEFT, roll=-30))
    protection.update(tipping(FallDirection.FRONT, roll=-30, pitch=20))
    assert protection.direction is FallDirection.LEFT


def test_the_pose_follows_a_robot_that_rolls_onto_its_front(settings: MotionSettings) -> None:
    protection = begun(settings, tipping(FallDirection.LEFT, roll=-30))
    protection.update(tipping(FallDirection.FRONT, pitch=60))
    assert protection.direction is FallDirection.FRONT


def test_a_robot_without_a_fall_direction_falls_where_it_leans(
    settings: MotionSettings,
) -> None:
    state = tipping(FallDirection.NONE, roll=5, pitch=-25)
    assert begun(settings, state).direction is FallDirection.BACK


@pytest.mark.parametrize(("pitch", "late"), [(60, True), (-50, True), (40, False)])
def test_a_fall_is_late_when_the_torso_is_far_over(
    settings: MotionSettings, pitch: float, late: bool
) -> None:
    state = tipping(FallDirection.FRONT, pitch=pitch)
    protection = begun(settings, state)
    for _ in range(round(settings.fall.late_after / CYCLE) + 1):
        protection.update(state)
    assert protection.late is late


def test_arms_reach_forward_at_full_stiffness_and_hold_in_a_fall_to_the_front(
    settings: MotionSettings,
) -> None:
    state = tipping(FallDirection.FRONT, pitch=20)
    protection = begun(settings, state)
    reaching = protection.command(state).stiffness
    for _ in range(round(settings.fall.stiffness.early / CYCLE) + 1):
        protection.update(state)
    command = protection.command(state)
    wrists = [chain.pose(command.positions) for chain in wrists_of(settings.robot)]
    assert min(reaching[joint] for joint in ARM_JOINTS) == 1.0
    assert min(command.stiffness[joint] for joint in ARM_JOINTS) >= 0.5
    assert min(wrist.x for wrist in wrists) > 0.12  # chest and face are within 0.06 m


def test_hips_are_as_stiff_as_knees_in_a_fall_to_a_side(
    settings: MotionSettings,
) -> None:
    state = tipping(FallDirection.LEFT, roll=-30)
    protection = begun(settings, state)
    early = protection.command(state).stiffness
    for _ in range(round(settings.fall.stiffness.early / CYCLE) + 1):
        protection.update(state)
    later = protection.command(state).stiffness
    for joint in (Joint.L_HIP_ROLL, Joint.R_HIP_ROLL):
        assert early[joint] == early[Joint.L_KNEE_PITCH] == settings.fall.stiffness.legs_early
        assert later[joint] == later[Joint.L_KNEE_PITCH] == settings.fall.stiffness.legs


def test_limbs_that_hit_the_ground_are_soft_enough_to_yield(settings: MotionSettings) -> None:
    state = tipping(FallDirection.LEFT, roll=-30)
    protection = begun(settings, state)
    for _ in range(round(settings.fall.stiffness.early / CYCLE) + 1):
        protection.update(state)
    stiffness = protection.command(state).stiffness
    assert max(stiffness[joint] for joint in ARM_JOINTS) <= 0.1
    assert max(stiffness[joint] for joint in LEG_JOINTS) <= 0.3


@pytest.mark.parametrize("direction", list(FallDirection))
def test_every_pose_is_within_the_limits_of_the_joints(
    settings: MotionSettings, direction: FallDirection
) -> None:
    state = tipping(direction, roll=-25, pitch=15)
    joints = begun(settings, state).command(state).positions
    for joint, spec in enumerate(settings.robot.specs):
        assert spec.min <= joints[joint] <= spec.max


def test_a_fall_ends_when_the_robot_lies_still_or_after_its_longest_time(
    settings: MotionSettings,
) -> None:
    falling = replace(tipping(FallDirection.FRONT, pitch=80), gyro=(0.0, 2.0, 0.0))
    lying = replace(falling, fall=Fall.FALLEN, gyro=(0.0, 0.0, 0.0))
    protection = begun(settings, falling)
    assert not protection.done(falling)
    assert protection.done(lying)
    for _ in range(round(settings.fall.give_up_after / CYCLE) + 1):
        protection.update(falling)
    assert protection.done(falling)


def with_head(
    state: RobotState, targets: tuple[float, ...], yaw_off: float, pitch_off: float
) -> RobotState:
    """Return the robot with its head off its targets by these angles, rad."""
    positions = list(targets)
    positions[Joint.HEAD_YAW] += yaw_off
    positions[Joint.HEAD_PITCH] -= pitch_off
    return replace(state, positions=tuple(positions))


@pytest.mark.parametrize(
    ("yaw_off", "pitch_off"), [(0.9, 0.9), (1.1, 0.9), (0.9, 1.1), (1.1, 1.1), (-1.1, -0.9)]
)
def test_each_joint_of_the_head_is_stiff_on_its_way_and_softer_at_its_target(
    settings: MotionSettings, yaw_off: float, pitch_off: float
) -> None:
    """Offsets are multiples of the distance that counts as reached, to either side."""
    own, state = settings.fall, tipping(FallDirection.FRONT, pitch=20)
    assert own.stiffness.head != own.stiffness.head_moving
    targets = begun(settings, state).command(state).positions
    reached = own.head_reached
    there = with_head(state, targets, yaw_off * reached, pitch_off * reached)
    stiffness = begun(settings, state).command(there).stiffness
    for joint, off in ((Joint.HEAD_YAW, yaw_off), (Joint.HEAD_PITCH, pitch_off)):
        arrived = abs(off) < 1.0
        wanted = own.stiffness.head if arrived else own.stiffness.head_moving
        assert stiffness[joint] == wanted


def test_a_head_at_its_target_stays_soft_until_the_next_fall_even_if_it_is_knocked(
    settings: MotionSettings,
) -> None:
    own, state = settings.fall, tipping(FallDirection.FRONT, pitch=20)
    protection = begun(settings, state)
    targets = protection.command(state).positions
    there, knocked = (with_head(state, targets, off, off) for off in (0.0, 0.5))
    protection.command(there)
    told = []
    for _ in range(2):
        stiffness = protection.command(knocked).stiffness
        told.append({stiffness[joint] for joint in HEAD_JOINTS})
        protection.begin(state)
    assert told == [{own.stiffness.head}, {own.stiffness.head_moving}]
