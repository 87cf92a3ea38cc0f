"""The compensation of the mean lean, on hand-made states."""

import math

import pytest

from hardware.nao import Joint, Side
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import StepKind
from tests.fakes import robot_state
from tests.motions.walking.stepper import forward, on, standing_command

CYCLE = 0.012


def test_a_robot_that_leans_back_on_average_is_leant_forward_by_its_hips(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    engine.begin_step(StepKind.STEPPING, forward(1e-6), on(Side.RIGHT), standing_command(engine))
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
        engine.lean.update(robot_state(pitch=math.radians(-26.0)))
    assert engine.lean.pitch == 0.0
