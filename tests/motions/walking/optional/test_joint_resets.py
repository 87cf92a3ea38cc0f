"""Start angles of a step: each joint of either leg, both directions, and the limit."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import JOINT_COUNT, Joint
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.joint_resets import JointResetParameters, reset_joints
from tests.fakes import NAO

ZERO = (0.0,) * JOINT_COUNT


@pytest.fixture
def parameters(walking: WalkingParameters) -> JointResetParameters:
    return replace(walking.joint_resets, active=True, full=0.01, max_difference=0.05)


def begun(parameters: JointResetParameters, way: float, swing: Side) -> dict[int, float]:
    """Return the joints that start elsewhere if all are ahead of a request further on by `way`."""
    measured, planned = (way,) * JOINT_COUNT, (2.0 * way,) * JOINT_COUNT
    found = reset_joints(parameters, ZERO, measured, planned, NAO.legs, swing)
    return {joint: angle for joint, angle in enumerate(found) if angle}


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize("way", [0.03, -0.03, 0.2, -0.2])
def test_all_joints_start_where_they_are_except_the_swing_knee_and_those_that_carry(
    parameters: JointResetParameters, way: float, swing: Side
) -> None:
    leg, support = NAO.legs[swing], NAO.legs[swing.other]
    free = {leg.hip_yaw, leg.hip_roll, leg.hip_pitch, leg.ankle_pitch, leg.ankle_roll}
    free |= {support.hip_roll, support.hip_pitch}
    if way > 0.0:
        free.add(support.ankle_pitch)  # toes that are pulled up drop the robot forward
    angle = max(-0.05, min(way, 0.05))
    assert begun(parameters, way, swing) == pytest.approx(dict.fromkeys(free, angle))


def test_a_request_that_is_met_is_kept(parameters: JointResetParameters) -> None:
    requested = tuple(0.01 * joint for joint in range(JOINT_COUNT))
    found = reset_joints(parameters, requested, requested, ZERO, NAO.legs, Side.LEFT)
    assert found == list(requested)
    assert found[Joint.HEAD_PITCH] == requested[Joint.HEAD_PITCH]
