"""The walk with one of its older decisions switched off."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from hsm.campaigns.ablation.decisions import is_active, switched
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.gait import lift_duration
from motions.walking.parameters import SpeedProfile
from motions.walking.step import Step, StepEnd, StepKind
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import forward, on, standing_command

EngineOf = Callable[[WalkingParameters], WalkingEngine]


@pytest.fixture
def without(walking: WalkingParameters) -> Callable[[str], WalkingParameters]:
    """Return a function that switches a decision of the shipped walk off by its dotted name."""

    def parameters(name: str) -> WalkingParameters:
        assert is_active(walking, name)
        return switched(walking, name)

    return parameters


@pytest.fixture
def engine_of(nao: RobotModel, profile: SpeedProfile) -> EngineOf:
    """Return a function that builds the engine of a robot that counts as sound."""

    def build(parameters: WalkingParameters) -> WalkingEngine:
        sound = replace(parameters.slow_when_worn, active=False)
        return WalkingEngine(nao, replace(parameters, slow_when_worn=sound), profile)

    return build


Without = Callable[[str], WalkingParameters]


def begun(engine: WalkingEngine) -> WalkingEngine:
    """Return the engine in its first step, with the left foot."""
    engine.begin_step(StepKind.STARTING, forward(0.2), on(Side.RIGHT), standing_command(engine))
    return engine


def test_without_slow_down_a_step_continues_under_a_torso_that_leans_back(
    without: Without, engine_of: EngineOf
) -> None:
    engine = begun(engine_of(without("slow_down")))
    assert engine.running is not None
    before = engine.running.forward_time
    engine.update(replace(on(Side.RIGHT), pitch=-0.3))
    assert engine.running.forward_time - before == pytest.approx(0.012)


def test_without_gyro_balance_the_ankles_ignore_the_gyros_and_the_filter_still_runs(
    without: Without, engine_of: EngineOf
) -> None:
    gyros = engine_of(without("balance")).gyros
    for _ in range(20):
        gyros.update(robot_state(gyro=(1.0, 1.0, 0.0)))
    assert gyros.ankle_pitch == gyros.standing_ankle_pitch == 0.0
    assert gyros.standing_ankle_roll == 0.0
    assert gyros.pitch_rate == pytest.approx(1.0, rel=0.01)


def test_without_freezing_a_loaded_swing_foot_keeps_moving(
    without: Without, engine_of: EngineOf
) -> None:
    engine = begun(engine_of(without("ends.freeze")))
    assert engine.running is not None
    for _ in range(14):
        engine.update(on(Side.RIGHT, pressed=Side.LEFT))
    assert engine.running.forward_time == pytest.approx(engine.running.time)


def test_without_abort_the_wrong_support_foot_does_not_end_a_step(
    without: Without, engine_of: EngineOf
) -> None:
    engine = begun(engine_of(without("ends.abort")))
    for _ in range(100):
        engine.update(on(Side.LEFT, pressed=Side.LEFT))
    assert not engine.done


def test_without_the_delay_the_feet_are_held_for_one_cycle_and_no_leg_is_stretched(
    without: Without, engine_of: EngineOf
) -> None:
    engine = engine_of(without("delay"))
    standing = standing_command(engine)
    engine.begin_delay(forward(0.2), on(Side.RIGHT), standing)
    assert engine.command().positions == pytest.approx(standing.positions, abs=1e-9)
    engine.update(on(Side.RIGHT))
    assert engine.done


def test_without_the_emergency_step_a_stuck_robot_makes_another_zero_step(
    without: Without, engine_of: EngineOf, engine: WalkingEngine, walking: WalkingParameters
) -> None:
    plans = []
    for one in (engine, engine_of(without("emergency"))):
        begun(one)
        one.begin_step(StepKind.EMERGENCY_STEP, forward(0.2), on(Side.RIGHT), one.command())
        assert one.running is not None
        plans.append((abs(one.running.step.y), one.running.lift))
    assert plans[0] == pytest.approx((0.020, 3.0 * walking.step.lift))
    assert plans[1] == pytest.approx((0.0, walking.step.lift))


def test_without_a_longer_lift_wide_side_steps_land_like_all_others(without: Without) -> None:
    shape = without("step.lift_duration").step
    assert lift_duration(shape, 0.115) == shape.duration


def test_without_the_ratchet_the_first_step_has_the_full_length(
    without: Without, engine_of: EngineOf
) -> None:
    limits = engine_of(without("limits.ratchet")).limits
    assert limits.step(forward(0.25), Side.LEFT, Step()).x == pytest.approx(0.0625)
    assert limits.step(forward(-0.15), Side.LEFT, Step()).x == pytest.approx(-0.0375)


def test_without_turning_first_a_turn_does_not_shorten_the_step(
    without: Without, engine_of: EngineOf
) -> None:
    limits = engine_of(without("limits.turn_first")).limits
    request = MotionRequest(Motion.WALK, forward=0.25, turn=math.radians(120))
    assert limits.step(request, Side.LEFT, Step(0.06)).x == pytest.approx(0.0625)


def test_without_keeping_to_the_reach_a_diagonal_step_fills_the_profile(
    without: Without, nao: RobotModel, profile: SpeedProfile
) -> None:
    wide = replace(profile, forward=0.27, side=0.23)
    request = MotionRequest(Motion.WALK, forward=0.27, left=0.23)
    corner = Step(0.0675)
    free = WalkingEngine(nao, without("limits.keep_to_reach"), wide).limits
    assert free.step(request, Side.LEFT, corner).y == pytest.approx(0.115)


def test_without_arm_swing_the_arms_rest(without: Without, engine_of: EngineOf) -> None:
    parameters = without("arms.swing")
    engine = begun(engine_of(parameters))
    for _ in range(10):
        joints = engine.command().positions
        engine.update(robot_state(support=support(Side.RIGHT)))
        assert joints[Joint.L_SHOULDER_PITCH] == parameters.arms.shoulder_pitch
        assert joints[Joint.R_SHOULDER_ROLL] == -parameters.arms.shoulder_roll
    assert engine.end is not StepEnd.ABORT
