"""Joint play offset: its filter, the share held back per joint, and its reset."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import JOINT_COUNT
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.play_offset import JointPlayOffset, PlannedJoints
from tests.fakes import NAO, robot_state
from tests.motions.walking.stepper import a_step, seen

ZERO = (0.0,) * JOINT_COUNT
HANGS = (0.02,) * JOINT_COUNT


@pytest.fixture
def offset(walking: WalkingParameters) -> JointPlayOffset:
    parameters = replace(
        walking.play_offset,
        active=True,
        hip_pitch=0.3,
        ankle_pitch=0.4,
        other=0.5,
        filter_slow=0.25,
        filter_fast=0.5,
    )
    return JointPlayOffset(parameters, NAO)


def hang(offset: JointPlayOffset, cycles: int) -> None:
    """Let all joints hang off a zero request; the first frame has no predecessor to compare."""
    for _ in range(cycles + 1):
        offset.update(robot_state(positions=HANGS), seen(executed=ZERO))


def test_the_joint_error_is_filtered_slowly_at_first_and_fast_in_a_trend(
    offset: JointPlayOffset,
) -> None:
    knee, arm = NAO.legs[Side.LEFT].knee_pitch, NAO.arms[Side.LEFT][0]
    hang(offset, 0)
    assert offset.missed == [0.0] * JOINT_COUNT
    hang(offset, 1)
    first = 0.25 * 0.02
    # With the first frame `hang` has made two cycles, the second one in the same direction.
    assert offset.missed[knee] == pytest.approx(first + 0.5 * (0.02 - first))
    assert offset.missed[arm] == 0.0
    before = offset.missed[knee]
    offset.update(robot_state(positions=HANGS), seen(executed=(0.03,) * JOINT_COUNT))
    assert offset.missed[knee] == pytest.approx(before + 0.25 * (-0.01 - before))


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize(("share", "grown"), [(0.5, 0.5), (2.0, 1.0)])
def test_each_joint_of_the_support_leg_holds_its_share_back_and_hip_yaw_and_roll_grow(
    offset: JointPlayOffset, swing: Side, share: float, grown: float
) -> None:
    hang(offset, 60)
    walk = seen(a_step(swing, share=share), planned=ZERO)
    offset.joints(list(ZERO), walk)
    walk.planned = (0.01,) * JOINT_COUNT
    joints = [0.01] * JOINT_COUNT
    offset.joints(joints, walk)
    leg = NAO.legs[swing.other]
    kept = dict.fromkeys(range(JOINT_COUNT), 0.0) | {
        leg.hip_yaw: 0.5 * grown,
        leg.hip_roll: 0.5 * grown,
        leg.hip_pitch: 0.3,
        leg.knee_pitch: 0.5,
        leg.ankle_pitch: 0.4,
        leg.ankle_roll: 0.5,
    }
    for joint, part in kept.items():
        assert joints[joint] == pytest.approx(0.01 * (1.0 - part))
    assert offset.kept == pytest.approx(0.01 * sum(kept.values()))
    offset.joints([0.01] * JOINT_COUNT, walk)
    assert offset.kept == 0.0, "a constant request is sent in full"


def test_a_reset_clears_the_errors_and_the_last_frame(offset: JointPlayOffset) -> None:
    assert offset.kept == 0.0
    hang(offset, 20)
    walk = seen(planned=ZERO)
    offset.joints(list(ZERO), walk)
    walk.planned = (0.01,) * JOINT_COUNT
    offset.joints([0.01] * JOINT_COUNT, walk)
    assert offset.kept > 0.0
    offset.reset()
    assert offset.kept == 0.0 and offset.missed == [0.0] * JOINT_COUNT
    hang(offset, 0)
    assert offset.missed == [0.0] * JOINT_COUNT, "there is no earlier frame to compare"
    joints = [0.02] * JOINT_COUNT
    offset.joints(joints, walk)
    assert joints == [0.02] * JOINT_COUNT


def test_planned_joints_are_copied(walking: WalkingParameters) -> None:
    walk, joints = seen(), [0.1] * JOINT_COUNT
    PlannedJoints(walking.play_offset).joints(joints, walk)
    joints[0] = 9.0
    assert walk.planned == (0.1,) * JOINT_COUNT
