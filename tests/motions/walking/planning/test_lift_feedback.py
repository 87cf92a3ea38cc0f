"""Lift feedback: feet are lifted so high that steps last as long as planned."""

from dataclasses import replace

import pytest

from hardware.sensors_and_commands import CYCLE
from motions.walking.configuration import WalkingParameters
from motions.walking.planning.lift_feedback import LiftFeedback, LiftFeedbackParameters
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from tests.motions.walking.stepper import finished, made


@pytest.fixture
def own(walking: WalkingParameters) -> LiftFeedbackParameters:
    return replace(walking.lift_feedback, active=True)


def lasted(share: float, end: StepEnd = StepEnd.SWITCH) -> RunningStep:
    """Return a finished step that lasted this share of its planned duration."""
    run = finished(Step(0.03), end)
    return replace(run, time=share * run.duration + CYCLE)


def test_steps_that_end_early_raise_the_lift_up_to_a_limit(
    own: LiftFeedbackParameters,
) -> None:
    feedback, step = LiftFeedback(own), lasted(0.8)
    feedback.learn(made(step))
    assert feedback.lift == pytest.approx(own.gain * 0.2 * step.duration)
    for _ in range(1000):
        feedback.learn(made(step))
    assert feedback.lift == own.higher


def test_late_steps_lower_the_lift_to_its_planned_height_at_most(
    own: LiftFeedbackParameters,
) -> None:
    feedback = LiftFeedback(own)
    for _ in range(10):
        feedback.learn(made(lasted(0.8)))
    for _ in range(1000):
        feedback.learn(made(lasted(1.2, StepEnd.PASSED)))
    assert feedback.lift == 0.0


def test_a_delayed_step_counts_no_more_than_a_late_one(
    own: LiftFeedbackParameters,
) -> None:
    feedback = LiftFeedback(own)
    feedback.lift = own.higher
    feedback.learn(made(lasted(8.0)))
    assert feedback.lift == pytest.approx(own.higher - own.gain * own.ignore_above)


@pytest.mark.parametrize(
    ("end", "kind", "planned"),
    [
        (StepEnd.ABORT, StepKind.STEPPING, Step(0.03)),
        (StepEnd.SWITCH, StepKind.STARTING, Step(0.03)),
        (StepEnd.SWITCH, StepKind.STEPPING, Step(0.0, 0.05)),
        (StepEnd.SWITCH, StepKind.STEPPING, Step(0.0, 0.0, -0.5)),
    ],
)
def test_only_straight_steps_that_end_on_the_other_foot_teach(
    own: LiftFeedbackParameters, end: StepEnd, kind: StepKind, planned: Step
) -> None:
    feedback = LiftFeedback(own)
    feedback.learn(made(replace(lasted(0.8, end), kind=kind, planned=planned)))
    assert feedback.lift == 0.0


def test_switched_off_no_foot_is_lifted_higher(own: LiftFeedbackParameters) -> None:
    feedback = LiftFeedback(replace(own, active=False))
    feedback.learn(made(lasted(0.8)))
    assert feedback.lift == 0.0
