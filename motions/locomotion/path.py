"""Ways over the floor.

A way is a constant twist from one pose to the next: a line or an arc. An arc of more than half a
turn would lead far around, and that of a whole turn nowhere: such a move is made in parts along the
line, each with its share of the turn. Source: NAOqi, locomotion control (moveTo).
"""

import math
from collections.abc import Sequence
from typing import Final

from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import part_of_twist

_PART: Final = 0.5 * math.pi
"""Turn of a part at most, rad: its arc is near the line."""


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
