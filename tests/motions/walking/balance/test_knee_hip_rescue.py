"""Strong knee and hip balance: armed by a disturbance, released by the answer to it."""

import math
from dataclasses import replace

import pytest

from hardware.nao import Joint, Nao, Side
from motions.perception.state import RobotState
from motions.walking.balance.knee_hip_rescue import KneeHipRescueBalance
from motions.walking.configuration import WalkingParameters
from tests.fakes import SOLES, robot_state, support

FAST = math.radians(60.0)


def standing_over(ahead: float) -> RobotState:
    """Return a robot whose centre of mass is this share of the soles' length ahead of the heels."""
    return robot_state(
        support=support(Side.LEFT),
        com=(-0.012 - 0.05 + 0.15 * ahead, 0.0, 0.035),
        **SOLES,
    )


@pytest.fixture
def rescue(nao: Nao, walking: WalkingParameters) -> KneeHipRescueBalance:
    return KneeHipRescueBalance(walking.knee_hip_rescue, nao.dimensions)


def feel(
    rescue: KneeHipRescueBalance, ahead: float, rate: float, caught: float = 0.0, late: bool = False
) -> float:
    """Return the support leg's angle after a cycle, deg."""
    rescue.update(standing_over(ahead), Side.LEFT, rate, caught=caught, late=late)
    return math.degrees(rescue.angles[Side.LEFT])


def test_an_undisturbed_walk_is_left_alone(rescue: KneeHipRescueBalance) -> None:
    assert feel(rescue, 0.44, FAST) == feel(rescue, 0.44, -FAST) == 0.0


def test_a_late_step_answers_a_turn_forward_only(rescue: KneeHipRescueBalance) -> None:
    assert feel(rescue, 0.44, math.radians(30.0), late=True) == pytest.approx(1.5, abs=0.02)
    assert feel(rescue, 0.44, FAST, late=True) == pytest.approx(2.0)
    assert feel(rescue, 0.42, -FAST, late=True) == 0.0


def test_tipping_over_the_heels_arms_it_for_four_steps(rescue: KneeHipRescueBalance) -> None:
    feel(rescue, 0.1, 0.0)
    for _ in range(3):
        rescue.begin(0.0)
        assert feel(rescue, 0.44, math.radians(15.0)) > 0.5
    rescue.begin(0.0)
    assert feel(rescue, 0.44, FAST) == 0.0


def test_standing_on_the_toes_arms_it_against_a_turn_backward(rescue: KneeHipRescueBalance) -> None:
    feel(rescue, 0.8, 0.0)
    assert feel(rescue, 0.42, -FAST) == pytest.approx(-2.0)


def test_it_is_released_when_the_torso_swings_back(rescue: KneeHipRescueBalance) -> None:
    feel(rescue, 0.44, 0.0, caught=0.02)
    assert feel(rescue, 0.44, FAST) > 1.0
    feel(rescue, 0.44, -FAST)
    assert feel(rescue, 0.44, FAST) == 0.0


def test_steps_that_shrink_arm_it_for_one_or_two_steps(rescue: KneeHipRescueBalance) -> None:
    for drop, steps in ((0.015, 0), (0.025, 1), (0.045, 2), (0.09, 2)):
        rescue.reset()
        rescue.begin(0.06)
        rescue.begin(0.06 - drop)
        assert rescue.forward_steps == steps


def test_it_stops_before_the_centre_of_mass_leaves_the_safe_part_of_the_sole(
    rescue: KneeHipRescueBalance,
) -> None:
    assert 0.0 < feel(rescue, 0.3, FAST, late=True) < 1.0
    assert feel(rescue, 0.24, FAST, late=True) == 0.0


def test_the_former_support_leg_lets_go_gradually(
    rescue: KneeHipRescueBalance, walking: WalkingParameters
) -> None:
    feel(rescue, 0.44, FAST, late=True)
    rescue.update(standing_over(0.44), Side.RIGHT, 0.0, caught=0.0, late=False)
    left = rescue.angles[Side.LEFT]
    assert math.degrees(left) == pytest.approx(2.0 - 0.012 * 40.0)
    joints = [0.0] * 25
    rescue.apply(joints)
    assert joints[Joint.L_HIP_PITCH] == joints[Joint.L_KNEE_PITCH] == left


def test_in_the_air_there_is_nothing_to_press_against(rescue: KneeHipRescueBalance) -> None:
    feel(rescue, 0.44, FAST, late=True)
    in_air = replace(standing_over(0.44), contact=False)
    rescue.update(in_air, Side.LEFT, FAST, caught=0.0, late=True)
    assert rescue.angles[Side.LEFT] == 0.0


def test_standing_on_the_toes_stays_answered_for_four_steps(rescue: KneeHipRescueBalance) -> None:
    feel(rescue, 0.8, 0.0)
    for _ in range(3):
        rescue.begin(0.0)
        assert feel(rescue, 0.42, math.radians(-15.0)) < -0.5
    rescue.begin(0.0)
    assert feel(rescue, 0.42, -FAST) == 0.0


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_only_a_torso_that_has_turned_and_turns_back_releases_it(
    rescue: KneeHipRescueBalance, direction: float
) -> None:
    """Turning the answered way first is what it waits for; a slow turn back is not enough."""
    arming, middle = (0.1, 0.44) if direction > 0.0 else (0.8, 0.42)
    slow = 0.5 * math.radians(10.0)

    def armed() -> int:
        return rescue.forward_steps if direction > 0.0 else rescue.backward_steps

    feel(rescue, arming, 0.0)
    feel(rescue, middle, -direction * FAST)
    assert armed() > 0
    feel(rescue, middle, direction * FAST)
    feel(rescue, middle, -direction * slow)
    assert armed() > 0
    feel(rescue, middle, -direction * FAST)
    assert armed() == 0


def test_a_reset_forgets_what_was_armed_and_lets_both_legs_go(
    rescue: KneeHipRescueBalance,
) -> None:
    assert rescue.angles == {Side.LEFT: 0.0, Side.RIGHT: 0.0}
    feel(rescue, 0.1, 0.0)
    feel(rescue, 0.44, FAST)
    rescue.angles[Side.RIGHT] = 0.01
    rescue.begin(0.06)
    rescue.reset()
    assert rescue.angles == {Side.LEFT: 0.0, Side.RIGHT: 0.0}
    assert feel(rescue, 0.44, FAST) == 0.0
    rescue.begin(0.0)
    assert rescue.forward_steps == 0
