"""What the zeros of a leg's joints are wrong by, taken out of the walk (`../joints/sole_trim.py`).

It is seen while the robot stands before its first step, unless standing has seen it for longer
(`../../standing_trim.py`), and taken out of the commands from then on. Later it is not seen: a
robot in its steps stands on edges.

Forward only a robot that leans back is turned so: its weight is behind, and it falls in its first
steps. One that leans forward has bent hips over a weight that is where it should be; `lean`
stretches them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.units import PositiveAngle, PositiveMilliseconds, UnsignedAngle
from motions.kinematics.sole_tilt import tilt_over_floor
from motions.perception.state import RobotState
from motions.scalars import ramp
from motions.walking.joints.sole_trim import SoleTrim, SoleTrimParameters
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState


@dataclass(frozen=True, slots=True)
class WalkTrimParameters(SoleTrimParameters):
    """What the zeros of a leg's joints are wrong by.

    Attributes:
        active: It is taken out.
        back_full: Lean back from which what is wrong forward is taken out in full, rad; of less a
            share is, of a lean forward nothing.
        young_doubt: Lean back that a robot which has just been switched on only seems to have, rad.
        believed_after: Standing soles that were looked at for so long are believed in full, s.
    """

    active: bool
    back_full: PositiveAngle
    young_doubt: UnsignedAngle
    believed_after: PositiveMilliseconds

    def share_forward(self, pitches: Iterable[float], doubt: float = 0.0) -> float:
        """Return which share of what is wrong forward is taken out: of a lean ahead nothing.

        Args:
            pitches: How both soles seem to be tilted, rad.
            doubt: Lean back that the robot may only seem to have, rad.
        """
        back = -0.5 * sum(pitches)
        return ramp(back, doubt, doubt + self.back_full)


class WalkTrim(BalanceTerm):
    """Takes out by how much standing soles seem to be tilted.

    Attributes:
        soles: What is known of each, and what is added for it.
    """

    group = "trim"
    lasting = True

    def __init__(
        self,
        parameters: WalkTrimParameters,
        soles: SoleTrim | None = None,
    ) -> None:
        """Know nothing yet.

        Args:
            parameters: How much is taken out.
            soles: Those of a robot that also stands; None for a walk alone.
        """
        self._parameters: WalkTrimParameters = parameters
        self._shared = soles is not None
        self.soles = soles or SoleTrim(parameters)

    @classmethod
    def of(cls, parameters: WalkTrimParameters, context: TermContext) -> "WalkTrim":
        """Return the trim of a robot that stands as the context says."""
        return cls(parameters, context.soles)

    def reset(self) -> None:
        """Begin anew, where standing goes on with what is taken out, or where nothing was."""
        if not self._shared:
            self.soles.begin()

    def stand(self, robot: RobotState) -> None:
        """Look at the soles of a robot that is about to walk: it may sway yet from a stop."""
        if not robot.contact or robot.blind:
            return
        known = self.soles.known
        tilts = {side: tilt_over_floor(robot.sole(side), robot.roll, robot.pitch) for side in known}
        share = self._parameters.share_forward(tilt.pitch for tilt in tilts.values())
        for side, tilt in tilts.items():
            known[side].roll = tilt.roll
            if not self.soles.sure:
                known[side].pitch = share * tilt.pitch

    def settle(self, robot: RobotState) -> bool:
        """Set a robot upright that leans far back, before its first step."""
        if not self.soles.turned_by(self._parameters.back_full):
            return False
        self.soles.update(robot.cycle)
        return True

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Go on towards what is known."""
        self.soles.update(robot.cycle)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Take the errors out."""
        self.soles.apply(joints, walk.legs)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what the support leg gets."""
        added = self.soles.added[walk.support]
        return self.angle("roll", added.roll), self.angle("pitch", added.pitch)
