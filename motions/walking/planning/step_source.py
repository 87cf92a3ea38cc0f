"""Where a step goes when it is not a speed that is asked for."""

from typing import Protocol

from hardware.robots.model import Side
from motions.perception.state import RobotState
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


class StepSource(Protocol):
    """Says once per step where it goes; it keeps to the limits itself."""

    @property
    def aimed(self) -> bool:
        """Return whether the steps make good what those before have missed."""

    def side(self, state: RobotState) -> float:
        """Return to which side the first step goes better: positive to the left, 0 to any."""

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step.

        Args:
            swing: The foot that will swing; it only steps outwards.
            last: The step before; `Step()` after standing.
            limits: What a step may be.
            state: The robot now.
        """
