"""A chosen kick from standing."""

from dataclasses import dataclass

from hardware.robots.model import Side


@dataclass(frozen=True, slots=True)
class KickOrder:
    """The kick that the robot is about to make.

    Attributes:
        name: Name of the kick.
        side: The kicking foot.
        strength: Strength, 0..1.
        ball: Offset of the ball from its nominal position: ahead and outwards, m.
    """

    name: str
    side: Side
    strength: float
    ball: tuple[float, float]
