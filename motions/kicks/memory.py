"""What outlives a kick: the ball as it is known, when the last kick was, and what came of it.

A foot that has swung is no kick yet: whether it hit, the pictures tell in which the ball lies
elsewhere, or still lies where it was.
"""

import math
from dataclasses import dataclass

from motions.kicks.parameters import KickOutcome
from motions.kicks.steady_ball import SteadyBall
from motions.perception.state import RobotState
from motions.perception.world import RollingBall


@dataclass(slots=True)
class KickMemory:
    """Shared by the errand that leads to a kick and the kick itself.

    Attributes:
        ball: The ball as many pictures show it.
        outcome: What tells whether a foot has hit.
        last: When the last kick was; what was seen before is not where it was.
        made: After how many kicks the ball was seen elsewhere.
        missed: After how many it was seen where it had been.
        unsure: The foot is through, and nothing is known of the ball since.
    """

    ball: SteadyBall
    outcome: KickOutcome
    last: float = -math.inf
    made: int = 0
    missed: int = 0
    unsure: bool = False
    _lay: RollingBall | None = None
    _looked: float = -math.inf
    _still: int = 0

    def swings(self) -> None:
        """Begin a kick: the ball lies where it is known now."""
        self._lay = self.ball.ball
        self.unsure = False

    def swung(self, time: float) -> None:
        """Wait from now on, s, for pictures that tell what came of it."""
        self.last = self._looked = time
        self._still = 0
        self.unsure = self._lay is not None

    def update(self, robot: RobotState) -> None:
        """Take in what is seen."""
        self.ball.update(robot)
        seen, lay = robot.world.ball, self._lay
        if not self.unsure or seen is None or lay is None or seen.time <= self._looked:
            return
        self._looked = seen.time
        if math.hypot(seen.x - lay.x, seen.y - lay.y) > self.outcome.further:
            self.made += 1
            self.unsure, self._lay = False, None
            return
        self._still += 1
        if self._still >= self.outcome.pictures:
            self.missed += 1
            self.unsure, self._lay = False, None
