"""Time profiles of a step, and the offsets of the feet from the stance."""

from dataclasses import dataclass

from hardware.robots.model import Side
from motions.scalars import clamp


def swing_progress(u: float) -> float:
    """Return the progress of the swing foot: S-shaped, at rest at both ends.

    Args:
        u: Progress of time, clipped to 0..1.
    """
    u = clamp(u, 0.0, 1.0)
    return 2.0 * u * u if u < 0.5 else 4.0 * u - 2.0 * u * u - 1.0


def support_progress(u: float) -> float:
    """Return the progress of the support foot: linear, so the torso moves at constant speed."""
    return clamp(u, 0.0, 1.0)


def lift_progress(u: float, apex: float) -> float:
    """Return the height of the swing foot as a share of its apex.

    Two parabolas up, two down; time is warped so that the apex lies at `apex`.

    Args:
        u: Progress of the lift, clipped to 0..1.
        apex: Progress at which the apex is reached, 0 < apex < 1.
    """
    u = clamp(u, 0.0, 1.0)
    v = 0.5 * u / apex if u < apex else 0.5 + 0.5 * (u - apex) / (1.0 - apex)
    if v < 0.25:
        return 8.0 * v * v
    if v < 0.75:
        return 1.0 - 8.0 * (v - 0.5) ** 2
    return 8.0 * (1.0 - v) ** 2


def held_up(u: float, apex: float, until: float) -> float:
    """Return the progress of a lift that is held at its apex, followed by a faster descent.

    Args:
        u: Progress of time.
        apex: Progress at which the apex is reached.
        until: Progress until which the foot is held there; no effect if not after the apex.
    """
    if u <= apex or until <= apex:
        return u
    return apex + (1.0 - apex) * clamp((u - until) / (1.0 - until), 0.0, 1.0)


@dataclass(slots=True)
class FootOffset:
    """Offset of a foot from its place in the stance.

    Attributes:
        forward: Forward, m.
        side: To the left, m.
        lift: Upwards, m.
        roll: Rotation of the sole against the torso about x, rad.
        pitch: The same about y, rad.
    """

    forward: float = 0.0
    side: float = 0.0
    lift: float = 0.0
    roll: float = 0.0
    pitch: float = 0.0

    def without(self, other: "FootOffset") -> "FootOffset":
        """Return this offset minus another one."""
        return FootOffset(
            self.forward - other.forward,
            self.side - other.side,
            self.lift - other.lift,
            self.roll - other.roll,
            self.pitch - other.pitch,
        )


@dataclass(slots=True)
class FeetOffsets:
    """Offsets of both feet and their shared turn.

    Attributes:
        left: Left foot.
        right: Right foot.
        turn: Outward turn of each foot, rad.
    """

    left: FootOffset
    right: FootOffset
    turn: float = 0.0

    def of(self, side: Side) -> FootOffset:
        """Return the offset of the foot on a side."""
        return self.left if side is Side.LEFT else self.right

    @property
    def gap(self) -> float:
        """Return how much further apart sideways the feet are than in the stance, m."""
        return self.left.side - self.right.side

    def within(self, forward: float, side: float, turn: float) -> bool:
        """Return whether both feet are closer to the stance than these limits, m and rad."""
        return abs(self.turn) < turn and all(
            abs(foot.forward) < forward and abs(foot.side) < side
            for foot in (self.left, self.right)
        )

    def without(self, other: "FeetOffsets") -> "FeetOffsets":
        """Return these offsets minus others."""
        return FeetOffsets(
            self.left.without(other.left), self.right.without(other.right), self.turn - other.turn
        )
