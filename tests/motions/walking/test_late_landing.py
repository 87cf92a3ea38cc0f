"""Steps that will land late, on hand-made excesses and on the engine without physics."""

from dataclasses import replace

import pytest

from hardware.frames import CYCLE
from motions.walking.balance.pendulum import Pendulum
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.rhythm.late_landing import LateLanding, forward_pace
from motions.walking.step import Step
from tests.motions.walking.stepper import a_step, swings_out

LONG = Step(0.08, 0.0, 0.0)


@pytest.fixture
def late(walking: WalkingParameters) -> LateLanding:
    return walking.late_landing


@pytest.fixture
def pendulum(walking: WalkingParameters) -> Pendulum:
    return walking.pendulum


def forward_time(
    late: LateLanding, pendulum: Pendulum, side: float, until: float, target: Step = LONG
) -> float:
    """Return how far the forward clock of a step has come with a constant excess, s."""
    step = a_step(step=target, share=CYCLE / 0.25)
    while step.time < until - 1e-9:
        step.forward_time += CYCLE * forward_pace(late, pendulum, side, step)
        step.time += CYCLE
    return step.forward_time


def test_a_step_arrives_when_it_will_land(late: LateLanding, pendulum: Pendulum) -> None:
    late = replace(late, dead_band=0.012, later=4.0, least=0.1)
    arrived = 0.25 + 4.0 * 0.020
    assert forward_time(late, pendulum, -0.032, arrived - 0.05) < 0.25 - 0.02
    assert forward_time(late, pendulum, -0.032, arrived) == pytest.approx(0.25, abs=CYCLE)


@pytest.mark.parametrize("excess", [-1.0, 0.0, 1.0, 3.0])
def test_the_sway_of_the_walk_and_a_fall_inwards_slow_nothing_down(
    late: LateLanding, pendulum: Pendulum, excess: float
) -> None:
    side = excess * late.dead_band
    assert forward_time(late, pendulum, side, 0.25) == pytest.approx(0.25, abs=CYCLE)


def test_a_short_step_keeps_its_pace(late: LateLanding, pendulum: Pendulum) -> None:
    short = Step(-0.9 * late.long_step, 0.0, 0.0)
    assert forward_time(late, pendulum, -0.05, 0.25, short) == pytest.approx(0.25, abs=CYCLE)


def test_legs_that_open_wide_may_sway_more(late: LateLanding, pendulum: Pendulum) -> None:
    side = -2.0 * late.dead_band
    wide = Step(LONG.x, 1.1 * abs(side) / late.side_sway, 0.0)
    assert forward_time(late, pendulum, side, 0.25) < 0.23
    assert forward_time(late, pendulum, side, 0.25, wide) == pytest.approx(0.25, abs=CYCLE)


def test_a_step_never_stands_still(late: LateLanding, pendulum: Pendulum) -> None:
    step = a_step(step=LONG, share=0.5)
    assert forward_pace(late, pendulum, -10.0, step) == late.least


def test_the_landing_itself_slows_nothing_down(late: LateLanding, pendulum: Pendulum) -> None:
    assert forward_pace(late, pendulum, -0.1, a_step(step=LONG, share=0.1)) == 1.0


def test_a_robot_that_swings_out_over_its_support_foot_goes_forward_slowly(
    engine: WalkingEngine,
) -> None:
    assert swings_out(engine) < 0.8
