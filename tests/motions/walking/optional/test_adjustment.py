"""Step adjustment, on hand-made states: speeds, tolerance, reach, holding and slower steps."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import rotation_from_rpy
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.optional.adjustment import StepAdjustment
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.reach import Reach
from motions.walking.step import StepKind
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step, forward, on, seen, standing_command, term

MM = 1e-3
REACH = Reach(0.125, 0.1, 0.15, 0.072, 0.029)
FLAT = rotation_from_rpy(0.0, 0.0, 0.0)


@pytest.fixture
def adjustment(nao: RobotModel, walking: WalkingParameters) -> StepAdjustment:
    return StepAdjustment(walking.adjustment, walking.stance, nao.dimensions.sole, REACH)


def standing_at(com: float, *, contact: bool = True, swing_pressure: bool = False) -> RobotState:
    """Return an upright robot on its right foot, its centre of mass `com` ahead of the soles."""
    return robot_state(
        com=(com - 0.012, 0.0, 0.035),
        **SOLES,
        support=support(Side.RIGHT, left_pressure=swing_pressure),
        contact=contact,
    )


def cycle(
    adjustment: StepAdjustment, state: RobotState, share: float = 0.1, swing: float = 0.0
) -> FeetOffsets:
    """Run one cycle with feet planned side by side, or the left one at `swing`."""
    running = a_step(share=share)
    adjustment.update(state, seen(running))
    feet = FeetOffsets(FootOffset(forward=swing), FootOffset())
    adjustment.feet(feet, seen(running))
    return feet


def pushed_back(adjustment: StepAdjustment, cycles: int, *, share: float = 0.1) -> None:
    """Fall backward for some cycles and recover: the filtered centre of mass is cleared."""
    for _ in range(cycles):
        cycle(adjustment, standing_at(-0.2), share)
    adjustment.com = 0.0


@pytest.mark.parametrize("com_mm", [-12.4, 0.0, 39.9])
def test_a_centre_of_mass_within_the_tolerance_moves_no_foot(
    adjustment: StepAdjustment, com_mm: float
) -> None:
    feet = cycle(adjustment, standing_at(com_mm * MM))
    assert feet.left.forward == feet.right.forward == 0.0


@pytest.mark.parametrize(("com_mm", "excess_mm"), [(-13.5, -1.0), (41.0, 1.0)])
def test_the_tolerance_reaches_from_12_mm_behind_to_40_mm_ahead_of_the_soles_origin(
    adjustment: StepAdjustment, com_mm: float, excess_mm: float
) -> None:
    feet = cycle(adjustment, standing_at(com_mm * MM))
    assert adjustment.excess == pytest.approx(excess_mm * MM, abs=1e-9)
    assert feet.left.forward == pytest.approx(excess_mm * MM, abs=1e-9)
    assert feet.right.forward == pytest.approx(-0.5 * excess_mm * MM, abs=1e-9)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_a_fall_moves_the_swing_foot_at_the_sum_of_adjusting_and_returning_speed(
    adjustment: StepAdjustment, direction: float
) -> None:
    feet = cycle(adjustment, standing_at(0.2 * direction))
    assert feet.left.forward == pytest.approx(direction * 200 * MM * 0.012)


def test_an_adjustment_returns_at_200_mm_per_s(adjustment: StepAdjustment) -> None:
    pushed_back(adjustment, 4)
    begun = adjustment.swing
    for count in range(1, 4):
        cycle(adjustment, standing_at(0.0))
        assert adjustment.swing - begun == pytest.approx(count * 200 * MM * 0.012)


def test_a_plan_that_moves_forward_hides_a_faster_return(adjustment: StepAdjustment) -> None:
    pushed_back(adjustment, 6)
    begun = adjustment.swing
    cycle(adjustment, standing_at(0.0), swing=3 * MM)
    assert adjustment.swing - begun == pytest.approx((2.4 + 3.0) * MM)


def test_a_returned_adjustment_is_exactly_zero(adjustment: StepAdjustment) -> None:
    pushed_back(adjustment, 3)
    for _ in range(8):
        cycle(adjustment, standing_at(0.0))
    assert adjustment.swing == adjustment.support == 0.0


def test_the_support_foot_moves_half_as_far_in_the_opposite_direction(
    adjustment: StepAdjustment,
) -> None:
    pushed_back(adjustment, 5)
    assert adjustment.support == pytest.approx(-0.5 * adjustment.swing)


@pytest.mark.parametrize(("com", "end_mm"), [(0.3, 62.5), (-0.3, -50.0)])
def test_the_swing_foot_stays_within_half_the_longest_step(
    adjustment: StepAdjustment, com: float, end_mm: float
) -> None:
    for _ in range(80):
        feet = cycle(adjustment, standing_at(com))
    assert feet.left.forward == pytest.approx(end_mm * MM)


def test_feet_that_are_wide_apart_reach_less_far(adjustment: StepAdjustment) -> None:
    walk = seen(a_step(share=0.1))
    for _ in range(80):
        adjustment.update(standing_at(0.3), walk)
        feet = FeetOffsets(FootOffset(side=0.15), FootOffset())
        adjustment.feet(feet, walk)
    assert feet.left.forward == pytest.approx(0.5 * REACH.forward_at_side)


def test_a_swing_foot_on_the_ground_is_held_after_a_fifth_of_the_step(
    adjustment: StepAdjustment,
) -> None:
    pushed_back(adjustment, 4)
    held = adjustment.swing
    cycle(adjustment, standing_at(0.0, swing_pressure=True), 0.25)
    cycle(adjustment, standing_at(-0.2, swing_pressure=True), 0.3)
    assert adjustment.swing == held
    assert adjustment.support == pytest.approx(-0.5 * held)


def test_a_robot_in_the_air_holds_its_feet(adjustment: StepAdjustment) -> None:
    pushed_back(adjustment, 4)
    held = adjustment.swing
    for _ in range(20):
        cycle(adjustment, standing_at(-0.2, contact=False))
    assert adjustment.swing == held
    assert adjustment.com == 0.0


@pytest.mark.parametrize(
    ("share", "mm_per_s"), [(0.9, 150.0), (1.0, 150.0), (1.175, 95.0), (1.35, 40.0), (2.0, 40.0)]
)
def test_a_late_step_is_adjusted_more_slowly(
    adjustment: StepAdjustment, share: float, mm_per_s: float
) -> None:
    cycle(adjustment, standing_at(0.0))
    assert adjustment.speeds(share, 0.012)[1] == pytest.approx(mm_per_s * MM * 0.012)


def settle_and_fall_again(adjustment: StepAdjustment, share: float, cycles: int) -> bool:
    """Let an adjustment decay for three cycles; return whether another fall increases it."""
    adjustment.reset()
    pushed_back(adjustment, 12)
    for com in (-0.040, -0.037, -0.034, -0.031):
        cycle(adjustment, standing_at(com), share)
    settled = adjustment.swing
    assert settled < 0.0
    for _ in range(cycles):
        cycle(adjustment, standing_at(-0.1), share)
    return adjustment.swing < settled


def test_after_three_cycles_of_decay_a_landing_foot_does_not_react_for_three_cycles(
    adjustment: StepAdjustment,
) -> None:
    reactions = [settle_and_fall_again(adjustment, 0.6, again) for again in (1, 2, 3)]
    assert reactions == [False, False, True]


def test_before_the_landing_a_foot_reacts_at_once(adjustment: StepAdjustment) -> None:
    assert settle_and_fall_again(adjustment, 0.3, 1)


def test_the_first_reaction_is_unfiltered_and_later_ones_are_filtered(
    adjustment: StepAdjustment,
) -> None:
    cycle(adjustment, standing_at(0.1))
    assert adjustment.com == pytest.approx(0.1 - 0.012)
    cycle(adjustment, standing_at(0.1))
    cycle(adjustment, standing_at(0.2))
    assert adjustment.com == pytest.approx(0.7 * 0.088 + 0.3 * 0.188)


def test_the_tolerance_never_leaves_the_sole_of_the_swing_foot(adjustment: StepAdjustment) -> None:
    assert adjustment.tolerance(0.0, 0.0) == pytest.approx((-12.5 * MM, 40 * MM, 0.0))
    assert adjustment.tolerance(60 * MM, 0.0) == pytest.approx((10 * MM, 100 * MM, 22.5 * MM))
    assert adjustment.tolerance(-80 * MM, 0.0) == pytest.approx((-92.5 * MM, 20 * MM, -20 * MM))


def unstable(adjustment: StepAdjustment, com: float, time: float) -> float:
    """Make a step with a large adjustment; return the speed factor of the next step."""
    adjustment.begin(standing_at(0.0), seen(a_step(share=0.1)))
    for _ in range(12):
        cycle(adjustment, standing_at(com))
    adjustment.request(forward(0.1), robot_state(time=time))
    return adjustment.speed_reduction.speed_factor


def test_one_large_adjustment_forward_slows_the_next_four_steps_down(
    adjustment: StepAdjustment,
) -> None:
    factors = [unstable(adjustment, 0.2, 1.0)]
    for number in range(4):
        adjustment.begin(standing_at(0.0), seen(a_step(share=0.1)))
        adjustment.request(forward(0.1), robot_state(time=1.25 + 0.25 * number))
        factors.append(adjustment.speed_reduction.speed_factor)
    assert factors == [0.7, 0.7, 0.7, 0.7, 1.0]


@pytest.mark.parametrize(("pause", "factor"), [(1.9, 0.7), (2.1, 1.0)])
def test_two_large_adjustments_backward_within_two_seconds_slow_the_walk_down(
    adjustment: StepAdjustment, pause: float, factor: float
) -> None:
    assert unstable(adjustment, -0.2, 1.0) == 1.0
    assert unstable(adjustment, -0.2, 1.0 + pause) == factor


def engine_with(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, *, active: bool
) -> WalkingEngine:
    chosen = replace(
        walking,
        capture=replace(walking.capture, active=False),
        adjustment=replace(walking.adjustment, active=active),
        slow_when_worn=replace(walking.slow_when_worn, active=False),
    )
    return WalkingEngine(nao, chosen, profile)


def test_the_engine_adjusts_the_feet_and_starts_the_next_step_there(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    engine = engine_with(nao, walking, profile, active=True)
    state = replace(on(Side.RIGHT), com=(-0.15, 0.0, 0.035))
    engine.begin_step(StepKind.STEPPING, forward(1e-6), state, standing_command(engine))
    for _ in range(8):
        last = engine.command()
        engine.update(state)
    assert engine.running is not None
    swing = engine.running.swing
    adjustment = term(engine, StepAdjustment)
    assert adjustment.swing < -0.01
    engine.begin_step(StepKind.STEPPING, forward(1e-6), state, last)
    start = engine.running.start.left if swing is Side.LEFT else engine.running.start.right
    assert start.forward < -0.01
    assert adjustment.swing == adjustment.support == 0.0


def test_capture_and_adjustment_exclude_each_other(walking: WalkingParameters) -> None:
    with pytest.raises(ValueError, match="capture and adjustment are both active"):
        replace(
            walking,
            capture=replace(walking.capture, active=True),
            adjustment=replace(walking.adjustment, active=True),
        )


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_before_the_landing_a_foot_far_from_the_support_foot_returns_at_once(
    adjustment: StepAdjustment, direction: float
) -> None:
    """In one cycle by two thirds of the distance to the support foot, but not beyond its plan."""
    for _ in range(5):
        cycle(adjustment, standing_at(0.2 * direction))
    adjustment.com = 0.0
    away, to_support = adjustment.swing, adjustment.support - adjustment.swing
    assert abs(to_support / 1.5) > 0.9 * abs(away)
    cycle(adjustment, standing_at(0.0), 0.6)
    assert adjustment.swing == pytest.approx(max(away + to_support / 1.5, 0.0, key=abs), abs=1e-12)


@pytest.mark.parametrize("tilt", [0.3, -0.3])
@pytest.mark.parametrize("com", [0.4, -0.4])
def test_an_intentional_tilt_of_the_torso_turns_the_tolerance_about_the_hips(
    adjustment: StepAdjustment, walking: WalkingParameters, tilt: float, com: float
) -> None:
    """NumPy turns the end of the tolerance, at hip height below the hips, back with the tilt."""
    walk = seen(a_step(share=0.1), tilt=tilt)
    adjustment.update(standing_at(com + 0.012), walk)
    adjustment.feet(FeetOffsets(FootOffset(), FootOffset()), walk)
    back = np.array([[math.cos(tilt), math.sin(tilt)], [-math.sin(tilt), math.cos(tilt)]])
    forward = walking.stance.torso_forward
    end = (0.04 if com > 0.0 else -0.0125) - forward
    turned = (back @ (end, -walking.stance.hip_height))[0]
    assert adjustment.excess == pytest.approx(com - turned)


def test_a_swing_foot_with_pressure_early_in_the_step_is_still_adjusted(
    adjustment: StepAdjustment,
) -> None:
    cycle(adjustment, standing_at(-0.2, swing_pressure=True), 0.15)
    assert adjustment.swing < 0.0


def test_a_settled_landing_foot_stays_in_place_while_its_plan_moves_on(
    adjustment: StepAdjustment,
) -> None:
    """Another fall backward may hold the foot there, but not move it further back."""
    pushed_back(adjustment, 12)
    for com in (-0.040, -0.037, -0.034, -0.031):
        feet = cycle(adjustment, standing_at(com), 0.6)
    before = feet.left.forward
    assert before < -2 * MM
    assert cycle(adjustment, standing_at(-0.2), 0.6, swing=1 * MM).left.forward == before
