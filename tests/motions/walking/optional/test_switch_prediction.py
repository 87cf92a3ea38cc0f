"""A switch is about to come only for steps that go ahead and only to the foot that swings."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.switch_prediction import switch_is_coming
from motions.walking.step import Step
from tests.fakes import support


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(
    ("degrees", "comes"), [(0.0, True), (59.0, True), (61.0, False), (180, False)]
)
def test_a_step_too_far_from_straight_ahead_predicts_nothing(
    walking: WalkingParameters, degrees: float, comes: bool, side: float
) -> None:
    parameters = replace(walking.switch_prediction, widest=math.radians(60.0))
    angle = math.radians(degrees)
    step = Step(0.05 * math.cos(angle), side * 0.05 * math.sin(angle))
    told = support(Side.RIGHT, predicted_switch=True)
    assert switch_is_coming(parameters, told, step, Side.LEFT) is comes
    assert not switch_is_coming(parameters, support(Side.RIGHT), step, Side.LEFT)
    assert not switch_is_coming(parameters, told, step, Side.RIGHT)
