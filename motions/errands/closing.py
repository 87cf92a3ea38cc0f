"""The step that closes the feet at the end of a path and still moves towards the end.

A stop takes a step anyway. Standing then brings the feet together, and the robot, midway between
them, has moved by half of the step. Half is right: about as much of the remaining error is due to
the measurement.
"""

from hardware.robots.model import Side
from motions.generators.parameters import ClosingParameters
from motions.kinematics.geometry import Pose2
from motions.scalars import clamp
from motions.walking.step import Step

_GONE = 0.5
"""Share of a closing step by which the robot has moved when it stands."""


def closing_towards(left: Pose2, swing: Side, parameters: ClosingParameters) -> tuple[Step, Pose2]:
    """Return the closing step, and the displacement that remains when the robot stands.

    Args:
        left: The remaining displacement before it, m and rad.
        swing: The foot that swings; it only steps outwards.
        parameters: Limits of the closing step.
    """
    x = clamp(left.x, -parameters.forward, parameters.forward)
    y = swing.sign * clamp(swing.sign * left.y, 0.0, parameters.aside)
    turn = clamp(left.heading, -parameters.turn, parameters.turn)
    rest = Pose2(left.x - _GONE * x, left.y - _GONE * y, left.heading - _GONE * turn)
    return Step(x, y, turn), rest
