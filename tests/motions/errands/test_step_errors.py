"""Compensation of the drift in short steps."""

import math

import pytest

from hardware.robots.model import Side
from motions.errands.step_errors import StepErrorLearner
from motions.generators.parameters import GeneratorParameters
from motions.kinematics.geometry import Pose2
from motions.walking.step import Step

DRIFT = Pose2(0.0, -0.011)
"""Drift of every step of a worn robot, m."""


def stepped(learner: StepErrorLearner, steps: int, *, dropped: bool = False) -> list[float]:
    """Return the lateral error of a drifting robot before each of its steps, m."""
    frame, swing, last, found = Pose2(), Side.LEFT, Step(), []
    end = Pose2(0.0, 0.02)
    for _ in range(steps):
        left = frame.inverse() @ end
        learner.learn(Step() if dropped else last, frame)
        goal = learner.compensated(left, swing)
        y = goal.y if goal.y * swing.sign > 0.0 else 0.0  # no foot steps to the other side
        last = Step(goal.x, y, goal.heading)
        learner.remember(last, left, frame, swing)
        frame = frame @ Pose2(last.x, last.y, last.turn) @ DRIFT
        swing = swing.other
        found.append((frame.inverse() @ end).y)
    return found


def test_a_drift_is_compensated_after_some_steps(parameters: GeneratorParameters) -> None:
    found = stepped(StepErrorLearner(parameters.errand.misses), 30)
    assert found[0] == pytest.approx(0.011), "uncompensated at first"
    assert min(map(abs, found[-2:])) < 0.001
    assert max(map(abs, found[-2:])) < 0.012, "the drift remains where the foot cannot step"


def test_a_planned_step_that_was_replaced_teaches_nothing(
    parameters: GeneratorParameters,
) -> None:
    found = stepped(StepErrorLearner(parameters.errand.misses), 30, dropped=True)
    assert found[-2] == pytest.approx(0.011)


@pytest.mark.parametrize(
    "left", [Pose2(0.041), Pose2(0.0, -0.041), Pose2(heading=math.radians(11.0))]
)
def test_longer_distances_are_not_corrected(parameters: GeneratorParameters, left: Pose2) -> None:
    learner = StepErrorLearner(parameters.errand.misses)
    stepped(learner, 10)
    assert learner.compensated(left, Side.LEFT) is left


def test_the_correction_after_a_push_has_a_limit(parameters: GeneratorParameters) -> None:
    learner, made = StepErrorLearner(parameters.errand.misses), Step(0.001)
    for _ in range(10):
        learner.remember(made, Pose2(0.001), Pose2(), Side.LEFT)
        learner.learn(made, Pose2(0.5, 0.5, 1.0))
    learnt = learner.compensated(Pose2(), Side.LEFT).inverse()
    most = parameters.errand.misses
    assert (learnt.x, learnt.y, learnt.heading) == pytest.approx(
        (most.most, most.most, most.most_turn)
    )
