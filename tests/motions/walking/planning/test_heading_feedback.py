"""Heading feedback: steps turn by as much as requested."""

import math
from dataclasses import replace

import pytest

from motions.walking.configuration import WalkingParameters
from motions.walking.planning.heading_feedback import HeadingFeedback
from motions.walking.step import Step, StepEnd
from tests.motions.walking.stepper import finished, made


def walk(feedback: HeadingFeedback, asked: float, drift: float, steps: int) -> float:
    """Walk with a robot that drifts in every step; return the turn of the last step, rad."""
    way = 0.0
    feedback.learn(None)
    for _ in range(steps):
        step = feedback.corrected(Step(0.03, turn=asked))
        way = step.turn + drift
        feedback.learn(made(step, turn=way))
    return way


@pytest.mark.parametrize(("asked", "drift"), [(0.0, 0.03), (0.1, -0.02), (0.1, 0.05)])
def test_a_drift_in_heading_is_corrected_after_some_steps(
    walking: WalkingParameters, asked: float, drift: float
) -> None:
    way = walk(HeadingFeedback(walking.heading_feedback), asked, drift, 120)
    assert way == pytest.approx(asked, abs=math.radians(0.1))


def test_the_heading_correction_has_a_limit(walking: WalkingParameters) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    walk(feedback, 0.0, -0.2, 200)
    assert feedback.turn == walking.heading_feedback.limit


def test_a_push_and_an_aborted_step_teach_no_heading(walking: WalkingParameters) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    walk(feedback, 0.0, walking.heading_feedback.ignore_above + 0.1, 10)
    assert feedback.turn == 0.0
    step = feedback.corrected(Step(0.03))
    feedback.learn(made(finished(step, StepEnd.ABORT), turn=0.05))
    assert feedback.turn == 0.0


def test_a_late_step_ended_by_the_pendulum_teaches_no_heading(
    walking: WalkingParameters,
) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    step = feedback.corrected(Step(0.03))
    feedback.learn(made(finished(step, StepEnd.PASSED), turn=0.05))
    assert feedback.turn == 0.0
    feedback.learn(made(finished(step), turn=0.05))
    assert feedback.turn < 0.0


def test_a_wide_turn_whose_pairs_of_steps_turn_enough_is_not_corrected(
    walking: WalkingParameters,
) -> None:
    """The inner foot makes a third of a turn, while the torso still follows the outer foot."""
    feedback = HeadingFeedback(walking.heading_feedback)
    feedback.learn(None)
    for _ in range(20):
        for asked, turned in ((0.335, 0.30), (0.165, 0.20)):
            assert feedback.corrected(Step(turn=asked)).turn == pytest.approx(asked, rel=1e-12)
            feedback.learn(made(Step(), turn=turned))
    assert feedback.turn == 0.0


def turn_about(feedback: HeadingFeedback, asked: float, lost: float) -> float:
    """Turn with a robot that loses a share of every step; return the turn of the last pair, rad."""
    seen = [0.0]
    feedback.learn(None)
    for _ in range(80):
        for step in (1.3 * asked, 0.7 * asked):
            seen.append((1.0 - lost) * feedback.corrected(Step(turn=step)).turn)
            feedback.learn(made(Step(), turn=seen[-1]))
    return seen[-2] + seen[-1]


@pytest.mark.parametrize("asked", [0.25, -0.25])
@pytest.mark.parametrize("lost", [0.08, -0.05])
def test_a_wide_turn_reaches_the_requested_angle_after_some_pairs_of_steps(
    walking: WalkingParameters, asked: float, lost: float
) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    assert turn_about(feedback, asked, lost) == pytest.approx(2.0 * asked, rel=0.01)
    assert feedback.turn == 0.0


def test_a_correction_learnt_in_one_direction_widens_turns_in_the_other(
    walking: WalkingParameters,
) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    turn_about(feedback, 0.25, 0.08)
    assert feedback.corrected(Step(turn=-0.25)).turn < -0.26


def test_the_correction_of_wide_turns_has_a_limit(walking: WalkingParameters) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    turn_about(feedback, 0.25, 0.3)
    assert feedback.share == walking.heading_feedback.wide_limit


def test_an_aimed_step_is_not_corrected_and_teaches_nothing(
    walking: WalkingParameters,
) -> None:
    feedback = HeadingFeedback(walking.heading_feedback)
    walk(feedback, 0.0, -0.02, 40)
    learnt, step = feedback.turn, Step(0.03)
    assert learnt > 0.0
    assert feedback.corrected(step, aimed=True) is step
    feedback.learn(made(step, turn=0.1))
    assert feedback.turn == learnt


def test_switched_off_the_drift_stays(walking: WalkingParameters) -> None:
    feedback = HeadingFeedback(replace(walking.heading_feedback, active=False))
    assert walk(feedback, 0.0, 0.03, 60) == 0.03
