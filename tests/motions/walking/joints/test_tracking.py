"""Joint resets, joint speed control and play offset, on hand-made joints."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT, Joint
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.optional.joint_resets import reset_joints
from motions.walking.optional.joint_speed import JointSpeedControl
from motions.walking.optional.play_offset import JointPlayOffset
from motions.walking.parameters import SpeedProfile
from motions.walking.step import StepKind
from tests.fakes import NAO, SOLES, STANCE, robot_state, support
from tests.motions.walking.stepper import a_step, forward, make_step, on, seen, standing_command

DEG = math.pi / 180.0
SWING, SUPPORT = NAO.legs[Side.LEFT], NAO.legs[Side.RIGHT]
ZERO = (0.0,) * JOINT_COUNT


def with_joint(joint: int, degrees: float) -> tuple[float, ...]:
    joints = [0.0] * JOINT_COUNT
    joints[joint] = degrees * DEG
    return tuple(joints)


def reset(
    walking: WalkingParameters, joint: int, measured: float, planned: float, requested: float = 0.0
) -> float:
    """Return the start angle of one joint in a new step, deg."""
    joints = reset_joints(
        walking.joint_resets,
        with_joint(joint, requested),
        with_joint(joint, measured),
        with_joint(joint, planned),
        NAO.legs,
        Side.LEFT,
    )
    return joints[joint] / DEG


def test_a_joint_ahead_of_its_request_starts_where_it_is(walking: WalkingParameters) -> None:
    assert reset(walking, SWING.hip_pitch, measured=-4.0, planned=-10.0) == pytest.approx(-4.0)


def test_a_joint_never_starts_beyond_the_end_of_the_step(walking: WalkingParameters) -> None:
    assert reset(walking, SWING.hip_pitch, measured=-14.0, planned=-10.0) == pytest.approx(-10.0)


def test_a_joint_behind_its_request_starts_at_the_request(
    walking: WalkingParameters,
) -> None:
    assert reset(walking, SWING.hip_pitch, measured=5.0, planned=-10.0) == 0.0


def test_differences_as_small_as_play_count_half(walking: WalkingParameters) -> None:
    assert reset(walking, SWING.hip_roll, measured=0.5, planned=10.0) == pytest.approx(0.25)


def test_joints_that_carry_the_robot_do_not_jump(walking: WalkingParameters) -> None:
    for joint in (SUPPORT.knee_pitch, SUPPORT.ankle_roll, SWING.knee_pitch):
        assert reset(walking, joint, measured=5.0, planned=10.0) == 0.0
    assert reset(walking, SUPPORT.ankle_pitch, measured=-5.0, planned=-10.0) == 0.0
    assert reset(walking, SUPPORT.ankle_pitch, measured=5.0, planned=10.0) == pytest.approx(5.0)


def offset_after(
    walking: WalkingParameters, hangs: float, change: float, *, progress: float = 1.0
) -> float:
    """Return the change sent for a change of the support knee's request, deg."""
    offset = JointPlayOffset(walking.play_offset, NAO)
    knee = SUPPORT.knee_pitch
    for _ in range(40):
        offset.update(robot_state(positions=with_joint(knee, hangs)), seen(executed=ZERO))
    step = a_step(Side.LEFT, share=progress)
    offset.joints(list(ZERO), seen(step, planned=ZERO))
    planned = with_joint(knee, change)
    joints = list(planned)
    offset.joints(joints, seen(step, planned=planned))
    return joints[knee] / DEG


def test_a_change_towards_the_side_on_which_the_joint_hangs_is_held_back(
    walking: WalkingParameters,
) -> None:
    assert offset_after(walking, hangs=2.0, change=1.0) == pytest.approx(0.1, abs=0.01)


def test_no_more_is_held_back_than_the_joint_hangs_off(walking: WalkingParameters) -> None:
    assert offset_after(walking, hangs=0.5, change=2.0) == pytest.approx(2.0 - 0.9 * 0.5, abs=0.01)


