"""A step that ends before its own rule: predicted, and when that does not count."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.rhythm.early_end import early_end
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import a_step

EARLIEST = 0.6


def found(
    walking: WalkingParameters, step: RunningStep, state: RobotState, *, predicts: bool = True
) -> StepEnd | None:
    """Return the end that is found in one cycle by whoever predicts switches."""
    return early_end(replace(walking.switch_prediction, active=predicts), state, step, EARLIEST)


def soon(side: Side = Side.RIGHT) -> RobotState:
    return robot_state(support=support(side, predicted_switch=True))


@pytest.mark.parametrize(("share", "end"), [(0.59, None), (0.61, StepEnd.PREDICTED)])
def test_a_predicted_switch_ends_a_step_from_its_earliest_share_on(
    walking: WalkingParameters, share: float, end: StepEnd | None
) -> None:
    step = a_step(Side.LEFT, share=share)
    assert found(walking, step, soon()) is end
    assert found(walking, step, soon(), predicts=False) is None
    assert found(walking, step, soon(Side.LEFT)) is None, "it has shifted already"


def test_the_end_that_the_step_has_found_itself_counts(walking: WalkingParameters) -> None:
    step = replace(a_step(Side.LEFT, share=0.9), end=StepEnd.SWITCH)
    assert found(walking, step, soon()) is StepEnd.SWITCH
