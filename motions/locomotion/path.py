"""Ways over the floor, and the footsteps that follow them.

A way is a constant twist from one pose to the next: a line or an arc. At every step the foot goes
as far along it as its gait and the clipping allow; a step that cannot go on closes up, so the next
one can. Source: NAOqi, locomotion control (moveTo).
"""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import part_of_twist, twist_between

_HALVINGS: Final = 10
"""Of the search for how far a step goes: a thousandth of a pose's way."""
_NEAR: Final = 1e-6

Fits = Callable[[Side, Pose2], bool]
"""Whether a foot may step so, seen from the other one."""


class TwistPath:
    """A way through poses; each is gone to by one twist."""

    def __init__(self, start: Pose2, moves: Sequence[Pose2]) -> None:
        """Keep it; every move is in the frame of the pose before."""
        self._moves = list(moves)
        self.begin(start)

    def begin(self, start: Pose2) -> None:
        """Begin it elsewhere."""
        self._starts = [start]
        for move in self._moves:
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

    def __init__(self, path: TwistPath, separation: float) -> None:
        """Begin at its beginning; closed feet are so far apart, m."""
        self.path = path
        self._feet: dict[Side, Pose2] = {}
        self._separation = separation
        self._at = 0.0

    @property
    def closes(self) -> bool:
        """Return whether a foot has been put beside its end: only closing steps are left."""
        return self._at >= self.path.length

    def over(self, left: Pose2, right: Pose2) -> bool:
        """Return whether both feet are at its end."""
        end, apart = self.path.end, self._separation
        return _same(left, foot_beside(end, Side.LEFT, apart)) and _same(
            right, foot_beside(end, Side.RIGHT, apart)
        )

    def next(
        self, left: Pose2, right: Pose2, swing: Side | None, fits: Fits
    ) -> tuple[Side, Pose2, float]:
        """Return the next step: its foot, its move, how much of the way it goes.

        Args:
            left: Where the left foot stands before it.
            right: Where the right foot does.
            swing: The foot that steps; the one that gets further if None.
            fits: What a step may be.
        """
        self._feet = {Side.LEFT: left, Side.RIGHT: right}
        if swing is None:
            reach = {side: self._furthest(side, fits) for side in Side}
            one, other = reach[Side.LEFT], reach[Side.RIGHT]
            further = other is not None and (one is None or other > one)
            swing = Side.RIGHT if further else Side.LEFT
        before = self._at
        reached = self._furthest(swing, fits)
        if reached is None:
            move = self._back_to_it(swing, fits)
        else:
            self._at = reached
            beside = foot_beside(self.path.at(reached), swing, self._separation)
            move = self._feet[swing.other].inverse() @ beside
        return swing, move, self._at - before

    def _back_to_it(self, swing: Side, fits: Fits) -> Pose2:
        """Return the move of a foot that stands beside the way: as far back to it as it can go."""
        other = self._feet[swing.other]
        closed = other @ Pose2(0.0, 0.5 * swing.sign * self._separation)
        there = self.path.at(self._at)

        def move(share: float) -> Pose2:
            robot = twist_between(closed, there, share)
            return other.inverse() @ foot_beside(robot, swing, self._separation)

        return move(_furthest_that(lambda share: fits(swing, move(share)), 0.0, 1.0))

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
        return _furthest_that(reaches, at, min(at + 1.0, length))


def _furthest_that(fits: Callable[[float], bool], low: float, high: float) -> float:
    """Return how far something fits, from where it does on."""
    for _ in range(_HALVINGS):
        mid = 0.5 * (low + high)
        low, high = (mid, high) if fits(mid) else (low, mid)
    return low


def _same(first: Pose2, second: Pose2) -> bool:
    gap = first.inverse() @ second
    return max(abs(gap.x), abs(gap.y), abs(gap.heading)) < _NEAR
