"""A kick out of the stand that has been decided on."""

from dataclasses import dataclass

from hardware.robots.model import Side


@dataclass(frozen=True, slots=True)
class KickOrder:
    """What the robot is about to do.

    Attributes:
        name: Of the kick.
        side: Of the foot that kicks.
        strength: 0..1.
        ball: Where the ball lies, seen from the place of the foot that kicks: how much further
            ahead and further outwards than it should, m.
    """

    name: str
    side: Side
    strength: float
    ball: tuple[float, float]
