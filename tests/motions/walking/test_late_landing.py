"""Steps that will land late, on hand-made excesses and on the engine without physics."""

import math
from dataclasses import replace

import pytest

from hardware.nao import Nao, Side
from hsm.apps.measure.decisions import switched
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.rhythm.late_landing import forward_pace
from motions.walking.step import Step, StepKind
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step, forward, on, standing_command

CYCLE = 0.012
LONG = Step(0.08, 0.0, 0.0)


def forward_time(
    walking: WalkingParameters, side: float, until: float, target: Step = LONG
) -> float:
    """Return how far the forward clock of a step has come with a constant excess, s."""
    step = a_step(step=target, share=CYCLE / 0.25)
    while step.time < until - 1e-9:
        step.forward_time += CYCLE * forward_pace(walking.late_landing, side, step)
        step.time += CYCLE
    return step.forward_time


def test_a_step_arrives_when_it_will_land(walking: WalkingParameters) -> None:
    late = replace(walking.late_landing, dead_band=0.012, later=4.0, least=0.1)
    out = replace(walking, late_landing=late)
    arrived = 0.25 + 4.0 * 0.020
    assert forward_time(out, -0.032, arrived - 0.05) < 0.25 - 0.02
    assert forward_time(out, -0.032, arrived) == pytest.approx(0.25, abs=CYCLE)


@pytest.mark.parametrize("excess", [-1.0, 0.0, 1.0, 3.0])
def test_the_sway_of_the_walk_and_a_fall_inwards_slow_nothing_down(
    walking: WalkingParameters, excess: float
) -> None:
    side = excess * walking.late_landing.dead_band
    assert forward_time(walking, side, 0.25) == pytest.approx(0.25, abs=CYCLE)


def test_a_short_step_keeps_its_pace(walking: WalkingParameters) -> None:
    short = Step(-0.9 * walking.late_landing.long_step, 0.0, 0.0)
    assert forward_time(walking, -0.05, 0.25, short) == pytest.approx(0.25, abs=CYCLE)


def test_legs_that_open_wide_may_sway_more(walking: WalkingParameters) -> None:
    late = walking.late_landing
    side = -2.0 * late.dead_band
    wide = Step(LONG.x, 1.1 * abs(side) / late.side_sway, 0.0)
    assert forward_time(walking, side, 0.25) < 0.23
    assert forward_time(walking, side, 0.25, wide) == pytest.approx(0.25, abs=CYCLE)


def test_a_step_never_stands_still(walking: WalkingParameters) -> None:
    step = a_step(step=LONG, share=0.5)
    assert forward_pace(walking.late_landing, -10.0, step) == walking.late_landing.least


def test_the_landing_itself_slows_nothing_down(walking: WalkingParameters) -> None:
    assert forward_pace(walking.late_landing, -0.1, a_step(step=LONG, share=0.1)) == 1.0


@pytest.mark.parametrize("active", [True, False])
def test_a_robot_that_swings_out_over_its_support_foot_goes_forward_slowly(
    nao: Nao, profile: SpeedProfile, walking: WalkingParameters, active: bool
) -> None:
    parameters = walking if active else switched(walking, "late_landing")
    engine = WalkingEngine(nao, parameters, profile)
    engine.begin_step(StepKind.STEPPING, forward(0.2), on(Side.RIGHT), standing_command(engine))
    assert engine.running is not None
    engine.running = running = replace(engine.running, swing=Side.LEFT, step=LONG)
    for cycle in range(1, 13):
        roll, com = math.radians(40.0) * cycle * CYCLE, (0.0, -0.014, 0.035)
        engine.update(robot_state(support=support(Side.RIGHT), roll=roll, com=com, **SOLES))
    share = running.forward_time / running.time
    assert share < 0.8 if active else share == pytest.approx(1.0)
