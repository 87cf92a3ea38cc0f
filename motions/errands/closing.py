"""The step that closes the feet at the end of a way: it goes on where the way still leads.

A stop takes a step anyway. Standing then brings the feet together, and the robot, midway between
them, has gone half of it. Half is right: as much of what seems to be left is the measurement's.
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
"""Share of a closing step that the robot has gone when it stands."""


@dataclass(frozen=True, slots=True)
class ClosingStep:
    """Where the step goes that closes the feet.

    Attributes:
        way: Of the swing foot, m and rad.
        rest: What is left of the way when the robot stands.
        aimed: It makes good what the steps before have missed.
    """

    way: Step
    rest: Pose2
    aimed: bool = True

    @classmethod
    def towards(cls, left: Pose2, swing: Side, parameters: ClosingParameters) -> "ClosingStep":
        """Return the closing step of a way.

        Args:
            left: What is left of the way, m and rad.
            swing: The foot that swings; it only steps outwards.
            parameters: By how much standing may bring the feet together.
        """
        x = clamp(left.x, -parameters.forward, parameters.forward)
        y = swing.sign * clamp(swing.sign * left.y, 0.0, parameters.aside)
        turn = clamp(left.heading, -parameters.turn, parameters.turn)
        rest = Pose2(left.x - _GONE * x, left.y - _GONE * y, left.heading - _GONE * turn)
        return cls(Step(x, y, turn), rest)

    def side(self, state: RobotState) -> float:
        """Return to which side a first step goes better; this is a last one."""
        return self.way.y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the step; arguments as of `StepSource`."""
        return self.way
