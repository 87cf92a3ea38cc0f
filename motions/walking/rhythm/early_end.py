"""Ends a step where its own rule does not: before the support switches, or without a switch."""

from motions.perception.state import RobotState
from motions.walking.optional.stuck import StuckDetector, StuckStepParameters
from motions.walking.optional.switch_prediction import SwitchPredictionParameters, switch_is_coming
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind


class EarlyEnd:
    """Looks at every cycle of a step, the last one of its own rule too."""

    def __init__(self, prediction: SwitchPredictionParameters, stuck: StuckStepParameters) -> None:
        self._prediction = prediction
        self._stuck = StuckDetector(stuck) if stuck.active else None

    def find(self, state: RobotState, running: RunningStep, earliest: float) -> StepEnd | None:
        """Take one cycle of a step and return why it is over, None while it goes on.

        Args:
            state: The robot now.
            running: The step.
            earliest: Share of its duration before which no prediction ends it.
        """
        late = running.time - running.duration
        stuck = self._stuck is not None and self._stuck.update(state, running.swing, late)
        if running.end is not None:
            return running.end
        if (
            self._prediction.active
            and running.time > earliest * running.duration
            and switch_is_coming(self._prediction, state.support, running.step, running.swing)
        ):
            return StepEnd.PREDICTED
        if stuck and running.kind in (StepKind.STEPPING, StepKind.STOPPING):
            return StepEnd.STUCK
        return None
