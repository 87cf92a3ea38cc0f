"""Walking out of the line of a ball, and freeing a ball between the feet."""

import math

import pytest

from hardware.robots.model import Side
from motions.generators.clear_of_ball import FreeBall, OutOfBallLine
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import Situation
from motions.perception.world import RollingBall
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

GOAL = (-3.0, 0.0)


@pytest.fixture
def out(parameters: GeneratorParameters) -> OutOfBallLine:
    return OutOfBallLine(parameters.out_of_line)


def coming(y: float, limits: StepLimits, swing: Side = Side.LEFT) -> Situation:
    return Situation(swing, Step(), limits, ball=RollingBall(0.0, 1.0, y, -1.0, 0.0, 0.3))


def test_the_robot_steps_away_from_the_line_on_the_side_where_it_stands(
    out: OutOfBallLine, limits: StepLimits
) -> None:
    assert out.step(GOAL, coming(-0.1, limits)) == Step(0.0, 0.1, 0.0)
    assert out.step(GOAL, coming(0.1, limits, Side.RIGHT)) == Step(0.0, -0.1, 0.0)
    assert out.step(GOAL, coming(0.1, limits)) == Step()  # the left foot closes


@pytest.mark.parametrize("swing", Side)
def test_exactly_on_the_line_the_swing_foot_decides_the_side(
    out: OutOfBallLine, limits: StepLimits, swing: Side
) -> None:
    assert out.step(GOAL, coming(0.0, limits, swing)) == Step(0.0, swing.sign * 0.1, 0.0)


def test_the_robot_stays_if_the_line_is_far_or_ends_before_it_or_does_not_exist(
    out: OutOfBallLine, limits: StepLimits
) -> None:
    assert out.step(GOAL, coming(0.3, limits)) is None
    assert out.step((3.0, 0.0), coming(0.0, limits)) is None
    assert out.step(GOAL, Situation(Side.LEFT, Step(), limits)) is None
    lying = RollingBall(0.0, 1.0, 0.0, 0.0, 0.0, 0.3)
    rolls_away = RollingBall(0.0, 1.0, 0.0, 1.0, 0.0, 0.3)
    for ball in (lying, rolls_away):
        assert out.step(GOAL, Situation(Side.LEFT, Step(), limits, ball=ball)) is None


@pytest.mark.parametrize("first", Side)
def test_a_ball_between_the_feet_is_freed_by_a_sequence_of_steps(
    parameters: GeneratorParameters, limits: StepLimits, first: Side
) -> None:
    free = FreeBall(parameters.free_ball)
    _, outwards = limits.turn_range()
    swing, steps = first, []
    directions = [first.sign * math.radians(100.0), *[first.sign * math.radians(60.0)] * 4]
    for direction in directions:
        steps.append(free.step(direction, Situation(swing, Step(), limits)))
        swing = swing.other
    turned, opened, aside, closed, again = steps
    assert turned.turn == first.sign * outwards
    assert opened == Step(turn=-first.sign * outwards)
    assert aside == Step(y=first.sign * 0.1)
    assert closed == Step()
    assert again.turn == first.sign * outwards
    aligned = FreeBall(parameters.free_ball).step(0.0, Situation(Side.LEFT, Step(), limits))
    assert aligned.turn == outwards
