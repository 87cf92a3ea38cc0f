"""Ends a step before its own rule does: the support is about to switch."""

from motions.perception.state import RobotState
from motions.walking.optional.switch_prediction import SwitchPredictionParameters, switch_is_coming
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd


def early_end(
    prediction: SwitchPredictionParameters, state: RobotState, running: RunningStep, earliest: float
) -> StepEnd | None:
    """Return why a step is over, None while it goes on.

    Args:
        prediction: Whether a switch that is coming ends it.
        state: The robot now.
        running: The step; the end that it has found itself counts.
        earliest: Share of its duration before which no prediction ends it.
    """
    if running.end is not None:
        return running.end
    if (
        prediction.active
        and running.time > earliest * running.duration
        and switch_is_coming(prediction, state.support, running.step, running.swing)
    ):
        return StepEnd.PREDICTED
    return None
