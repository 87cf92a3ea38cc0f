"""The result of a step, reported once for all that learn from it."""

import math

import pytest

from motions.kinematics.geometry import Pose2
from motions.walking.planning.step_made import step_made
from motions.walking.step import Step
from tests.fakes import robot_state
from tests.motions.walking.stepper import LASTS, finished


@pytest.mark.parametrize("heading", [0.0, 1.0, math.pi - 0.01, -2.5])
def test_the_displacement_is_in_the_frame_of_the_start_of_the_step(heading: float) -> None:
    began = Pose2(3.0, -2.0, heading)
    now = began @ Pose2(0.04, 0.01, 0.05)
    made = step_made(finished(Step()), began, 0.0, robot_state(odometry=now))
    assert (made.forward, made.left, made.turn) == pytest.approx((0.04, 0.01, 0.05))


def test_a_delay_after_a_step_counts_in_its_duration() -> None:
    began, delay = 7.0, 0.05
    robot = robot_state(time=began + LASTS + delay)
    made = step_made(finished(Step()), Pose2(), began, robot)
    assert made.step.lasted == pytest.approx(LASTS)
    assert made.took == pytest.approx(LASTS + delay)
    assert made.share == pytest.approx(1.0 + delay / LASTS)


@pytest.mark.parametrize("contact", [True, False])
def test_the_ground_contact_at_the_end_of_a_step_is_reported(contact: bool) -> None:
    made = step_made(finished(Step()), Pose2(), 0.0, robot_state(contact=contact))
    assert made.contact is contact
