"""Takes the mean lean out of the walk.

Play and yielding joints let the torso of a walking robot lean back, more with speed and wear. The
hips answer slowly: what the torso leans on average is added to both hip pitches, so that the legs
stand as planned under an upright torso.

Where it leans otherwise over one foot than over the other, an ankle stands askew, as one does whose
zero is wrong: the torso nods with every double step, and soles land on their edges. The ankles are
turned against each other until it nods no more. Nodding is faster than the torso rocks by itself,
so it goes against what drives it.
"""

from dataclasses import dataclass

from hardware.units import Angle, LongTimeConstant, UnsignedAngle
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
        nod_time: Time in which a constant difference between the feet would be taken out, s.
        nod_limit: Largest turn of an ankle, rad.
        ignore_above: A pitch beyond this is a disturbance, no lean, rad.
    """

    active: bool
    time: LongTimeConstant
    limit: UnsignedAngle
    target: Angle
    nod_time: LongTimeConstant
    nod_limit: UnsignedAngle
    ignore_above: UnsignedAngle


class LeanCompensation(BalanceTerm):
    """Slow integral of the torso's pitch.

    Attributes:
        pitch: Flexion of both hips, rad; positive leans the torso forward.
        nod: Turn of the left ankle that presses its toes, and of the right one against it, rad.
    """

    group = "lean"
    lasting = True

    def __init__(self, parameters: LeanCompensationParameters) -> None:
        self._parameters: LeanCompensationParameters = parameters
        self.pitch = self.nod = 0.0

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self.pitch = self.nod = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Take in the torso's pitch of one cycle; what it is tilted on purpose is no lean.

        Nothing is learnt in the air, nor from a pitch that nobody measures.
        """
        parameters = self._parameters
        if not robot.contact or robot.blind or abs(robot.pitch) > parameters.ignore_above:
            return
        away = (robot.pitch + walk.tilt - parameters.target) * robot.cycle
        limit, most = parameters.limit, parameters.nod_limit
        self.pitch = clamp(self.pitch - away / parameters.time, -limit, limit)
        nod = self.nod - walk.support.sign * away / parameters.nod_time
        self.nod = clamp(nod, -most, most)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Bend both hips, and turn the ankles against each other."""
        lean_back(joints, walk.legs, -self.pitch)
        for side, leg in walk.legs.items():
            joints[leg.ankle_pitch] += side.sign * self.nod

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the flexion of the hips, and the turn of the left ankle."""
        return self.angle("hips", self.pitch), self.angle("nod", self.nod)