def test_a_change_away_from_the_side_on_which_the_joint_hangs_is_sent(
    walking: WalkingParameters,
) -> None:
    assert offset_after(walking, hangs=2.0, change=-1.0) == pytest.approx(-1.0)


def tipped(pitch: float, com_forward: float = 0.002, **changes: object) -> RobotState:
    return robot_state(
        support=support(Side.RIGHT),
        positions=STANCE,
        pitch=math.radians(pitch),
        com=(com_forward, 0.0, 0.035),
        **SOLES,
        **changes,
    )


def controlled(
    nao: RobotModel, walking: WalkingParameters, state: RobotState, change: float, joint: int
) -> float:
    """Return the change sent for a change that was not planned before, deg."""
    control = JointSpeedControl(walking.joint_speed, nao.dimensions)
    walk = seen(a_step(Side.LEFT), executed=STANCE)
    control.joints(list(STANCE), walk)
    control.update(state, walk)
    joints = list(STANCE)
    joints[joint] += change * DEG
    control.joints(joints, walk)
    return (joints[joint] - STANCE[joint]) / DEG


def test_an_undisturbed_joint_moves_as_planned(nao: RobotModel, walking: WalkingParameters) -> None:
    for change in (-3.0, 3.0):
        for joint in SUPPORT:
            if joint not in (SUPPORT.hip_roll, SUPPORT.ankle_roll):
                sent = controlled(nao, walking, tipped(0.0), change, joint)
                assert sent == pytest.approx(change)


def test_over_its_toes_a_support_joint_moves_forward_only_slowly(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    over = tipped(15.0)
    assert controlled(nao, walking, over, -3.0, SUPPORT.ankle_pitch) == pytest.approx(-0.5)
    assert controlled(nao, walking, over, -3.0, SUPPORT.knee_pitch) == pytest.approx(-0.2)
    assert controlled(nao, walking, over, 3.0, SUPPORT.ankle_pitch) == pytest.approx(3.0)


def test_over_its_heels_a_support_joint_moves_backward_only_slowly(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    over = tipped(-13.0)
    assert controlled(nao, walking, over, 3.0, SUPPORT.ankle_pitch) == pytest.approx(0.5)
    assert controlled(nao, walking, over, -3.0, SUPPORT.ankle_pitch) == pytest.approx(-3.0)


def test_joints_that_lag_are_held_before_the_robot_is_over_its_toes(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    lagging = list(STANCE)
    lagging[SUPPORT.ankle_pitch] -= 7.0 * DEG
    state = replace(tipped(0.0), positions=tuple(lagging))
    assert controlled(nao, walking, state, -3.0, SUPPORT.hip_pitch) == pytest.approx(-0.5)


def test_the_swing_leg_is_never_held_back_in_a_forward_fall(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    assert controlled(nao, walking, tipped(15.0), -3.0, SWING.hip_pitch) == pytest.approx(-3.0)


@pytest.mark.parametrize("name", ["joint_resets", "play_offset", "knee_hip"])
def test_an_active_decision_changes_the_commands_of_the_engine(
    name: str, nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    ways = []
    for active in (False, True):
        parameters = replace(walking, **{name: replace(getattr(walking, name), active=active)})
        engine = WalkingEngine(nao, parameters, profile)
        engine.gyros.pitch_rate = 0.5
        last, _ = make_step(engine, forward(0.2), standing_command(engine), StepKind.STARTING)
        late = replace(on(Side.RIGHT), positions=engine.placement.stance_joints)
        engine.begin_step(StepKind.STEPPING, forward(0.2), late, last)
        for _ in range(8):
            engine.update(tipped(16.0))
            last = engine.command()
        ways.append(last.positions)
    assert max(abs(a - b) for a, b in zip(*ways, strict=True)) > 0.1 * DEG
    assert ways[0][Joint.HEAD_YAW] == ways[1][Joint.HEAD_YAW]
