"""Ways over the floor, and the footsteps that follow them.

A way is a constant twist from one pose to the next: a line or an arc. At every step the foot goes
as far along it as its gait and the clipping allow; a step that cannot go on closes up, so the next
one can. Source: NAOqi, locomotion control (moveTo).
"""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import part_of_twist

_HALVINGS: Final = 10
"""Of the search for how far a step goes: a thousandth of a pose's way."""
_NEAR: Final = 1e-6

Fits = Callable[[Side, Pose2], bool]
"""Whether a foot may step so, seen from the other one."""


class TwistPath:
    """A way through poses; each is gone to by one twist."""

    def __init__(self, start: Pose2, moves: Sequence[Pose2]) -> None:
        """Keep it; every move is in the frame of the pose before."""
        self._starts = [start]
        self._moves = list(moves)
        for move in moves:
            self._starts.append(self._starts[-1] @ move)

    @property
    def length(self) -> float:
        """Return the number of poses: the way is counted in them."""
        return float(len(self._moves))

    @property
    def end(self) -> Pose2:
        """Return the last pose."""
        return self._starts[-1]

    def at(self, way: float) -> Pose2:
        """Return where the way is after a part of it, 0 to `length`."""
        number = min(int(way), len(self._moves) - 1)
        return self._starts[number] @ part_of_twist(self._moves[number], way - number)


def foot_beside(robot: Pose2, side: Side, separation: float) -> Pose2:
    """Return where a foot is while the robot stands with closed feet."""
    return robot @ Pose2(0.0, 0.5 * side.sign * separation)


class PathSteps:
    """The steps along a way, one after the other, with closed feet at its end.

    Attributes:
        path: The way, in the frame of the feet.
    """

    def __init__(
        self, path: TwistPath, left: Pose2, right: Pose2, first: Side | None, separation: float
    ) -> None:
        """Begin where the feet stand.

        Args:
            path: The way.
            left: Where the left foot stands.
            right: Where the right foot stands.
            first: The foot that steps first; the one that gets further if None.
            separation: Of closed feet, m.
        """
        self.path = path
        self._feet = {Side.LEFT: left, Side.RIGHT: right}
        self._swing = first
        self._separation = separation
        self._at = 0.0
        self._goals = {side: foot_beside(path.end, side, separation) for side in Side}

    def next(self, fits: Fits) -> tuple[Side, Pose2, float] | None:
        """Return the next step: its foot, its move, how much of the way it goes; None at the end.

        Args:
            fits: What a step may be.
        """
        if all(_same(self._feet[side], self._goals[side]) for side in Side):
            return None
        if self._swing is None:
            left, right = self._furthest(Side.LEFT, fits), self._furthest(Side.RIGHT, fits)
            further = right is not None and (left is None or right > left)
            self._swing = Side.RIGHT if further else Side.LEFT
        swing, before = self._swing, self._at
        reached = self._furthest(swing, fits)
        if reached is None:
            # Feet that stand oddly: bring this one beside the other before anything else.
            move = Pose2(0.0, swing.sign * self._separation)
        else:
            self._at = reached
            beside = foot_beside(self.path.at(reached), swing, self._separation)
            move = self._feet[swing.other].inverse() @ beside
        self._feet[swing] = self._feet[swing.other] @ move
        self._swing = swing.other
        return swing, move, self._at - before

    def _furthest(self, swing: Side, fits: Fits) -> float | None:
        """Return how far along the way the foot can step; None if it cannot even stay beside it."""
        other = self._feet[swing.other].inverse()
        at, length = self._at, self.path.length

        def reaches(way: float) -> bool:
            return fits(swing, other @ foot_beside(self.path.at(way), swing, self._separation))

        if length - at <= 1.0 and reaches(length):
            return length
        if not reaches(at):
            return None
        low, high = at, min(at + 1.0, length)
        for _ in range(_HALVINGS):
            mid = 0.5 * (low + high)
            low, high = (mid, high) if reaches(mid) else (low, mid)
        return low


def _same(first: Pose2, second: Pose2) -> bool:
    gap = first.inverse() @ second
    return max(abs(gap.x), abs(gap.y), abs(gap.heading)) < _NEAR
