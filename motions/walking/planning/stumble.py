"""Stumble detection: after a stumble, fast walks are slower until they have calmed.

A robot that rocks forward and backward waits long for the weight to shift, and a next step of the
same length makes it rock more. So after a step that took much longer than planned, or that ended
with the torso far from its desired pitch, the forward and backward speed limits are reduced at once
and restored step by step.
"""

from dataclasses import dataclass, replace

from hardware.units import AngleRange, NumberRange, PositiveRatio, Ratio
from motions.scalars import ramp
from motions.walking.planning.step_made import StepMade
from motions.walking.planning.wear import Speeds


@dataclass(frozen=True, slots=True)
class StumbleParameters:
    """Detection of, and reaction to, a stumble.

    Attributes:
        active: Whether a stumbling walk is slowed down.
        late: Range of the time taken, as a multiple of the planned duration, from no to full
            stumble.
        tilt: Likewise the range of the torso's distance from its desired pitch at the end, rad.
        slowest: Share of the forward and backward speed limits after a full stumble.
        calmer: Share that is restored per step.
    """

    active: bool
    late: NumberRange
    tilt: AngleRange
    slowest: PositiveRatio
    calmer: Ratio


class Stumble:
    """Tracks stumbles by the lateness and final tilt of steps.

    Attributes:
        share: Remaining share of the forward and backward speed limits.
    """

    def __init__(self, parameters: StumbleParameters) -> None:
        self._parameters = parameters
        self.share = 1.0

    def reset(self) -> None:
        """Start a walk."""
        self.share = 1.0

    def learn(self, made: StepMade | None, tilt: float) -> None:
        """Update the share from the finished step.

        Args:
            made: Outcome of the step; None after another motion.
            tilt: Pitch of the torso at its end, relative to the desired one, rad.
        """
        parameters = self._parameters
        if made is None or not parameters.active:
            return
        late = ramp(made.share, *parameters.late)
        tilted = ramp(abs(tilt), *parameters.tilt)
        left = 1.0 - max(late, tilted) * (1.0 - parameters.slowest)
        self.share = min(self.share + parameters.calmer, left)

    def cut(self, speeds: Speeds) -> Speeds:
        """Return the speed limits reduced by the stumble."""
        if self.share == 1.0:
            return speeds
        forward, backward = self.share * speeds.forward, self.share * speeds.backward
        return replace(speeds, forward=forward, backward=backward)
