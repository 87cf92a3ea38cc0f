"""The lift learner: steps that count, shrinking changes, and the allowance for a worn robot."""

import math
from dataclasses import replace

import pytest

from motions.walking.configuration import WalkingParameters
from motions.walking.optional.lift_learner import LiftDurationLearner
from motions.walking.step import Step

PLANNED = 0.25


@pytest.fixture
def learner(walking: WalkingParameters) -> LiftDurationLearner:
    """Return a learner that judges after every second step and shrinks its changes within 4."""
    parameters = replace(
        walking.lift_learner,
        active=True,
        steps=2,
        max_turn=0.2,
        max_side=0.03,
        min_forward=0.02,
        longest=1.2,
        first_evaluations=1,
        worn_offset=0.2,
        first_change=0.05,
        last_change=0.01,
        changes=4,
        worn_duration=1.1,
    )
    return LiftDurationLearner(parameters, PLANNED)


def judged(learner: LiftDurationLearner, duration: float, quality: float) -> float:
    """Return the offset after one more evaluation."""
    for _ in range(2):
        learner.learn(Step(0.05), duration, quality=quality, known=True)
    assert learner.durations == []
    return learner.speed


def test_the_changes_shrink_linearly_to_the_last_one(learner: LiftDurationLearner) -> None:
    assert (learner.speed, learner.evaluations) == (0.0, 0)
    assert judged(learner, 0.2, quality=1.0) == 0.0
    changes, before = [], 0.0
    for _ in range(6):
        now = judged(learner, 0.2, quality=1.0)
        changes.append(now - before)
        before = now
    assert changes == pytest.approx([0.05, 0.04, 0.03, 0.02, 0.01, 0.01])
    assert learner.evaluations == 7
    assert judged(learner, 0.3, quality=1.0) == pytest.approx(before - 0.01)


@pytest.mark.parametrize("quality", [0.0, 0.5, 1.0])
def test_a_more_worn_robot_may_take_longer_steps_and_starts_with_a_larger_offset(
    learner: LiftDurationLearner, quality: float
) -> None:
    wanted = PLANNED * (1.0 + (1.0 - quality) * 0.1)
    first = judged(learner, wanted, quality)
    assert first == pytest.approx((1.0 - quality) * 0.2)
    assert judged(learner, wanted - 1e-6, quality) == pytest.approx(first + 0.05)
    assert judged(learner, wanted + 1e-6, quality) == pytest.approx(first + 0.05 - 0.04)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    ("step", "counts"),
    [
        (Step(0.021), True),
        (Step(0.019), False),
        (Step(0.05, 0.029), True),
        (Step(0.05, 0.031), False),
        (Step(0.05, 0.0, 0.19), True),
        (Step(0.05, 0.0, 0.21), False),
    ],
)
def test_only_straight_steps_of_some_length_count_in_all_directions(
    learner: LiftDurationLearner, step: Step, counts: bool, sign: float
) -> None:
    turned = Step(sign * step.x, sign * step.y, sign * step.turn)
    learner.learn(turned, 0.9, quality=1.0, known=True)
    assert learner.durations == ([pytest.approx(1.2 * PLANNED)] if counts else [])


def test_steps_are_collected_until_the_robot_is_known(learner: LiftDurationLearner) -> None:
    for count in range(1, 4):
        learner.learn(Step(0.05), 0.2, quality=0.0, known=False)
        assert len(learner.durations) == count
    learner.learn(Step(0.05), 0.2, quality=0.0, known=True)
    assert learner.evaluations == 1 and learner.durations == []


def test_switched_off_it_learns_nothing(walking: WalkingParameters) -> None:
    off = LiftDurationLearner(replace(walking.lift_learner, active=False), PLANNED)
    for _ in range(30):
        off.learn(Step(0.05), 0.2, quality=0.0, known=True)
    assert off.durations == [] and math.isclose(off.speed, 0.0)
