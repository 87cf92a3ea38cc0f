"""Memory across kicks: the filtered ball, the time of the last kick, and its outcome.

A stroke is not yet a kick: whether it hit is decided by later pictures, which show the ball
elsewhere or still at its old position. Odometry does not measure a fall, after which a ball at rest
seems to have moved.
"""

import math
from dataclasses import dataclass, replace

from motions.kicks.parameters import KickOutcome
from motions.kicks.steady_ball import SteadyBall
from motions.perception.state import RobotState
from motions.perception.world import RollingBall


@dataclass(frozen=True, slots=True)
class LastKick:
    """The last kick.

    Attributes:
        name: Name of the kick.
        time: When the stroke ended, s; when the kick began, if it was interrupted.
        hit: True if the ball was seen elsewhere afterwards, False if at its old position; None
            while that is unknown.
    """

    name: str
    time: float
    hit: bool | None = None


@dataclass(slots=True)
class KickMemory:
    """Memory shared by the errand that leads to a kick and the kick itself.

    Attributes:
        ball: Filtered position of the ball.
        outcome: Criteria for a hit.
        last: Time of the last stroke, or of a step that failed to prepare one, s; older sightings
            of the ball are outdated.
        begun: Number of kicks begun.
        hit: Number, counted from 1, of the last kick that hit; 0 before any.
        unsure: Whether the outcome of the last stroke is still unknown.
        kick: The last kick; None before the first.
    """

    ball: SteadyBall
    outcome: KickOutcome
    last: float = -math.inf
    begun: int = 0
    hit: int = 0
    unsure: bool = False
    kick: LastKick | None = None
    _lay: RollingBall | None = None
    _looked: float = -math.inf
    _gone: int = 0
    _still: int = 0
    _fallen: bool = False

    def swings(self, name: str, time: float) -> None:
        """Begin a kick and remember the position of the ball.

        Args:
            name: Name of the kick.
            time: Now, s.
        """
        self.begun += 1
        self._lay = self.ball.ball
        self.unsure = False
        self.kick = LastKick(name, time)

    def swung(self, time: float) -> None:
        """End the stroke at a time, s, and wait for pictures that show its outcome."""
        self.last = self._looked = time
        self._gone = self._still = 0
        self._fallen = False
        self.unsure = self._lay is not None
        if self.kick is not None:
            self.kick = replace(self.kick, time=time)

    def update(self, robot: RobotState) -> None:
        """Update the ball and the outcome of the last kick."""
        self.ball.update(robot)
        self._fallen |= robot.displaced
        seen, lay = robot.world.ball, self._lay
        if not self.unsure or seen is None or lay is None or seen.time <= self._looked:
            return
        self._looked = seen.time
        own = self.outcome
        far = own.further_fallen if self._fallen else own.further
        if math.hypot(seen.x - lay.x, seen.y - lay.y) > far:
            self._gone += 1
            if self._gone >= own.agree:
                self.hit = self.begun
                self._settle(hit=True)
            return
        self._gone = 0
        self._still += 1
        if self._still >= own.pictures:
            self._settle(hit=False)

    def _settle(self, *, hit: bool) -> None:
        """Record the outcome of the last kick."""
        self.unsure, self._lay = False, None
        if self.kick is not None:
            self.kick = replace(self.kick, hit=hit)
