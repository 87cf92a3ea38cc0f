"""Step length feedback: steps become as long as requested."""

from dataclasses import replace

import pytest

from motions.walking.configuration import WalkingParameters
from motions.walking.planning.step_length_feedback import StepLengthFeedback
from motions.walking.step import Step, StepEnd, StepKind
from tests.motions.walking.stepper import LASTS, finished, made


def walk(feedback: StepLengthFeedback, asked: float, lost: float, steps: int) -> float:
    """Walk with a constant error in every step, m; return the length of the last step, m."""
    way = 0.0
    feedback.learn(None)
    for _ in range(steps):
        step = feedback.corrected(Step(asked))
        way = step.x + lost
        feedback.learn(made(step, forward=way))
    return way


@pytest.mark.parametrize(("asked", "lost"), [(0.03, -0.006), (-0.03, 0.010)])
def test_the_loss_of_length_in_the_joints_is_added_after_some_steps(
    walking: WalkingParameters, asked: float, lost: float
) -> None:
    way = walk(StepLengthFeedback(walking.step_length_feedback), asked, lost, 60)
    assert way == pytest.approx(asked, abs=0.5e-3)


def test_a_step_whose_length_was_taken_away_teaches_nothing(walking: WalkingParameters) -> None:
    feedback = StepLengthFeedback(walking.step_length_feedback)
    feedback.corrected(Step(0.03))
    feedback.learn(made(Step(0.0), forward=-0.05))
    assert feedback.ahead == 0.0
    feedback.learn(made(Step(0.03), forward=-0.05))
    assert feedback.ahead > 0.0


def test_forward_and_backward_are_learnt_separately(walking: WalkingParameters) -> None:
    feedback = StepLengthFeedback(walking.step_length_feedback)
    walk(feedback, -0.03, 0.010, 60)
    assert feedback.ahead == 0.0
    assert feedback.corrected(Step(0.03)).x == 0.03


def test_the_correction_has_a_limit(walking: WalkingParameters) -> None:
    stride, lost = walking.step_length_feedback, 0.03
    longer, shorter = StepLengthFeedback(stride), StepLengthFeedback(stride)
    walk(longer, 0.03, -lost, 400)
    walk(longer, -0.03, lost, 400)
    assert (longer.ahead, longer.back) == (stride.longer_ahead, -stride.longer_back)
    walk(shorter, 0.03, lost, 400)
    walk(shorter, -0.03, -lost, 400)
    assert (shorter.ahead, shorter.back) == (-stride.shorter, stride.shorter)


def test_nothing_is_added_to_steps_on_the_spot_or_to_the_longest_backward_steps(
    walking: WalkingParameters,
) -> None:
    feedback = StepLengthFeedback(walking.step_length_feedback)
    walk(feedback, 0.03, -0.01, 60)
    assert feedback.corrected(Step(0.0)).x == 0.0
    longest_back = -walking.step_length_feedback.fade_back[1]
    assert feedback.corrected(Step(longest_back)).x == longest_back


def test_only_the_correction_of_backward_steps_fades(walking: WalkingParameters) -> None:
    parameters = walking.step_length_feedback
    feedback = StepLengthFeedback(parameters)
    walk(feedback, 0.03, -0.01, 60)
    walk(feedback, -0.03, 0.01, 60)
    begin, end = parameters.fade_back
    half = 0.5 * (begin + end)
    assert feedback.corrected(Step(half)).x == half + feedback.ahead
    assert feedback.corrected(Step(-half)).x == pytest.approx(-half + 0.5 * feedback.back)


def test_the_error_of_a_stumble_is_clamped(walking: WalkingParameters) -> None:
    own = walking.step_length_feedback
    feedback = StepLengthFeedback(own)
    walk(feedback, 0.03, -0.06, 1)
    assert feedback.ahead == pytest.approx(own.gain * own.most)


def test_an_aborted_step_teaches_nothing(walking: WalkingParameters) -> None:
    feedback = StepLengthFeedback(walking.step_length_feedback)
    step = feedback.corrected(Step(0.03))
    feedback.learn(made(finished(step, StepEnd.ABORT)))
    assert feedback.ahead == 0.0


@pytest.mark.parametrize("end", [StepEnd.SWITCH, StepEnd.PASSED])
def test_late_steps_and_delays_are_made_up_for_only_up_to_a_limit(
    walking: WalkingParameters, end: StepEnd
) -> None:
    own = walking.step_length_feedback
    assert own.latest > 1.0
    for share in (own.latest, 2.0):
        feedback = StepLengthFeedback(own)
        step = feedback.corrected(Step(0.03))
        feedback.learn(made(finished(step, end), forward=0.03, took=share * LASTS))
        assert feedback.ahead == pytest.approx(own.gain * (own.latest - 1.0) * 0.03)


def test_switched_off_it_changes_nothing(walking: WalkingParameters) -> None:
    feedback = StepLengthFeedback(replace(walking.step_length_feedback, active=False))
    walk(feedback, 0.03, -0.01, 60)
    assert feedback.corrected(Step(0.03)) == Step(0.03)


def test_a_late_step_to_a_place_is_not_lengthened(walking: WalkingParameters) -> None:
    feedback = StepLengthFeedback(walking.step_length_feedback)
    step = feedback.corrected(Step(0.03), placed=True)
    feedback.learn(made(step, forward=0.03, took=1.5 * LASTS))
    assert feedback.ahead == pytest.approx(0.0)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    ("turn", "kind", "teaches"),
    [
        (0.9, StepKind.STEPPING, True),
        (1.1, StepKind.STEPPING, False),
        (0.0, StepKind.STEPPING, True),
        (0.0, StepKind.STARTING, False),
    ],
)
def test_only_steps_with_small_turns_to_either_side_teach(
    walking: WalkingParameters, turn: float, kind: StepKind, teaches: bool, sign: float
) -> None:
    """Turns are shares of the widest turn that teaches."""
    limits = replace(walking.step_length_feedback, ignore_turn=0.2)
    feedback = StepLengthFeedback(limits)
    assert (feedback.ahead, feedback.back) == (0.0, 0.0)
    step = feedback.corrected(Step(0.03, 0.0, sign * turn * 0.2))
    run = replace(finished(step), kind=kind)
    way = 0.03 - 0.005  # 5 mm shorter than planned
    feedback.learn(made(run, forward=way))
    assert feedback.ahead == pytest.approx(limits.gain * 0.005 if teaches else 0.0)
