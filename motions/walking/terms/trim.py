"""Takes out what the zeros of a leg's joints are wrong by: a sole that stands is flat.

Attitude and joints tell how a standing sole is tilted. It is not: what they tell is the error of
all zeros of that leg together. It is seen while the robot stands before its first step, and taken
out of the commands from then on. Later it is not seen: a robot in its steps stands on edges. Which
joint it is nobody can see; each gets its share, the ankle most.

Forward only a robot that leans back is turned so: its weight is behind, and it falls in its first
steps. One that leans forward has bent hips over a weight that is where it should be; `lean`
stretches them.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import Angle, AngularSpeed, PositiveAngle
from motions.kinematics.sole_tilt import Tilt, TiltShares, tilt_over_floor, turn_sole
from motions.perception.state import RobotState
from motions.scalars import clamp, ramp, toward
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class StandingTrimParameters:
    """What the zeros of a leg's joints are wrong by.

    Attributes:
        active: It is taken out.
        back_full: Lean back from which what is wrong forward is taken out in full, rad; of less a
            share is, of a lean forward nothing.
        roll_limit: Largest error of a leg that is taken out, rad.
        pitch_limit: Likewise forward, rad.
        speed: How fast it is taken out, rad/s.
        shares: Which joints take it out.
    """

    active: bool
    back_full: PositiveAngle
    roll_limit: Angle
    pitch_limit: Angle
    speed: AngularSpeed
    shares: TiltShares


class StandingTrim(BalanceTerm):
    """By how much standing soles seem to be tilted, and what is added to the joints for it.

    Attributes:
        known: Of each leg.
    """

    group = "trim"
    lasting = True

    def __init__(self, parameters: StandingTrimParameters) -> None:
        self._parameters: StandingTrimParameters = parameters
        self.known = {side: Tilt() for side in Side}
        self.reset()

    def reset(self) -> None:
        """Begin anew from a stance that nothing was taken out of. The robot is the same."""
        self._added = {side: Tilt() for side in Side}

    def stand(self, robot: RobotState) -> None:
        """Look at the soles of a robot that stands and is about to walk."""
        own = self._parameters
        if not robot.contact or robot.blind:
            return
        soles = {
            side: tilt_over_floor(robot.sole(side), robot.roll, robot.pitch) for side in self.known
        }
        back = -0.5 * sum(sole.pitch for sole in soles.values())
        share = ramp(back, 0.0, own.back_full)
        for side, known in self.known.items():
            roll, pitch = soles[side].roll, share * soles[side].pitch
            known.roll = clamp(roll, -own.roll_limit, own.roll_limit)
            known.pitch = clamp(pitch, -own.pitch_limit, own.pitch_limit)

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Go on towards what is known."""
        most = self._parameters.speed * robot.cycle
        for side, added in self._added.items():
            known = self.known[side]
            added.roll = toward(added.roll, known.roll, most)
            added.pitch = toward(added.pitch, known.pitch, most)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Take the errors out."""
        for side, added in self._added.items():
            turn_sole(joints, walk.legs[side], added, self._parameters.shares)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what the support leg gets."""
        added = self._added[walk.support]
        return self.angle("roll", added.roll), self.angle("pitch", added.pitch)
