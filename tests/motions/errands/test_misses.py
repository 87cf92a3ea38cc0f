"""What short steps miss is aimed past."""

import math

import pytest

from hardware.robots.model import Side
from motions.errands.misses import Misses
from motions.generators.parameters import GeneratorParameters
from motions.kinematics.geometry import Pose2
from motions.walking.step import Step

DRIFT = Pose2(0.0, -0.011)
"""Of every step of a worn robot, m."""


def stepped(misses: Misses, steps: int, *, dropped: bool = False) -> list[float]:
    """Return how far beside the end a robot that drifts is found before each of its steps, m."""
    frame, swing, last, found = Pose2(), Side.LEFT, Step(), []
    end = Pose2(0.0, 0.02)
    for _ in range(steps):
        way = frame.inverse() @ end
        misses.learn(Step() if dropped else last, frame)
        goal = misses.past(way, swing)
        y = goal.y if goal.y * swing.sign > 0.0 else 0.0  # no foot steps to the other side
        last = Step(goal.x, y, goal.heading)
        misses.made(last, way, frame, swing)
        frame = frame @ Pose2(last.x, last.y, last.turn) @ DRIFT
        swing = swing.other
        found.append((frame.inverse() @ end).y)
    return found


def test_a_drift_is_made_good_after_some_steps(parameters: GeneratorParameters) -> None:
    found = stepped(Misses(parameters.errand.misses), 30)
    assert found[0] == pytest.approx(0.011), "it stays behind at first"
    assert min(map(abs, found[-2:])) < 0.001
    assert max(map(abs, found[-2:])) < 0.012, "the foot that cannot step there drifts as ever"


def test_a_step_that_another_one_has_followed_teaches_nothing(
    parameters: GeneratorParameters,
) -> None:
    found = stepped(Misses(parameters.errand.misses), 30, dropped=True)
    assert found[-2] == pytest.approx(0.011)


@pytest.mark.parametrize(
    "way", [Pose2(0.041), Pose2(0.0, -0.041), Pose2(heading=math.radians(11.0))]
)
def test_longer_ways_are_left_alone(parameters: GeneratorParameters, way: Pose2) -> None:
    misses = Misses(parameters.errand.misses)
    stepped(misses, 10)
    assert misses.past(way, Side.LEFT) is way


def test_a_push_is_not_made_good_as_if_it_came_again(parameters: GeneratorParameters) -> None:
    misses, made = Misses(parameters.errand.misses), Step(0.001)
    for _ in range(10):
        misses.made(made, Pose2(0.001), Pose2(), Side.LEFT)
        misses.learn(made, Pose2(0.5, 0.5, 1.0))
    past = misses.past(Pose2(), Side.LEFT).inverse()
    most = parameters.errand.misses
    assert (past.x, past.y, past.heading) == pytest.approx((most.most, most.most, most.most_turn))
