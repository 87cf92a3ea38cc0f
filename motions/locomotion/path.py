"""Paths over the floor.

A path is a constant twist from one pose to the next: a line or an arc. An arc of more than half a
turn would be a long detour, and one of a whole turn would lead nowhere: such a move is divided into
parts along the line, each with its share of the turn. Source: NAOqi, locomotion control (moveTo).
"""

import math
from collections.abc import Sequence
from typing import Final

from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import part_of_twist

_PART: Final = 0.5 * math.pi
"""Largest turn of a part, rad: its arc stays near the line."""


class TwistPath:
    """A path through poses, each reached by one twist, or by several that share a wide turn."""

    def __init__(self, start: Pose2, moves: Sequence[Pose2]) -> None:
        """Keep the moves; each is in the frame of the pose before, with an unwrapped heading."""
        self._moves = list(moves)
        self._parts = [_parts(move) for move in moves]
        self.begin(start)

    def begin(self, start: Pose2) -> None:
        """Begin the path at another pose."""
        self._starts = [start]
        for move in self._moves:
            self._starts.append(self._starts[-1] @ move)

    @property
    def length(self) -> float:
        """Return the length, counted in parts: one per pose, more for a wide turn."""
        return float(sum(self._parts))

    @property
    def end(self) -> Pose2:
        """Return the last pose."""
        return self._starts[-1]

    def at(self, way: float) -> Pose2:
        """Return the pose at a position on the path, 0 to `length`."""
        number, last = 0, len(self._moves) - 1
        while number < last and way >= self._parts[number]:
            way -= self._parts[number]
            number += 1
        return self._starts[number] @ _gone(self._moves[number], self._parts[number], way)


def _parts(move: Pose2) -> int:
    """Return the number of parts of a move: one, if it turns by no more than half a turn."""
    turn = abs(move.heading)
    return 1 if turn <= math.pi else math.ceil(turn / _PART)


def _gone(move: Pose2, parts: int, way: float) -> Pose2:
    """Return the displacement after a position of 0 to `parts` on a move."""
    if parts == 1:
        return part_of_twist(move, way)
    done = min(int(way), parts - 1)
    x, y, turn = move.x / parts, move.y / parts, move.heading / parts
    along = Pose2(heading=-done * turn) @ Pose2(x, y)
    running = part_of_twist(Pose2(along.x, along.y, turn), way - done)
    return Pose2(done * x, done * y, done * turn) @ running
