"""Sources of step targets other than a requested speed."""

from dataclasses import dataclass
from typing import Protocol

from hardware.robots.model import Side
from motions.perception.state import RobotState
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


class StepSource(Protocol):
    """Chooses the target of each step, and keeps to the limits itself."""

    @property
    def aimed(self) -> bool:
        """Return whether the steps correct the errors of earlier ones."""

    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step: positive left, negative right, 0 either."""

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the next step.

        Args:
            swing: The next swing foot; it only steps outwards.
            last: The previous step; `Step()` after standing.
            limits: Limits of a step.
            state: Current state of the robot.
        """


@dataclass(frozen=True, slots=True)
class GivenStep:
    """Source of a single given step.

    Attributes:
        given: The step, already within the limits.
        aimed: The step corrects the errors of the steps before.
    """

    given: Step
    aimed: bool = True

    def side(self, state: RobotState) -> float:
        """Return the sideways step, positive to the left, m."""
        return self.given.y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the step; arguments as of `StepSource`."""
        return self.given
