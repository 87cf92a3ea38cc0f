"""Ways over the floor, and the footsteps that follow them.

A way is a constant twist from one pose to the next: a line or an arc. An arc of more than half a
turn would lead far around, and that of a whole turn nowhere: such a move is made in parts along the
line, each with its share of the turn. At every step the foot goes as far along the way as its gait
and the clipping allow; a step that cannot go on closes up, so the next one can. Source: NAOqi,
locomotion control (moveTo).
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import part_of_twist, twist_between

_HALVINGS: Final = 10
"""Of the search for how far a step goes: a thousandth of a pose's way."""
_NEAR: Final = 1e-6
_PART: Final = 0.5 * math.pi
"""Turn of a part at most, rad: its arc is near the line."""

Fits = Callable[[Side, Pose2], bool]
"""Whether a foot may step so, seen from the other one."""


class TwistPath:
    """A way through poses; each is gone to by one twist, or by some that share a wide turn."""

    def __init__(self, start: Pose2, moves: Sequence[Pose2]) -> None:
        """Keep it; every move is in the frame of the pose before, and turns as its heading says."""
        self._moves = list(moves)
        self._parts = [_parts(move) for move in moves]
        self.begin(start)

    def begin(self, start: Pose2) -> None:
        """Begin it elsewhere."""
        self._starts = [start]
        for move in self._moves:
            self._starts.append(self._starts[-1] @ move)

    @property
    def length(self) -> float:
        """Return the number of poses, and of parts between them: the way is counted in both."""
        return float(sum(self._parts))

    @property
    def end(self) -> Pose2:
        """Return the last pose."""
        return self._starts[-1]

    def at(self, way: float) -> Pose2:
        """Return where the way is after a part of it, 0 to `length`."""
        number, last = 0, len(self._moves) - 1
        while number < last and way >= self._parts[number]:
            way -= self._parts[number]
            number += 1
        return self._starts[number] @ _gone(self._moves[number], self._parts[number], way)


def _parts(move: Pose2) -> int:
    """Return in how many parts a move is made: one, if it turns by no more than half a turn."""
    turn = abs(move.heading)
    return 1 if turn <= math.pi else math.ceil(turn / _PART)


def _gone(move: Pose2, parts: int, way: float) -> Pose2:
    """Return where a move of some parts has come to after a way of 0 to `parts`."""
    if parts == 1:
        return part_of_twist(move, way)
    done = min(int(way), parts - 1)
    x, y, turn = move.x / parts, move.y / parts, move.heading / parts
    along = Pose2(heading=-done * turn) @ Pose2(x, y)
    running = part_of_twist(Pose2(along.x, along.y, turn), way - done)
    return Pose2(done * x, done * y, done * turn) @ running


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
        """Return whether both feet are at its end; a way of several parts may begin there too."""
        if not self.closes and self.path.length > 1.0:
            return False
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
        reach = {side: self._furthest(side, fits) for side in Side if swing in (side, None)}
        if swing is None:
            one, other = reach[Side.LEFT], reach[Side.RIGHT]
            further = other is not None and (one is None or other > one)
            swing = Side.RIGHT if further else Side.LEFT
        before = self._at
        reached = reach[swing]
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
