"""Capture steps and the compensation of the mean lean, on hand-made states."""

import math
from dataclasses import replace

import pytest

from hardware.nao import Joint, Side
from motions.kinematics.geometry import Pose3
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import StepKind
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import forward, on, standing_command

CYCLE = 0.012


def tilting(time: float, rate: float, axis: int, side: Side = Side.RIGHT) -> RobotState:
    """Return a robot that turns over its support sole at a constant rate, rad/s."""
    angle = rate * time
    return robot_state(
        support=support(side),
        pitch=angle if axis == 1 else 0.0,
        roll=angle if axis == 0 else 0.0,
        com=(0.002, 0.014 * side.sign, 0.035),
        left_sole=Pose3(-0.012, 0.05, -0.23),
        right_sole=Pose3(-0.012, -0.05, -0.23),
    )


def left_step(engine: WalkingEngine) -> None:
    engine.begin_step(StepKind.STEPPING, forward(1e-6), on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None
    engine.running = replace(engine.running, swing=Side.LEFT)


def additions(engine: WalkingEngine, rate: float, axis: int) -> tuple[float, float]:
    left_step(engine)
    for cycle in range(1, 9):
        engine.update(tilting(cycle * CYCLE, rate, axis))
    return engine.capture.forward, engine.capture.outward


def test_a_robot_that_tips_forward_puts_the_swing_foot_forward(engine: WalkingEngine) -> None:
    assert additions(engine, math.radians(120), axis=1)[0] > 0.01


def test_a_robot_that_tips_backward_puts_the_swing_foot_backward(engine: WalkingEngine) -> None:
    assert additions(engine, math.radians(-120), axis=1)[0] < -0.01


def test_a_robot_that_tips_towards_the_swing_foot_puts_it_outward(engine: WalkingEngine) -> None:
    # The left foot swings: a negative roll tips to the left.
    assert additions(engine, math.radians(-150), axis=0)[1] > 0.01


def test_the_addition_is_never_faster_than_its_limit(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    left_step(engine)
    before = (0.0, 0.0)
    for cycle in range(1, 15):
        engine.update(tilting(cycle * CYCLE, math.radians(400), axis=1))
        now = (engine.capture.forward, engine.capture.outward)
        step = max(abs(a - b) for a, b in zip(now, before, strict=True))
        assert step <= walking.capture.speed * CYCLE + 1e-12
        before = now


def test_the_capture_stays_within_its_reach(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    left_step(engine)
    for cycle in range(1, 60):
        engine.update(tilting(min(cycle, 10) * CYCLE, math.radians(600), axis=1))
    assert abs(engine.capture.forward) <= walking.capture.max_forward
    assert -walking.capture.max_inward <= engine.capture.outward <= walking.capture.max_outward


def test_without_ground_contact_the_swing_foot_goes_nowhere_else(engine: WalkingEngine) -> None:
    left_step(engine)
    for cycle in range(1, 9):
        engine.update(replace(tilting(cycle * CYCLE, 2.0, axis=1), contact=False))
    assert engine.capture.forward == engine.capture.outward == 0.0


def test_a_robot_that_leans_back_on_average_is_leant_forward_by_its_hips(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    left_step(engine)
    for _ in range(round(walking.lean.time / CYCLE)):
        engine.lean.update(robot_state(pitch=math.radians(-3.0)))
    assert engine.lean.pitch == pytest.approx(math.radians(3.0), rel=0.02)
    pitch, leant = engine.lean.pitch, engine.command().positions
    engine.lean.pitch = 0.0
    upright = engine.command().positions
    for hip in (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH):
        assert leant[hip] - upright[hip] == pytest.approx(-pitch)


def test_the_next_step_begins_from_the_feet_without_the_lean(engine: WalkingEngine) -> None:
    engine.begin_step(StepKind.STARTING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    engine.lean.pitch = math.radians(4.0)
    last = engine.command()
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), last)
    assert engine.running is not None
    assert engine.running.start.left.pitch == pytest.approx(0.0, abs=1e-9)


def test_a_large_tilt_is_a_disturbance_and_no_lean(engine: WalkingEngine) -> None:
    for _ in range(100):
        engine.lean.update(robot_state(pitch=math.radians(-20.0)))
    assert engine.lean.pitch == 0.0
