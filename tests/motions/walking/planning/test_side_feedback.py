"""Side feedback: lateral walks reach the requested speed."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.walking.configuration import WalkingParameters
from motions.walking.planning.side_feedback import SideFeedback
from motions.walking.step import Step
from tests.motions.walking.stepper import LASTS, made

WIDE = 0.10
"""Length of a side step at 0.20 m/s, m."""


def walk(
    feedback: SideFeedback,
    late: float,
    *,
    wide: float = WIDE,
    ahead: float = 0.0,
    placed: bool = False,
    pairs: int = 60,
) -> float:
    """Walk sideways in pairs whose closing step is late, s; return the last speed, m/s."""
    speed = 0.0
    feedback.learn(None)
    for _ in range(pairs):
        opening = feedback.corrected(Step(ahead, wide), placed=placed)
        half = 0.5 * opening.y
        feedback.learn(made(opening, left=half))
        closing = feedback.corrected(Step(ahead), placed=placed)
        feedback.learn(made(closing, left=half, took=LASTS + late))
        speed = opening.y / (2.0 * LASTS + late)
    return speed


@pytest.mark.parametrize("wide", [WIDE, -WIDE])
@pytest.mark.parametrize("late", [0.03, -0.03])
def test_lateral_pairs_of_unplanned_duration_reach_the_requested_speed(
    walking: WalkingParameters, wide: float, late: float
) -> None:
    speed = walk(SideFeedback(walking.side_feedback), late, wide=wide)
    assert speed == pytest.approx(0.5 * wide / LASTS, rel=0.01)


def test_each_side_is_learnt_separately(walking: WalkingParameters) -> None:
    feedback = SideFeedback(walking.side_feedback)
    walk(feedback, 0.03)
    assert feedback.shares[Side.LEFT] > 0.0
    assert feedback.corrected(Step(0.0, -WIDE)).y == -WIDE


def test_the_lateral_correction_has_a_limit(walking: WalkingParameters) -> None:
    feedback = SideFeedback(walking.side_feedback)
    walk(feedback, 0.1)
    assert feedback.shares[Side.LEFT] == walking.side_feedback.limit


def test_a_pair_delayed_by_a_push_teaches_nothing(walking: WalkingParameters) -> None:
    feedback = SideFeedback(walking.side_feedback)
    walk(feedback, 2.1 * LASTS * walking.side_feedback.ignore_above / (0.5 * WIDE))
    assert feedback.shares[Side.LEFT] == 0.0


def test_an_opening_step_is_not_paired_with_a_step_of_another_walk(
    walking: WalkingParameters,
) -> None:
    feedback = SideFeedback(walking.side_feedback)
    walk(feedback, 0.0, pairs=1)
    feedback.learn(made(feedback.corrected(Step(0.0, WIDE))))
    feedback.reset()
    feedback.learn(made(feedback.corrected(Step())))
    assert feedback.shares[Side.LEFT] == 0.0


@pytest.mark.parametrize("otherwise", [{"placed": True}, {"ahead": 0.03}, {"wide": 0.02}])
def test_steps_to_a_place_diagonal_steps_and_short_steps_are_not_corrected(
    walking: WalkingParameters, otherwise: dict[str, float]
) -> None:
    feedback = SideFeedback(walking.side_feedback)
    walk(feedback, 0.03, **otherwise)
    assert feedback.shares == {Side.LEFT: 0.0, Side.RIGHT: 0.0}


def test_switched_off_lateral_steps_are_not_corrected(walking: WalkingParameters) -> None:
    feedback = SideFeedback(replace(walking.side_feedback, active=False))
    assert walk(feedback, 0.03) < 0.5 * WIDE / LASTS
    assert feedback.shares[Side.LEFT] == 0.0


def test_a_step_to_a_place_is_no_closing_step(walking: WalkingParameters) -> None:
    """A sideways walk is followed by a walk to a pose, whose first step goes to the other side."""
    feedback = SideFeedback(walking.side_feedback)
    opening = feedback.corrected(Step(0.0, WIDE))
    feedback.learn(made(opening, left=0.5 * opening.y))
    placed = feedback.corrected(Step(0.0, -0.02), placed=True)
    feedback.learn(made(placed, left=0.5 * opening.y - 0.02))
    assert feedback.shares[Side.LEFT] == 0.0
