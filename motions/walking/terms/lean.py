"""Takes the mean lean out of the walk.

Play and yielding joints let the torso of a walking robot lean back, more with speed and wear. The
hips answer slowly: what the torso leans on average is added to both hip pitches, so that the legs
stand as planned under an upright torso.
"""

from dataclasses import dataclass

from hardware.units import Angle, PositiveTime
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.terms.hips import lean_back
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class LeanCompensationParameters:
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


class LeanCompensation(BalanceTerm):
    """Slow integral of the torso's pitch.

    Attributes:
        pitch: Flexion of both hips, rad; positive leans the torso forward.
    """

    group = "lean"
    lasting = True

    def __init__(self, parameters: LeanCompensationParameters) -> None:
        self._parameters: LeanCompensationParameters = parameters
        self.pitch = 0.0

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self.pitch = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Take in the torso's pitch of one cycle; what it is tilted on purpose is no lean."""
        parameters = self._parameters
        if not robot.contact or abs(robot.pitch) > parameters.ignore_above:
            return
        change = (parameters.target - walk.tilt - robot.pitch) * robot.cycle / parameters.time
        self.pitch = clamp(self.pitch + change, -parameters.limit, parameters.limit)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Bend both hips."""
        lean_back(joints, walk.legs, -self.pitch)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the flexion of the hips."""
        return (self.angle("hips", self.pitch),)
