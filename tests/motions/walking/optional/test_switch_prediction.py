"""A switch is predicted only late in a forward step, and only to the swing foot."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.switch_prediction import switch_is_coming
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step
from motions.walking.swing_path import KickStep
from tests.fakes import support
from tests.motions.walking.stepper import PLAIN, a_step

EARLIEST = 0.6


def comes(
    walking: WalkingParameters,
    step: RunningStep,
    side: Side = Side.RIGHT,
    *,
    predicted: bool = True,
    active: bool = True,
) -> bool:
    """Return whether a switch is predicted for a robot that stands on a side."""
    parameters = replace(walking.switch_prediction, active=active, widest=math.radians(60.0))
    return switch_is_coming(parameters, support(side, predicted_switch=predicted), step, EARLIEST)


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(
    ("degrees", "ahead"), [(0.0, True), (59.0, True), (61.0, False), (180, False)]
)
def test_steps_too_far_from_straight_ahead_predict_no_switch(
    walking: WalkingParameters, degrees: float, ahead: bool, side: float
) -> None:
    angle = math.radians(degrees)
    step = Step(0.05 * math.cos(angle), side * 0.05 * math.sin(angle))
    running = replace(a_step(Side.LEFT, share=0.9), step=step)
    assert comes(walking, running) is ahead
    assert not comes(walking, running, predicted=False)
    assert not comes(walking, replace(running, swing=Side.RIGHT)), (
        "the support has switched already"
    )


def test_no_switch_is_predicted_while_a_foot_is_on_its_way_through_the_ball(
    walking: WalkingParameters,
) -> None:
    step = a_step(Side.LEFT, share=0.8)
    for until, predicted in ((0.9, False), (0.7, True)):
        kick = KickStep(Side.LEFT, (), PLAIN, step.duration, until * step.duration)
        assert comes(walking, replace(step, kick=kick)) is predicted


@pytest.mark.parametrize(("share", "late"), [(0.59, False), (0.61, True)])
def test_a_predicted_switch_counts_only_after_the_earliest_share_of_a_step(
    walking: WalkingParameters, share: float, late: bool
) -> None:
    step = a_step(Side.LEFT, share=share)
    assert comes(walking, step) is late
    assert not comes(walking, step, active=False)
