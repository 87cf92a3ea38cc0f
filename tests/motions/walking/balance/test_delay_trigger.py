"""A step waits while its swing leg still carries the robot."""

from dataclasses import replace

import pytest

from hardware.nao import Nao, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import RobotState
from motions.walking.balance.delay_trigger import delay_share
from motions.walking.configuration import WalkingParameters
from tests.fakes import robot_state

FLAT = rotation_from_rpy(0.0, 0.0, 0.0)


def standing(com_left: float, roll_rate: float = 0.0) -> RobotState:
    """Return a robot whose centre of mass is that far left of the middle between its feet."""
    return robot_state(
        left_sole=Pose3(0.0, 0.05, -0.23, FLAT),
        right_sole=Pose3(0.0, -0.05, -0.23, FLAT),
        com=(0.0, com_left, 0.035),
        gyro=(roll_rate, 0.0, 0.0),
    )


def test_a_step_begins_at_once_when_the_weight_is_over_the_new_support(
    nao: Nao, walking: WalkingParameters
) -> None:
    state = standing(-0.03)
    assert (
        delay_share(walking.delay_trigger, walking.pendulum, state, Side.LEFT, nao.dimensions)
        == 0.0
    )


@pytest.mark.parametrize("swing", [Side.LEFT, Side.RIGHT])
def test_a_step_waits_when_the_robot_falls_towards_its_swing_foot(
    nao: Nao, walking: WalkingParameters, swing: Side
) -> None:
    state = standing(swing.sign * 0.03, -swing.sign * 1.0)
    assert delay_share(walking.delay_trigger, walking.pendulum, state, swing, nao.dimensions) == 1.0
    assert (
        delay_share(walking.delay_trigger, walking.pendulum, state, swing.other, nao.dimensions)
        == 0.0
    )


def test_a_step_need_not_wait_when_the_robot_is_swinging_back(
    nao: Nao, walking: WalkingParameters
) -> None:
    """Just as far towards the swing foot, but rolling away from it."""
    threshold = replace(walking.delay_trigger, soon=-1.0)
    leaning = standing(0.002)
    returning = standing(0.002, 2.0)
    assert delay_share(threshold, walking.pendulum, leaning, Side.LEFT, nao.dimensions) > 0.0
    assert delay_share(threshold, walking.pendulum, returning, Side.LEFT, nao.dimensions) == 0.0


def test_the_further_the_weight_the_more_the_leg_is_stretched(
    nao: Nao, walking: WalkingParameters
) -> None:
    trigger = replace(walking.delay_trigger, turning=-1.0, stretch=(0.0, 1.0))
    shares = [
        delay_share(trigger, walking.pendulum, standing(0.005 * step), Side.LEFT, nao.dimensions)
        for step in range(8)
    ]
    assert shares == sorted(shares)
    assert 0.0 < shares[0] < shares[-1] < 1.0
