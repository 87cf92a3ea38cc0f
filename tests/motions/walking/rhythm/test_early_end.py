"""A step that ends before its own rule: predicted or stuck, and when neither counts."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.rhythm.early_end import EarlyEnd
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from tests.fakes import SOLES, robot_state, support
from tests.motions.walking.stepper import a_step

EARLIEST = 0.6


def found(
    walking: WalkingParameters,
    step: RunningStep,
    state: RobotState,
    *,
    predicts: bool = True,
    looks: bool = True,
) -> StepEnd | None:
    """Return the end that is found in one cycle by whoever predicts and looks for stuck steps."""
    end = EarlyEnd(
        replace(walking.switch_prediction, active=predicts),
        replace(walking.stuck, active=looks, mean=1.0, deviation=1.0, yaw_deviation=1.0),
    )
    return end.find(state, step, EARLIEST)


def soon(side: Side = Side.RIGHT) -> RobotState:
    return robot_state(support=support(side, predicted_switch=True))


@pytest.mark.parametrize(("share", "end"), [(0.59, None), (0.61, StepEnd.PREDICTED)])
def test_a_predicted_switch_ends_a_step_from_its_earliest_share_on(
    walking: WalkingParameters, share: float, end: StepEnd | None
) -> None:
    step = a_step(Side.LEFT, share=share)
    assert found(walking, step, soon(), looks=False) is end
    assert found(walking, step, soon(), looks=False, predicts=False) is None
    assert found(walking, step, soon(Side.LEFT), looks=False) is None, "it has shifted already"


@pytest.mark.parametrize("kind", StepKind)
def test_only_steps_and_stops_get_stuck(walking: WalkingParameters, kind: StepKind) -> None:
    late = 1.0 + (walking.stuck.late + 0.01) / 0.25
    state = robot_state(support=support(Side.RIGHT), **SOLES)
    step = replace(a_step(Side.LEFT, share=late), kind=kind)
    stuck = StepEnd.STUCK if kind in (StepKind.STEPPING, StepKind.STOPPING) else None
    assert found(walking, step, state, predicts=False) is stuck
    assert found(walking, step, state, predicts=False, looks=False) is None
    in_time = replace(step, time=0.25 + walking.stuck.late - 0.01)
    assert found(walking, in_time, state, predicts=False) is None


def test_the_end_that_the_step_has_found_itself_counts(walking: WalkingParameters) -> None:
    step = replace(a_step(Side.LEFT, share=0.9), end=StepEnd.SWITCH)
    assert found(walking, step, soon()) is StepEnd.SWITCH
