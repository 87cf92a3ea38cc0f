"""What outlives a kick: the ball as it is known, and when the last one was."""

import math
from dataclasses import dataclass, field

from motions.kicks.steady_ball import SteadyBall


@dataclass(slots=True)
class KickMemory:
    """Shared by the errand that leads to a kick and the kick itself.

    Attributes:
        ball: The ball as many pictures show it.
        last: When the last kick began, s; what was seen before is not where it was.
        made: How many kicks have gone through.
    """

    ball: SteadyBall
    last: float = field(default=-math.inf)
    made: int = 0
