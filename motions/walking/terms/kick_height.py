"""Holds a kicking foot at its height above the ground, where worn joints let it sink or rise.

The height of the swing sole over the support sole is measured by joints and attitude and compared
with the commanded one. What these sensors do not see, play and wrong joint zeros, shows when a foot
lands: a sole that meets the ground while it is measured to be above it hangs lower than measured.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.robots.model import Side
from hardware.units import Length, Milliseconds, PositiveRatio, Unit, UnsignedLength
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.joints.requests import RequestAgeParameters, SentRequests
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class KickHeightParameters:
    """Correction of the height of kicking feet.

    Attributes:
        active: Whether heights are corrected, in kicks whose `holds_height` is above 0.
        full_from: Share of the step's duration from which the correction is applied in full.
        limit: Largest correction, m.
        swings: Time without pressure after which a contact of the swing foot is a landing, s.
        landing: Measured height of the sole when a foot of a usual robot lands, m.
        landings: Number of landings over which the height of a foot is averaged.
    """

    active: bool
    full_from: PositiveRatio
    limit: UnsignedLength
    swings: Milliseconds
    landing: Length
    landings: Annotated[int, Unit(""), Ge(1)]


class KickHeight(BalanceTerm):
    """Corrects the height of the kicking foot.

    Attributes:
        landing: Measured height of each sole when it lands, averaged, m.
    """

    group = "kick_height"

    def __init__(self, parameters: KickHeightParameters, requests: RequestAgeParameters) -> None:
        self._parameters: KickHeightParameters = parameters
        self._commanded: SentRequests[float] = SentRequests(requests)
        self.reset()

    @classmethod
    def of(cls, parameters: KickHeightParameters, context: TermContext) -> "KickHeight":
        """Return the term for joints that show a command as late as those of the walk."""
        return cls(parameters, context.requests)

    def reset(self) -> None:
        """Forget the landings: the walk starts from standing."""
        self.landing = dict.fromkeys(Side, self._parameters.landing)
        self._landings = dict.fromkeys(Side, 1)
        self._in_air = self._height = self._added = 0.0
        self._commanded.clear()

    def begin(self, robot: RobotState, walk: WalkState) -> None:
        """Start a step."""
        self._in_air = self._added = 0.0
        self._commanded.clear()

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Measure the height of the swing foot, and learn from its landing."""
        swing = walk.step.swing
        if robot.blind:  # no attitude, no height
            self._commanded.clear()
        known = robot.contact and not robot.blind
        if robot.support.pressure(swing):
            swung = self._in_air + 0.5 * robot.cycle >= self._parameters.swings
            if swung and known and walk.step.teaches:
                self._learn(swing)
            self._in_air = 0.0
        else:
            self._in_air += robot.cycle
        self._height = robot.sole_height(swing)

    def _learn(self, swing: Side) -> None:
        """Average the height measured in the last cycle before the landing."""
        self._landings[swing] = min(self._landings[swing] + 1, self._parameters.landings)
        self.landing[swing] += (self._height - self.landing[swing]) / self._landings[swing]

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Lift or lower a foot that is still on its path through the ball."""
        running, own = walk.step, self._parameters
        self._added = 0.0
        if running.kick is None or not running.kicks or running.kick.style.holds_height == 0.0:
            return
        swing, support = feet.of(running.swing), feet.of(running.support)
        planned = swing.lift - support.lift
        correction = self.landing[running.swing] - own.landing
        if (executed := self._commanded.executed) is not None:
            correction -= self._height - executed
        grown = min(running.time / (own.full_from * running.duration), 1.0)
        share = grown * running.kick.style.holds_height
        self._added = share * clamp(correction, -own.limit, own.limit)
        self._commanded.append(planned + self._added)
        swing.lift += self._added

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the correction."""
        return (self.length("lift", self._added),)
