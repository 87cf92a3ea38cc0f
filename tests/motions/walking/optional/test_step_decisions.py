"""Switch prediction, lift learner, first step and hip height, each on its own."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import RobotModel, Side
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.gait import lift_duration
from motions.walking.optional.hip_height import HipHeightBySpeed
from motions.walking.optional.lift_learner import LiftDurationLearner
from motions.walking.parameters import SpeedProfile
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import (
    a_step,
    forward,
    make_step,
    on,
    seen,
    standing_command,
    term,
)

CYCLE = 0.012


def engine_with(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, name: str, **changes: Any
) -> WalkingEngine:
    changed = replace(getattr(walking, name), active=True, **changes)
    sound = replace(walking.slow_when_worn, active=False)
    parameters = replace(walking, **{name: changed}, slow_when_worn=sound)
    return WalkingEngine(nao, parameters, profile)


def after_prediction(engine: WalkingEngine, request: MotionRequest, cycles: int) -> StepEnd | None:
    """Make a step of the left foot whose switch is predicted after some cycles; return its end."""
    engine.begin_step(StepKind.STEPPING, request, on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None and engine.running.swing is Side.LEFT
    for _ in range(cycles):
        engine.update(on(Side.RIGHT))
    engine.update(robot_state(support=support(Side.RIGHT, predicted_switch=True)))
    return engine.end


def test_a_step_ends_when_its_switch_is_predicted(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    engine = engine_with(nao, walking, profile, "switch_prediction")
    assert after_prediction(engine, forward(0.1), 14) is StepEnd.PREDICTED
    assert engine.running is not None and not engine.running.unshifted(on(Side.RIGHT))
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None
    assert engine.running.swing is Side.RIGHT, "although the right foot still carries"


def test_no_switch_is_predicted_early_in_a_step_or_in_a_backward_walk(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    predicting = engine_with(nao, walking, profile, "switch_prediction")
    assert after_prediction(predicting, forward(0.1), 5) is None
    predicting.reset()
    assert after_prediction(predicting, forward(-0.1), 14) is None
    off = replace(walking.switch_prediction, active=False)
    silent = WalkingEngine(nao, replace(walking, switch_prediction=off), profile)
    assert after_prediction(silent, forward(0.1), 14) is None


def learner(walking: WalkingParameters) -> LiftDurationLearner:
    return LiftDurationLearner(replace(walking.lift_learner, active=True), walking.step.duration)


def straight(taught: LiftDurationLearner, duration: float, quality: float, steps: int) -> None:
    for _ in range(steps):
        taught.learn(Step(0.05), duration, quality=quality, known=True)


def test_the_first_offset_of_a_worn_robot_lengthens_the_descent_by_36_ms(
    walking: WalkingParameters,
) -> None:
    taught = learner(walking)
    straight(taught, 0.22, quality=0.0, steps=9)
    assert taught.speed == 0.0
    straight(taught, 0.22, quality=0.0, steps=1)
    assert taught.speed == pytest.approx(0.240)
    assert lift_duration(walking.step, 0.0, taught.speed) == pytest.approx(0.286, abs=1e-3)


def test_short_steps_raise_the_offset_and_long_ones_lower_it(walking: WalkingParameters) -> None:
    taught = learner(walking)
    straight(taught, 0.22, quality=1.0, steps=20)
    assert taught.speed == 0.0
    straight(taught, 0.22, quality=1.0, steps=10)
    assert taught.speed == pytest.approx(0.030)
    straight(taught, 0.27, quality=1.0, steps=30)
    assert taught.speed == 0.0


def test_only_straight_steps_teach_and_only_once_the_robot_is_known(
    walking: WalkingParameters,
) -> None:
    taught = learner(walking)
    for step in (Step(0.01), Step(0.05, 0.04), Step(0.05, 0.0, math.radians(20))):
        taught.learn(step, 0.22, quality=0.0, known=True)
    assert taught.durations == []
    for _ in range(12):
        taught.learn(Step(0.05), 0.22, quality=0.0, known=False)
    assert taught.evaluations == 0


@pytest.mark.parametrize(
    ("changes", "request_", "lift", "forward_step"),
    [
        ({}, forward(0.25), 0.5 * 0.013, 0.01875),
        ({}, MotionRequest(Motion.WALK, left=0.2), 0.013, 0.0),
        ({"lift_ratio": 1.0}, forward(0.25), 0.013, 0.01875),
        ({"lift_ratio": 1.0 / 3.5, "translates": False}, forward(0.25), 0.0037, 0.0),
    ],
    ids=["2023 straight", "2023 sideways", "2025", "rUNSWift"],
)
def test_the_first_step_has_three_forms(
    nao: RobotModel,
    walking: WalkingParameters,
    profile: SpeedProfile,
    changes: dict[str, Any],
    request_: MotionRequest,
    lift: float,
    forward_step: float,
) -> None:
    engine = engine_with(nao, walking, profile, "first_step", **changes)
    engine.begin_step(StepKind.STARTING, request_, on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None
    assert engine.running.lift == pytest.approx(lift, abs=1e-4)
    assert engine.running.step.x == pytest.approx(forward_step)


def test_a_slow_walk_raises_the_hips_and_lowers_them_faster_than_it_raises_them(
    walking: WalkingParameters,
) -> None:
    height = HipHeightBySpeed(walking.hip_height)
    for _ in range(40):
        height.update(robot_state(), seen(replace(a_step(), extent=0.0)))
    assert height.raised == pytest.approx(40 * CYCLE * 0.010)
    for _ in range(100):
        height.update(robot_state(), seen(replace(a_step(), extent=0.0)))
    assert height.raised == pytest.approx(0.010)
    for _ in range(10):
        height.update(robot_state(), seen(replace(a_step(), extent=1.0)))
    assert height.raised == pytest.approx(0.010 - 10 * CYCLE * 0.050)
    for _ in range(100):
        height.update(robot_state(), seen(replace(a_step(), extent=0.4)))
    assert height.raised == pytest.approx(0.006)


def test_raised_hips_leave_no_offset_of_the_feet_in_the_plan(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    engine = engine_with(nao, walking, profile, "hip_height")
    last = standing_command(engine)
    for kind, swing in (
        (StepKind.STARTING, Side.LEFT),
        *[(StepKind.STEPPING, s) for s in Side] * 3,
    ):
        last, feet = make_step(engine, forward(1e-6), last, kind, on(swing.other))
    assert term(engine, HipHeightBySpeed).raised > 0.001
    engine.begin_step(StepKind.STEPPING, forward(1e-6), on(Side.RIGHT), last)
    assert engine.running is not None
    for foot in (engine.running.start.left, engine.running.start.right):
        assert foot.lift == pytest.approx(0.0, abs=1e-4)
    assert feet[-1].left.lift == pytest.approx(-term(engine, HipHeightBySpeed).raised, abs=2e-4)


def test_both_feet_are_lowered_by_the_rise_of_the_hips(walking: WalkingParameters) -> None:
    height = HipHeightBySpeed(walking.hip_height)
    height.update(robot_state(), seen())
    feet = FeetOffsets(FootOffset(lift=0.01), FootOffset())
    height.feet(feet, seen())
    assert height.raised > 0.0
    assert (feet.left.lift, feet.right.lift) == pytest.approx(
        (0.01 - height.raised, -height.raised)
    )


def test_restarted_gyro_filters_start_at_a_share_of_the_rates(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    restart = replace(walking.balance.restart, active=True)
    balance = replace(walking.balance, restart=restart)
    engine = WalkingEngine(nao, replace(walking, balance=balance), profile)
    last, _ = make_step(engine, forward(0.1), standing_command(engine), StepKind.STARTING)
    engine.gyros.pitch_rate = 3.0
    turning = replace(on(Side.LEFT if engine.running is None else engine.running.swing))
    engine.begin_step(StepKind.STEPPING, forward(0.1), replace(turning, gyro=(0.5, 1.0, 0.0)), last)
    assert engine.gyros.pitch_rate == pytest.approx(0.4)
    assert engine.gyros.roll_rate == pytest.approx(0.2)
