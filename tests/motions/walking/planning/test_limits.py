"""Conversion of a speed into a step: ratchet, turns, slip and step length."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.limits import NoReachError, StepLimits
from motions.walking.planning.wear import Speeds
from motions.walking.step import Step

FAST = Speeds(forward=0.25, backward=0.15, side=0.20, turn=2.0)


@pytest.fixture
def limits(nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile) -> StepLimits:
    """Return limits of round numbers: steps of 0.25 s, a ratchet of 10 mm up and 30 mm down."""
    own = walking.limits
    ratchet = replace(own.ratchet, active=True, acceleration=0.01, deceleration=0.03)
    turn = replace(own.turn_first, active=True, no_forward_from=0.5, no_side_from=1.0)
    changed = replace(
        own,
        ratchet=ratchet,
        turn_first=turn,
        inside_turn_share=0.25,
        side_calibration=1.5,
        turn_calibration=0.5,
    )
    found = StepLimits(nao, replace(walking, limits=changed), profile)
    found.allow(FAST)
    return found


def walk(forward: float = 0.0, left: float = 0.0, turn: float = 0.0) -> MotionRequest:
    return MotionRequest(Motion.WALK, forward=forward, left=left, turn=turn)


@pytest.mark.parametrize(
    ("last", "asked", "step"),
    [
        (0.0, 0.25, 0.01),
        (0.0, -0.15, -0.01),
        (0.02, 0.25, 0.03),
        (0.02, 0.08, 0.02),
        (0.05, 0.0, 0.02),
        (0.02, -0.15, 0.0),
        (-0.02, -0.15, -0.03),
        (-0.035, 0.0, -0.005),
        (-0.02, 0.25, 0.0),
    ],
)
def test_steps_grow_slowly_shrink_quickly_and_stop_before_they_reverse(
    limits: StepLimits, last: float, asked: float, step: float
) -> None:
    assert limits.step(walk(asked), Side.LEFT, Step(last)).x == pytest.approx(step)


@pytest.mark.parametrize("asked", [0.25, -0.15, 0.9, -0.9])
def test_no_step_exceeds_the_fastest_allowed_speed(limits: StepLimits, asked: float) -> None:
    most = 0.25 * (FAST.forward if asked > 0.0 else FAST.backward)
    last = Step(math.copysign(most, asked))
    assert limits.step(walk(asked), Side.LEFT, last).x == pytest.approx(last.x)
    slower = replace(FAST, forward=0.20, backward=0.10)
    limits.allow(slower)
    most = 0.25 * (slower.forward if asked > 0.0 else slower.backward)
    assert limits.step(walk(asked), Side.LEFT, last).x == pytest.approx(math.copysign(most, asked))


@pytest.mark.parametrize("asked", [0.4, -0.4])
def test_no_step_exceeds_the_reach_of_the_legs_under_higher_hips(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, asked: float
) -> None:
    high = replace(walking, stance=replace(walking.stance, hip_height=0.243))
    limits = StepLimits(nao, high, replace(profile, forward=0.4, backward=0.4))
    reach = limits.reach.forward if asked > 0.0 else limits.reach.backward
    assert reach < 0.25 * abs(asked)
    for last in (Step(), Step(math.copysign(reach, asked))):
        assert abs(limits.step(walk(asked), Side.LEFT, last).x) <= reach


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize("left", [0.1, -0.1])
def test_the_leading_foot_makes_the_lateral_distance_of_two_steps_and_the_other_foot_none(
    limits: StepLimits, swing: Side, left: float
) -> None:
    outwards = left * swing.sign > 0.0
    found = limits.step(walk(left=left), swing, Step())
    assert found.y == pytest.approx(2.0 * 0.25 * left if outwards else 0.0)


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize("turn", [1.0, -1.0, 4.0, -4.0])
def test_the_outer_foot_makes_most_of_a_turn_and_both_feet_together_all_of_it(
    limits: StepLimits, swing: Side, turn: float
) -> None:
    whole = 2.0 * 0.25 * max(-FAST.turn, min(turn, FAST.turn))
    share = 0.75 if turn * swing.sign > 0.0 else 0.25
    assert limits.step(walk(turn=turn), swing, Step()).turn == pytest.approx(share * whole)


def test_a_turn_shortens_forward_steps_by_its_squared_share_and_lateral_steps_by_less(
    limits: StepLimits,
) -> None:
    """0.4 rad: 0.5 leave no forward step, and 1.0 leave no lateral step."""
    turning = walk(0.0, 0.0, 0.4 / (0.75 * 2.0 * 0.25))
    ahead = replace(turning, forward=0.25)
    # A request of full speed in two directions is scaled by the larger share: both are at most 1.
    found = limits.step(ahead, Side.LEFT, Step(0.0625))
    assert found.turn == pytest.approx(0.4)
    assert found.x == pytest.approx(max(0.0625 * (1.0 - 0.8**2), 0.0625 - 0.03))
    slow = limits.step(replace(turning, forward=0.05), Side.LEFT, Step(0.0125))
    assert slow.x == pytest.approx(0.0125)
    aside = limits.step(replace(turning, left=0.2), Side.LEFT, Step())
    assert aside.y == pytest.approx(0.1 * (1.0 - 0.4**2))


def test_slip_is_compensated_in_lateral_steps_and_turns_only(limits: StepLimits) -> None:
    found = limits.calibrated(Step(0.05, 0.02, 0.3))
    assert (found.x, found.y, found.turn) == pytest.approx((0.05, 0.03, 0.15))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_share_of_a_step_is_that_of_its_longest_direction(
    limits: StepLimits, sign: float
) -> None:
    reach = limits.reach
    assert limits.share(Step()) == 0.0
    assert limits.share(Step(0.5 * reach.forward, sign * 0.2 * reach.side)) == pytest.approx(0.5)
    assert limits.share(Step(-0.5 * reach.backward)) == pytest.approx(0.5)
    assert limits.share(Step(0.01, sign * 0.7 * reach.side, 0.1)) == pytest.approx(0.7)
    assert limits.share(Step(0.01, 0.0, sign * 0.9)) == pytest.approx(0.9)
    assert limits.share(Step(2.0 * reach.forward)) == 1.0


@pytest.mark.parametrize("swing", Side)
def test_a_request_in_two_directions_is_scaled_and_keeps_its_direction(
    limits: StepLimits, swing: Side
) -> None:
    """Twice the allowed forward speed halves the lateral distance too."""
    left = swing.sign * 0.2
    found = limits.step(walk(0.5, left), swing, Step(0.0625))
    assert found.x == pytest.approx(0.0625)
    assert found.y == pytest.approx(0.5 * swing.sign * 0.1)
    found = limits.step(walk(0.05, 3.0 * left), swing, Step(0.0125))
    assert found.x == pytest.approx(0.0125 / 3.0)
    assert found.y == pytest.approx(swing.sign * 0.1)


def without(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, rule: str
) -> StepLimits:
    own = walking.limits
    off = replace(own, **{rule: replace(getattr(own, rule), active=False)})
    limits = StepLimits(nao, replace(walking, limits=off), profile)
    limits.allow(FAST)
    return limits


def test_without_the_ratchet_a_step_has_its_full_length_at_once(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    limits = without(nao, walking, profile, "ratchet")
    assert limits.step(walk(0.25), Side.LEFT, Step()).x == pytest.approx(0.0625)
    assert limits.step(walk(-0.15), Side.LEFT, Step(0.0625)).x == pytest.approx(-0.0375)


def test_without_turning_first_a_turn_does_not_shorten_the_step(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    limits = without(nao, walking, profile, "turn_first")
    turning = walk(0.25, 0.2, FAST.turn)
    found = limits.step(turning, Side.LEFT, Step(0.0625))
    assert (found.x, found.y) == pytest.approx((0.0625, 0.1))


def test_a_forward_step_limits_the_lateral_step_to_the_reach_unless_switched_off(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    """A reach with cut corners: the lateral step is at most what the cut leaves."""
    diagonal = walk(0.25, 0.2)
    found = []
    for limits in (
        without(nao, walking, profile, "ratchet"),
        without(nao, walking, profile, "keep_to_reach"),
    ):
        limits.reach = replace(limits.reach, forward_at_side=0.0, side_at_forward=0.03)
        found.append(limits.step(diagonal, Side.LEFT, Step(0.0625)))
        assert limits.step(walk(0.25, -0.2), Side.RIGHT, Step(0.0625)).y == -found[-1].y
        assert found[-1].x == pytest.approx(0.0625)
    assert [step.y for step in found] == pytest.approx([0.03, 0.1], abs=1e-3)


def test_a_relative_request_is_a_share_of_the_fastest_walk(limits: StepLimits) -> None:
    for forward, left, turn in ((0.4, 0.0, 0.0), (-0.4, 0.3, 0.2), (0.2, -0.3, -0.2)):
        ahead = FAST.forward if forward > 0.0 else FAST.backward
        shares = replace(walk(forward, left, turn), relative=True)
        speeds = walk(forward * ahead, left * FAST.side, turn * FAST.turn)
        for swing in Side:
            found = limits.step(shares, swing, Step(0.01))
            assert found == limits.step(speeds, swing, Step(0.01))


def test_a_stance_so_high_that_no_step_is_in_reach_is_refused_and_named(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    high = replace(walking, stance=replace(walking.stance, hip_height=0.246))
    with pytest.raises(NoReachError, match="hips at 246 mm"):
        StepLimits(nao, high, profile)
