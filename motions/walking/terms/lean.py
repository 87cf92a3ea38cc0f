"""Compensation of the torso's mean lean.

Play and compliant joints let the torso of a walking robot lean back, more so with speed and wear.
The hips respond slowly: an integral of the lean is subtracted from both hip pitches, so that the
legs stand as planned under an upright torso. In a backward walk the torso leans forward: otherwise
it tips back in some steps until the support sole stands on the edge of its heel alone, where it
pivots.

If the lean differs between the feet, for example because of a wrong zero of an ankle, the torso
nods with every double step and soles land on their edges. The ankles are turned in opposite
directions until the nodding stops. Nodding is faster than the torso's natural rocking, so it is in
antiphase with its cause.
"""

from dataclasses import dataclass

from hardware.units import Angle, AnglePerLength, LongTimeConstant, UnsignedAngle
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.terms.hips import lean_back
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class LeanCompensationParameters:
    """Compensation of the mean lean.

    Attributes:
        active: Whether a mean lean is compensated.
        time: Integration time of the lean, s.
        limit: Largest flexion of the hips, rad.
        target: Desired mean pitch, rad.
        back_target: Added to the target per length of a planned backward step, rad/m.
        nod_time: Integration time of the difference between the feet, s.
        nod_limit: Largest turn of an ankle, rad.
        ignore_above: Pitch above which the lean is a disturbance and ignored, rad.
    """

    active: bool
    time: LongTimeConstant
    limit: UnsignedAngle
    target: Angle
    back_target: AnglePerLength
    nod_time: LongTimeConstant
    nod_limit: UnsignedAngle
    ignore_above: UnsignedAngle


class LeanCompensation(BalanceTerm):
    """Integrates the torso's pitch slowly into the hips and ankles.

    Attributes:
        pitch: Flexion of both hips, rad; positive leans the torso forward.
        nod: Turn that presses on the toes of the left foot and the heel of the right one, rad.
    """

    group = "lean"
    lasting = True

    def __init__(self, parameters: LeanCompensationParameters) -> None:
        self._parameters: LeanCompensationParameters = parameters
        self.pitch = self.nod = 0.0

    def reset(self) -> None:
        """Reset the integrals: the walk starts from standing."""
        self.pitch = self.nod = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Integrate the torso's pitch of one cycle, without its intentional tilt.

        Nothing is integrated in the air or without a measured pitch.
        """
        parameters = self._parameters
        back = 0.0 if walk.running is None else max(-walk.running.planned.x, 0.0)
        walk.lean = parameters.target + parameters.back_target * back
        if not robot.contact or robot.blind or abs(robot.pitch) > parameters.ignore_above:
            return
        away = (robot.pitch + walk.tilt - walk.lean) * robot.cycle
        limit, most = parameters.limit, parameters.nod_limit
        self.pitch = clamp(self.pitch - away / parameters.time, -limit, limit)
        nod = self.nod - walk.support.sign * away / parameters.nod_time
        self.nod = clamp(nod, -most, most)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Bend both hips, and turn the ankles in opposite directions."""
        lean_back(joints, walk.legs, -self.pitch)
        for side, leg in walk.legs.items():
            joints[leg.ankle_pitch] += side.sign * self.nod

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the flexion of the hips, and the turn of the left ankle."""
        return self.angle("hips", self.pitch), self.angle("nod", self.nod)
