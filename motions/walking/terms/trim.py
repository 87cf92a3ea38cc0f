"""Compensation of the errors of a leg's joint zeros in the walk (`../joints/sole_trim.py`).

The errors are measured while the robot stands before its first step, unless standing has observed
them for longer (`../../standing_trim.py`), and are subtracted from the commands from then on. They
cannot be measured later, because a walking robot stands on the edges of its soles.

In pitch, only a robot that leans back is corrected: its weight is too far back, and it would fall
in its first steps. In one that leans forward, the hips are bent but the weight is where it should
be; `lean` corrects them.
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
    """Compensation of the errors of a leg's joint zeros.

    Attributes:
        active: Whether the errors are compensated.
        back_full: Backward lean from which on the pitch error is compensated in full, rad; a
            smaller one is compensated in part, a forward lean not at all.
        young_doubt: Backward lean that may be an attitude error just after power-on, rad.
        believed_after: Observation time after which the soles' tilt is trusted in full, s.
    """

    active: bool
    back_full: PositiveAngle
    young_doubt: UnsignedAngle
    believed_after: PositiveMilliseconds

    def share_forward(self, pitches: Iterable[float], doubt: float = 0.0) -> float:
        """Return the share of the pitch error to compensate; 0 for a forward lean.

        Args:
            pitches: Apparent pitch of both soles, rad.
            doubt: Backward lean that may be an attitude error, rad.
        """
        back = -0.5 * sum(pitches)
        return ramp(back, doubt, doubt + self.back_full)


class WalkTrim(BalanceTerm):
    """Compensates the apparent tilt of standing soles.

    Attributes:
        soles: Known tilt of each sole, and its compensation.
    """

    group = "trim"
    lasting = True

    def __init__(
        self,
        parameters: WalkTrimParameters,
        soles: SoleTrim | None = None,
    ) -> None:
        """Create the term without known errors.

        Args:
            parameters: Parameters of the compensation.
            soles: Trim shared with standing; None for a walk alone.
        """
        self._parameters: WalkTrimParameters = parameters
        self._shared = soles is not None
        self.soles = soles or SoleTrim(parameters)

    @classmethod
    def of(cls, parameters: WalkTrimParameters, context: TermContext) -> "WalkTrim":
        """Return the trim, shared with standing if the context has one."""
        return cls(parameters, context.soles)

    def reset(self) -> None:
        """Restart the compensation, unless standing shares and continues it."""
        if not self._shared:
            self.soles.begin()

    def stand(self, robot: RobotState) -> None:
        """Measure the soles' tilt before the first step; the robot may still sway from a stop."""
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
        """Straighten a robot that leans far back before its first step."""
        if not self.soles.turned_by(self._parameters.back_full):
            return False
        self.soles.update(robot.cycle)
        return True

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Move the compensation towards the known errors."""
        self.soles.update(robot.cycle)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Subtract the errors from the joint targets."""
        self.soles.apply(joints, walk.legs)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the compensation of the support leg."""
        added = self.soles.added[walk.support]
        return self.angle("roll", added.roll), self.angle("pitch", added.pitch)
