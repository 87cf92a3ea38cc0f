"""What outlives a kick: the ball as it is known, when the last kick was, and what came of it.

A foot that has swung is no kick yet: whether it hit, the pictures tell in which the ball lies
elsewhere, or still lies where it was.
"""

import math
from dataclasses import dataclass, replace

from motions.kicks.parameters import KickOutcome
from motions.kicks.steady_ball import SteadyBall
from motions.perception.state import RobotState
from motions.perception.world import RollingBall


@dataclass(frozen=True, slots=True)
class LastKick:
    """The last foot that has gone at a ball.

    Attributes:
        name: Of the kick.
        time: When it was through, s; when it began, if something has cut it off.
        hit: The ball was seen elsewhere afterwards, or where it had been; None as long as nobody
            knows.
    """

    name: str
    time: float
    hit: bool | None = None


@dataclass(slots=True)
class KickMemory:
    """Shared by the errand that leads to a kick and the kick itself.

    Attributes:
        ball: The ball as many pictures show it.
        outcome: What tells whether a foot has hit.
        last: When the last kick was; what was seen before is not where it was.
        begun: How many kicks have begun.
        hit: Which of them, counted from 1, was the last after which the ball was seen elsewhere; 0
            before any.
        unsure: The foot is through, and nothing is known of the ball since.
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
    _still: int = 0

    def swings(self, name: str, time: float) -> None:
        """Begin a kick: the ball lies where it is known now.

        Args:
            name: Of the kick.
            time: Now, s.
        """
        self.begun += 1
        self._lay = self.ball.ball
        self.unsure = False
        self.kick = LastKick(name, time)

    def swung(self, time: float) -> None:
        """Wait from now on, s, for pictures that tell what came of it."""
        self.last = self._looked = time
        self._still = 0
        self.unsure = self._lay is not None
        if self.kick is not None:
            self.kick = replace(self.kick, time=time)

    def update(self, robot: RobotState) -> None:
        """Take in what is seen."""
        self.ball.update(robot)
        seen, lay = robot.world.ball, self._lay
        if not self.unsure or seen is None or lay is None or seen.time <= self._looked:
            return
        self._looked = seen.time
        if math.hypot(seen.x - lay.x, seen.y - lay.y) > self.outcome.further:
            self.hit = self.begun
            self._told(hit=True)
            return
        self._still += 1
        if self._still >= self.outcome.pictures:
            self._told(hit=False)

    def _told(self, *, hit: bool) -> None:
        """Take in what the pictures tell of the last kick."""
        self.unsure, self._lay = False, None
        if self.kick is not None:
            self.kick = replace(self.kick, hit=hit)
