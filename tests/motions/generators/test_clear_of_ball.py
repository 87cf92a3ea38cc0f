"""Out of the way of a ball, and a ball between the feet."""

import math

import pytest

from hardware.robots.model import Side
from motions.generators.clear_of_ball import FreeBall, OutOfBallLine
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import (
    BallAhead,
    FreeBallTarget,
    OutOfLineTarget,
    Situation,
)
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

GOAL = OutOfLineTarget(goal=(-3.0, 0.0))


@pytest.fixture
def out(parameters: GeneratorParameters) -> OutOfBallLine:
    return OutOfBallLine(parameters.out_of_line)


def coming(y: float, limits: StepLimits, swing: Side = Side.LEFT) -> Situation:
    return Situation(swing, Step(), limits, ball=BallAhead((1.0, y), (-1.0, 0.0), 0.0, 0.3))


def test_the_robot_steps_away_from_the_line_to_the_side_on_which_it_stands(
    out: OutOfBallLine, limits: StepLimits
) -> None:
    assert out.step(GOAL, coming(-0.1, limits)) == Step(0.0, 0.1, 0.0)
    assert out.step(GOAL, coming(0.1, limits, Side.RIGHT)) == Step(0.0, -0.1, 0.0)
    assert out.step(GOAL, coming(0.1, limits)) == Step()  # the left foot closes up


@pytest.mark.parametrize("swing", Side)
def test_exactly_on_the_line_the_swing_foot_says_to_which_side(
    out: OutOfBallLine, limits: StepLimits, swing: Side
) -> None:
    assert out.step(GOAL, coming(0.0, limits, swing)) == Step(0.0, swing.sign * 0.1, 0.0)


def test_nobody_leaves_a_line_that_is_far_or_behind_the_ball_or_leads_nowhere(
    out: OutOfBallLine, limits: StepLimits
) -> None:
    assert out.step(GOAL, coming(0.3, limits)) is None
    assert out.step(OutOfLineTarget(goal=(3.0, 0.0)), coming(0.0, limits)) is None
    assert out.step(GOAL, Situation(Side.LEFT, Step(), limits)) is None
    lying = BallAhead((1.0, 0.0), (0.0, 0.0), 0.0, 0.3)
    rolls_away = BallAhead((1.0, 0.0), (1.0, 0.0), 0.0, 0.3)
    for ball in (lying, rolls_away):
        assert out.step(GOAL, Situation(Side.LEFT, Step(), limits, ball=ball)) is None


@pytest.mark.parametrize("first", Side)
def test_a_ball_between_the_feet_comes_free_in_a_round_of_steps(
    parameters: GeneratorParameters, limits: StepLimits, first: Side
) -> None:
    free = FreeBall(parameters.free_ball)
    _, outwards = limits.turn_range()
    swing, steps = first, []
    directions = [first.sign * math.radians(100.0), *[first.sign * math.radians(60.0)] * 4]
    for direction in directions:
        steps.append(free.step(FreeBallTarget(direction), Situation(swing, Step(), limits)))
        swing = swing.other
    turned, opened, aside, closed, again = steps
    assert turned.turn == first.sign * outwards
    assert opened == Step(turn=-first.sign * outwards)
    assert aside == Step(y=first.sign * 0.1)
    assert closed == Step()
    assert again.turn == first.sign * outwards
    aligned = FreeBall(parameters.free_ball).step(
        FreeBallTarget(0.0), Situation(Side.LEFT, Step(), limits)
    )
    assert aligned.turn == outwards
