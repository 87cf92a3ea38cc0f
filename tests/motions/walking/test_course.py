"""Steps turn as much as they were asked to."""

import math
from dataclasses import replace

import pytest

from motions.kinematics.geometry import Pose2
from motions.walking.configuration import WalkingParameters
from motions.walking.course import CourseFeedback
from motions.walking.step import Step, StepEnd
from tests.fakes import robot_state
from tests.motions.walking.test_stride import finished


def walk(feedback: CourseFeedback, asked: float, drift: float, steps: int) -> float:
    """Walk with a robot that turns by itself in every step; return the last step's turn, rad."""
    heading = way = 0.0
    feedback.learn(robot_state(), None)
    for _ in range(steps):
        step = feedback.corrected(Step(0.03, turn=asked))
        way = step.turn + drift
        heading = math.remainder(heading + way, 2.0 * math.pi)
        feedback.learn(robot_state(odometry=Pose2(heading=heading)), finished(step))
    return way


@pytest.mark.parametrize(("asked", "drift"), [(0.0, 0.03), (0.1, -0.02), (0.1, 0.05)])
def test_what_a_robot_turns_by_itself_is_taken_out_after_some_steps(
    walking: WalkingParameters, asked: float, drift: float
) -> None:
    way = walk(CourseFeedback(walking.course), asked, drift, 120)
    assert way == pytest.approx(asked, abs=math.radians(0.1))


def test_the_correction_of_the_course_has_a_limit(walking: WalkingParameters) -> None:
    feedback = CourseFeedback(walking.course)
    walk(feedback, 0.0, -0.2, 200)
    assert feedback.turn == walking.course.limit


def test_a_blow_and_an_aborted_step_teach_no_course(walking: WalkingParameters) -> None:
    feedback = CourseFeedback(walking.course)
    walk(feedback, 0.0, walking.course.ignore_above + 0.1, 10)
    assert feedback.turn == 0.0
    step = feedback.corrected(Step(0.03))
    turned = robot_state(odometry=Pose2(heading=0.05))
    feedback.learn(turned, finished(step, StepEnd.ABORT))
    assert feedback.turn == 0.0


def test_wide_turns_are_left_alone_also_in_their_narrow_steps(walking: WalkingParameters) -> None:
    """The inner foot makes a third of a turn, and the torso follows the outer one meanwhile."""
    feedback = CourseFeedback(walking.course)
    feedback.learn(robot_state(), None)
    heading = 0.0
    for _ in range(20):
        for asked, turned in ((0.335, 0.30), (0.165, 0.20)):
            assert feedback.corrected(Step(turn=asked)).turn == asked
            heading = math.remainder(heading + turned, 2.0 * math.pi)
            feedback.learn(robot_state(odometry=Pose2(heading=heading)), finished(Step()))
    assert feedback.turn == 0.0


def test_switched_off_the_course_is_left_to_the_robot(walking: WalkingParameters) -> None:
    feedback = CourseFeedback(replace(walking.course, active=False))
    assert walk(feedback, 0.0, 0.03, 60) == 0.03
