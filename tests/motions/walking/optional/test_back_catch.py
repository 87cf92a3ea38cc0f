"""The back catch step, on hand-made states."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from motions.kinematics.nao_legs import sole_poses
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.optional.back_catch import BackCatchStep
from motions.walking.parameters import SpeedProfile
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepKind
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step, forward, on, seen, standing_command

BEHIND = -0.06
"""An excess that counts in full, m."""
FAST_BACK = math.radians(-90.0)


def leaning(degrees: float, side: Side = Side.RIGHT, **changes: Any) -> RobotState:
    return robot_state(
        support=support(side),
        pitch=math.radians(degrees),
        **SOLES,
        **changes,
    )


def stepping(swing: Side = Side.LEFT, side: float = 0.0, share: float = 0.1) -> RunningStep:
    return a_step(swing, Step(0.04, swing.sign * side, 0.0), share=share)


def see(
    catch: BackCatchStep, state: RobotState, running: RunningStep, excess: float, rate: float
) -> None:
    catch.update(state, seen(running, excess=(excess, 0.0), rate=rate))


@pytest.fixture
def catch(walking: WalkingParameters, nao: RobotModel) -> BackCatchStep:
    return BackCatchStep(walking.back_catch, nao.dimensions.sole)


def test_a_fall_backward_over_the_support_foot_whips_the_swing_foot_back(
    catch: BackCatchStep,
) -> None:
    for _ in range(5):
        see(catch, leaning(-10.0), stepping(), BEHIND, FAST_BACK)
    assert catch.strength > 0.5
    assert math.degrees(catch.knee) == pytest.approx(9.0 * catch.strength, rel=1e-6)


@pytest.mark.parametrize(
    ("pitch", "excess", "rate"),
    [(2.0, BEHIND, FAST_BACK), (-10.0, 0.02, FAST_BACK), (-10.0, BEHIND, 0.5)],
    ids=["upright", "not behind", "turns forward again"],
)
def test_all_three_signs_of_a_fall_are_needed(
    catch: BackCatchStep, pitch: float, excess: float, rate: float
) -> None:
    ahead = (0.05, 0.0, 0.035) if excess > 0.0 else (0.0, 0.0, 0.035)
    see(catch, leaning(pitch, com=ahead), stepping(), excess, rate)
    assert (catch.strength, catch.knee, catch.outward) == (0.0, 0.0, 0.0)


def test_a_turn_back_at_the_reference_rate_counts_once(
    catch: BackCatchStep, walking: WalkingParameters
) -> None:
    for rate, strength in ((60.0, 0.5), (90.0, 0.75), (240.0, 1.0)):  # of the sum 2 to 4
        see(catch, leaning(-10.0), stepping(), 2.0 * BEHIND, math.radians(-rate))
        assert walking.back_catch.rate == pytest.approx(math.radians(60.0))
        assert catch.strength == pytest.approx(strength)
        catch.begin(leaning(0.0), seen())


def test_a_catch_must_begin_early_in_a_step_and_a_fast_fall_may_begin_it_later(
    catch: BackCatchStep,
) -> None:
    slow = math.radians(-60.0)
    see(catch, leaning(-10.0), stepping(share=0.4), 2.0 * BEHIND, slow)
    assert catch.strength == 0.0
    see(catch, leaning(-10.0), stepping(share=0.4), BEHIND, math.radians(-100.0))
    assert catch.strength > 0.5
    catch.begin(leaning(0.0), seen())
    see(catch, leaning(-10.0), stepping(share=0.6), BEHIND, math.radians(-100.0))
    assert catch.strength == 0.0


@pytest.mark.parametrize("swing", [Side.LEFT, Side.RIGHT])
@pytest.mark.parametrize(("planned", "added"), [(0.0, 0.04), (0.03, 0.01), (0.08, 0.0)])
def test_the_foot_moves_at_least_40_mm_outwards_and_never_less_than_planned(
    catch: BackCatchStep, swing: Side, planned: float, added: float
) -> None:
    running = stepping(swing, planned)
    for _ in range(20):
        see(catch, leaning(-10.0, swing.other), running, BEHIND, FAST_BACK)
    feet = FeetOffsets(FootOffset(), FootOffset())
    catch.feet(feet, seen(running))
    assert feet.of(swing).side == pytest.approx(swing.sign * added, abs=1e-9)
    assert feet.of(swing.other) == FootOffset()


@pytest.mark.parametrize("swing", [Side.LEFT, Side.RIGHT])
def test_bending_the_knee_turns_the_sole_about_it_backward_and_up(
    catch: BackCatchStep, engine: WalkingEngine, nao: RobotModel, swing: Side
) -> None:
    joints = list(standing_command(engine).positions)
    before = sole_poses(joints, nao.dimensions)[0 if swing is Side.LEFT else 1]
    catch.knee = math.radians(10.0)
    catch.joints(joints, seen(stepping(swing)))
    after = sole_poses(joints, nao.dimensions)[0 if swing is Side.LEFT else 1]
    assert after.pitch - before.pitch == pytest.approx(catch.knee)
    assert after.x < before.x - 0.02
    assert after.z > before.z


def test_in_the_air_or_upright_again_the_leg_returns(catch: BackCatchStep) -> None:
    for state in (leaning(-10.0, contact=False), leaning(3.0)):
        catch.knee = math.radians(5.0)
        see(catch, state, stepping(), BEHIND, FAST_BACK)
        assert catch.strength == 0.0
        assert math.degrees(catch.knee) == pytest.approx(5.0 - 120.0 * 0.012)


def test_before_the_landing_the_turn_fades_with_the_rest_of_the_step(
    catch: BackCatchStep,
) -> None:
    for share in (0.2, 0.3, 0.64):
        for _ in range(9):
            see(catch, leaning(-10.0), stepping(share=share), 2.0 * BEHIND, 2.0 * FAST_BACK)
    assert math.degrees(catch.knee) == pytest.approx(9.0)
    for _ in range(9):
        see(catch, leaning(-10.0), stepping(share=0.8), BEHIND, FAST_BACK)
    assert math.degrees(catch.knee) == pytest.approx(2.0)


@pytest.mark.parametrize("active", [True, False])
def test_the_engine_whips_the_knee_only_when_the_catch_is_switched_on(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, active: bool
) -> None:
    switched = replace(walking, back_catch=replace(walking.back_catch, active=active))
    engine = WalkingEngine(nao, switched, profile)
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    falling = replace(leaning(-15.0, gyro=(0.0, -2.0, 0.0)), com=(-0.03, 0.0, 0.035))
    for _ in range(5):
        engine.gyros.update(falling)
        engine.update(falling)
    catches = [one for one in engine.terms if isinstance(one, BackCatchStep)]
    assert [one.knee > math.radians(5.0) for one in catches] == ([True] if active else [])
    knee = engine.command().positions[Joint.L_KNEE_PITCH]
    for one in catches:
        one.begin(falling, engine.walk)
    assert (knee > engine.command().positions[Joint.L_KNEE_PITCH] + math.radians(5.0)) is active
