"""The step that closes the feet at the end of a path and still moves towards the end.

A stop takes a step anyway. Standing then brings the feet together, and the robot, midway between
them, has moved by half of the step. Half is right: about as much of the remaining error is due to
the measurement.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from motions.generators.parameters import ClosingParameters
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

_GONE = 0.5
"""Share of a closing step by which the robot has moved when it stands."""


@dataclass(frozen=True, slots=True)
class ClosingStep:
    """Step source of the closing step.

    Attributes:
        way: Step of the swing foot, m and rad.
        rest: Displacement that remains when the robot stands.
        aimed: The step corrects the errors of the steps before.
    """

    way: Step
    rest: Pose2
    aimed: bool = True

    @classmethod
    def towards(cls, left: Pose2, swing: Side, parameters: ClosingParameters) -> "ClosingStep":
        """Return the closing step for a remaining displacement.

        Args:
            left: The remaining displacement, m and rad.
            swing: The foot that swings; it only steps outwards.
            parameters: Limits of the closing step.
        """
        x = clamp(left.x, -parameters.forward, parameters.forward)
        y = swing.sign * clamp(swing.sign * left.y, 0.0, parameters.aside)
        turn = clamp(left.heading, -parameters.turn, parameters.turn)
        rest = Pose2(left.x - _GONE * x, left.y - _GONE * y, left.heading - _GONE * turn)
        return cls(Step(x, y, turn), rest)

    def side(self, state: RobotState) -> float:
        """Return the sideways step; unused as a preference, as this is the last step."""
        return self.way.y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the step; arguments as of `StepSource`."""
        return self.way
