"""Strong knee and hip balance: armed by a disturbance, released when the torso swings back."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.knee_hip_rescue import KneeHipRescue
from motions.walking.step import Step
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step, seen

FAST = math.radians(60.0)


def standing_over(ahead: float) -> RobotState:
    """Return a robot whose centre of mass is at a share of the sole length ahead of the heels."""
    return robot_state(
        support=support(Side.LEFT),
        com=(-0.012 - 0.05 + 0.15 * ahead, 0.0, 0.035),
        **SOLES,
    )


@pytest.fixture
def rescue(nao: RobotModel, walking: WalkingParameters) -> KneeHipRescue:
    return KneeHipRescue(walking.knee_hip_rescue, nao.dimensions)


def begin(rescue: KneeHipRescue, way: float) -> None:
    rescue.begin(standing_over(0.44), seen(a_step(Side.RIGHT, Step(way))))


def feel(
    rescue: KneeHipRescue, ahead: float, rate: float, caught: float = 0.0, late: bool = False
) -> float:
    """Run a cycle; return the angle of the support leg, deg."""
    step = a_step(Side.RIGHT, share=1.1 if late else 0.5)
    rescue.update(standing_over(ahead), seen(step, rate=rate, caught=caught))
    return math.degrees(rescue.angles[Side.LEFT])


def test_an_undisturbed_walk_is_not_changed(rescue: KneeHipRescue) -> None:
    assert feel(rescue, 0.44, FAST) == feel(rescue, 0.44, -FAST) == 0.0


def test_a_late_step_responds_only_to_a_forward_turn(rescue: KneeHipRescue) -> None:
    assert feel(rescue, 0.44, math.radians(30.0), late=True) == pytest.approx(1.5, abs=0.02)
    assert feel(rescue, 0.44, FAST, late=True) == pytest.approx(2.0)
    assert feel(rescue, 0.42, -FAST, late=True) == 0.0


def test_tipping_over_the_heels_arms_the_rescue_for_four_steps(rescue: KneeHipRescue) -> None:
    feel(rescue, 0.1, 0.0)
    for _ in range(3):
        begin(rescue, 0.0)
        assert feel(rescue, 0.44, math.radians(15.0)) > 0.5
    begin(rescue, 0.0)
    assert feel(rescue, 0.44, FAST) == 0.0


def test_standing_on_the_toes_arms_the_rescue_against_a_backward_turn(
    rescue: KneeHipRescue,
) -> None:
    feel(rescue, 0.8, 0.0)
    assert feel(rescue, 0.42, -FAST) == pytest.approx(-2.0)


def test_the_rescue_is_released_when_the_torso_swings_back(rescue: KneeHipRescue) -> None:
    feel(rescue, 0.44, 0.0, caught=0.02)
    assert feel(rescue, 0.44, FAST) > 1.0
    feel(rescue, 0.44, -FAST)
    assert feel(rescue, 0.44, FAST) == 0.0


def test_shrinking_steps_arm_the_rescue_for_one_or_two_steps(rescue: KneeHipRescue) -> None:
    for drop, steps in ((0.015, 0), (0.025, 1), (0.045, 2), (0.09, 2)):
        rescue.reset()
        begin(rescue, 0.06)
        begin(rescue, 0.06 - drop)
        assert rescue.forward_steps == steps


def test_the_rescue_fades_before_the_centre_of_mass_leaves_the_safe_part_of_the_sole(
    rescue: KneeHipRescue,
) -> None:
    assert 0.0 < feel(rescue, 0.3, FAST, late=True) < 1.0
    assert feel(rescue, 0.24, FAST, late=True) == 0.0


def test_the_former_support_leg_returns_gradually(
    rescue: KneeHipRescue, walking: WalkingParameters
) -> None:
    feel(rescue, 0.44, FAST, late=True)
    rescue.update(standing_over(0.44), seen(a_step(Side.LEFT)))
    left = rescue.angles[Side.LEFT]
    assert math.degrees(left) == pytest.approx(2.0 - 0.012 * 40.0)
    joints = [0.0] * 25
    rescue.joints(joints, seen())
    assert joints[Joint.L_HIP_PITCH] == joints[Joint.L_KNEE_PITCH] == left


def test_in_the_air_the_angle_is_zero(rescue: KneeHipRescue) -> None:
    feel(rescue, 0.44, FAST, late=True)
    in_air = replace(standing_over(0.44), contact=False)
    rescue.update(in_air, seen(a_step(Side.RIGHT, share=1.1), rate=FAST))
    assert rescue.angles[Side.LEFT] == 0.0


def test_standing_on_the_toes_keeps_the_rescue_armed_for_four_steps(rescue: KneeHipRescue) -> None:
    feel(rescue, 0.8, 0.0)
    for _ in range(3):
        begin(rescue, 0.0)
        assert feel(rescue, 0.42, math.radians(-15.0)) < -0.5
    begin(rescue, 0.0)
    assert feel(rescue, 0.42, -FAST) == 0.0


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_the_rescue_is_released_only_by_a_turn_back_after_a_turn(
    rescue: KneeHipRescue, direction: float
) -> None:
    """The torso must first turn in the armed direction; a slow turn back is not enough."""
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


def test_a_reset_disarms_the_rescue_and_clears_both_legs(
    rescue: KneeHipRescue,
) -> None:
    assert rescue.angles == {Side.LEFT: 0.0, Side.RIGHT: 0.0}
    feel(rescue, 0.1, 0.0)
    feel(rescue, 0.44, FAST)
    rescue.angles[Side.RIGHT] = 0.01
    begin(rescue, 0.06)
    rescue.reset()
    assert rescue.angles == {Side.LEFT: 0.0, Side.RIGHT: 0.0}
    assert feel(rescue, 0.44, FAST) == 0.0
    begin(rescue, 0.0)
    assert rescue.forward_steps == 0
