"""Joints that report no motion although they are commanded to move, and their effect."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from motions.walking.configuration import WalkingParameters
from motions.walking.joints.still_joints import StillJoints


def walked(
    still: StillJoints, nao: RobotModel, shares: dict[int, float], *, swing: float, cycles: int
) -> None:
    """Swing all leg joints, rad to either side; the measured motion is a share of it."""
    for cycle in range(cycles):
        angle = swing * math.sin(2.0 * math.pi * cycle / 42)
        told = [0.0] * len(nao.names)
        measured = list(told)
        for joint in nao.leg_joints:
            told[joint] = angle
            measured[joint] = shares.get(joint, 0.9) * angle
        still.update(measured, told)


@pytest.fixture
def still(walking: WalkingParameters, nao: RobotModel) -> StillJoints:
    return StillJoints(walking.still_joints, nao)


def test_a_motionless_joint_is_named_within_two_seconds_and_cleared_when_it_moves(
    still: StillJoints, nao: RobotModel
) -> None:
    hip = nao.legs[Side.LEFT].hip_pitch
    walked(still, nao, {hip: 0.0}, swing=0.15, cycles=168)
    assert still.joints == (hip,)
    assert still.said == "l_hip_pitch: no measured motion although commanded"
    assert still.share == 0.5
    walked(still, nao, {}, swing=0.15, cycles=84)
    assert still.joints == () and still.said == "" and still.share == 1.0


def test_soft_joints_and_joints_with_small_commands_do_not_count_as_still(
    still: StillJoints, nao: RobotModel
) -> None:
    hip = nao.legs[Side.LEFT].hip_pitch
    walked(still, nao, {hip: 0.1}, swing=0.15, cycles=168)
    assert still.joints == ()
    walked(still, nao, {hip: 0.0}, swing=math.radians(2.4), cycles=168)
    assert still.joints == ()


def test_switched_off_no_joint_counts_as_still(walking: WalkingParameters, nao: RobotModel) -> None:
    off = StillJoints(replace(walking.still_joints, active=False), nao)
    walked(off, nao, dict.fromkeys(nao.leg_joints, 0.0), swing=0.15, cycles=168)
    assert off.joints == ()
