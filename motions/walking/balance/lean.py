"""Takes the mean lean out of the walk.

Play and yielding joints let the torso of a walking robot lean back, more with speed and wear. The
hips answer slowly: what the torso leans on average is added to both hip pitches, so that the legs
stand as planned under an upright torso.
"""

from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.units import Angle, PositiveTime
from motions.perception.state import RobotState
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class Lean:
    """Compensation of the mean lean.

    Attributes:
        active: The hips answer a mean lean.
        time: Time in which a constant lean would be taken out, s.
        limit: Largest flexion of the hips, rad.
        target: Pitch that the walk shall have on average, rad.
        ignore_above: A pitch beyond this is a disturbance, no lean, rad.
    """

    active: bool
    time: PositiveTime
    limit: Angle
    target: Angle
    ignore_above: Angle


class LeanCompensation:
    """Slow integral of the torso's pitch.

    Attributes:
        pitch: Flexion of both hips, rad; positive leans the torso forward.
    """

    def __init__(self, parameters: Lean) -> None:
        self._parameters = parameters
        self.pitch = 0.0

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self.pitch = 0.0

    def update(self, state: RobotState, tilt: float = 0.0) -> None:
        """Take in the torso's pitch of one cycle of a step.

        Args:
            state: The robot now.
            tilt: By how much the torso is tilted back on purpose, rad.
        """
        parameters = self._parameters
        disturbed = abs(state.pitch) > parameters.ignore_above
        if not parameters.active or not state.contact or disturbed:
            return
        change = (parameters.target - tilt - state.pitch) * CYCLE / parameters.time
        self.pitch = clamp(self.pitch + change, -parameters.limit, parameters.limit)
