"""A walk that stumbles goes on more slowly until it has calmed.

A robot that rocks ahead and back waits long for the weight to shift, and its next step, as long as
the last, makes it rock more. So after a step that took much longer than planned, or that ended with
a torso far from upright, what may be asked forward and backward is cut at once, and comes back step
by step.
"""

from dataclasses import dataclass, replace

from hardware.units import AngleRange, NumberRange, PositiveRatio, Ratio
from motions.perception.state import RobotState
from motions.scalars import ramp
from motions.walking.planning.step_made import StepMade
from motions.walking.planning.wear import Speeds


@dataclass(frozen=True, slots=True)
class StumbleParameters:
    """When a step was a stumble, and how the robot walks then.

    Attributes:
        active: A walk that stumbles goes on more slowly.
        late: What a step took as a multiple of its duration: from no stumble to a whole one.
        tilt: Of the torso ahead or back where a step ends, rad: likewise.
        slowest: What is left of the profile's speeds forward and backward after a whole one.
        calmer: Share of them that comes back with every step.
    """

    active: bool
    late: NumberRange
    tilt: AngleRange
    slowest: PositiveRatio
    calmer: Ratio


class Stumble:
    """Remembers how late and how tilted the last steps ended.

    Attributes:
        share: What is left of the profile's speeds forward and backward.
    """

    def __init__(self, parameters: StumbleParameters) -> None:
        self._parameters = parameters
        self.share = 1.0

    def reset(self) -> None:
        """Begin a walk."""
        self.share = 1.0

    def learn(self, made: StepMade | None, robot: RobotState) -> None:
        """Take in the step that has just ended.

        Args:
            made: What came of it; None when another motion went before.
            robot: The robot now.
        """
        parameters = self._parameters
        if made is None or not parameters.active:
            return
        late = ramp(made.share, *parameters.late)
        tilted = ramp(abs(robot.pitch), *parameters.tilt)
        left = 1.0 - max(late, tilted) * (1.0 - parameters.slowest)
        self.share = min(self.share + parameters.calmer, left)

    def cut(self, speeds: Speeds) -> Speeds:
        """Return what may be asked of a robot that could walk at these speeds."""
        if self.share == 1.0:
            return speeds
        forward, backward = self.share * speeds.forward, self.share * speeds.backward
        return replace(speeds, forward=forward, backward=backward)
