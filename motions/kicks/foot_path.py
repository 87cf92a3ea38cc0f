"""Path of the kicking foot: the moves of a kick at one strength and ball position."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.units import Point
from motions.kicks.parameters import KickMove
from motions.scalars import cubic


@dataclass(frozen=True, slots=True)
class FootMoment:
    """Targets of a kick at one moment.

    Attributes:
        foot: Position of the kicking foot relative to its place: forward, outwards, up, m.
        tilt: Angles by which its toes point down and its outer edge is raised, rad.
        weight: 0 with the centre of mass between the feet, 1 over the support foot.
        lean: Forward shift of the centre of mass, m.
    """

    foot: Point = (0.0, 0.0, 0.0)
    tilt: tuple[float, float] = (0.0, 0.0)
    weight: float = 0.0
    lean: float = 0.0


_STILL: Point = (0.0, 0.0, 0.0)


class FootPath:
    """Plays moves in sequence; each begins at the final position and velocity of the last."""

    def __init__(self, moves: Sequence[KickMove]) -> None:
        self._moves = moves
        self._strength = 1.0
        self._shift = (0.0, 0.0)
        self._number = 0
        self._time = 0.0
        self._from = FootMoment()
        self._leave: Point = _STILL
        self.now = FootMoment()

    def begin(self, strength: float, ahead: float, outwards: float) -> None:
        """Begin with the first move.

        Args:
            strength: Strength, 0..1.
            ahead: Offset of the ball ahead of its nominal position, m.
            outwards: Its offset outwards, m.
        """
        self._strength = strength
        self._shift = (ahead, outwards)
        self._number = 0
        self._time = 0.0
        self._from = self.now = FootMoment()
        self._leave = _STILL

    @property
    def done(self) -> int:
        """Return the number of completed moves."""
        return self._number

    @property
    def label(self) -> str:
        """Return the name of the current move."""
        return self._moves[min(self._number, len(self._moves) - 1)].label

    def advance(self, cycle: float) -> None:
        """Advance by one cycle, s."""
        if self._number >= len(self._moves):
            return
        self._time += cycle
        while self._time >= (duration := self._duration(move := self._moves[self._number])):
            self._time -= duration
            self._from = FootMoment(
                self._end(move), (move.toes, move.edge), move.weight, self._lean(move)
            )
            self._leave = self._arrive(move)
            self._number += 1
            if self._number >= len(self._moves):
                self.now = self._from
                return
        u = self._time / duration
        x, y, z = (
            cubic(begin, leave, end, arrive, duration, u)
            for begin, leave, end, arrive in zip(
                self._from.foot, self._leave, self._end(move), self._arrive(move), strict=True
            )
        )
        eased = u * u * (3.0 - 2.0 * u)
        toes, edge = self._from.tilt
        self.now = FootMoment(
            (x, y, max(z, 0.0)),
            (toes + eased * (move.toes - toes), edge + eased * (move.edge - edge)),
            self._from.weight + eased * (move.weight - self._from.weight),
            self._from.lean + eased * (self._lean(move) - self._from.lean),
        )

    def _duration(self, move: KickMove) -> float:
        if move.weak_duration is None:
            return move.duration
        return move.weak_duration + self._strength * (move.duration - move.weak_duration)

    def _end(self, move: KickMove) -> Point:
        (x, y, z), weak, share = move.foot, move.weak, self._strength
        if weak is not None:
            x, y, z = (a + share * (b - a) for a, b in zip(weak, move.foot, strict=True))
        if move.follows_ball:
            x, y = x + self._shift[0], y + self._shift[1]
        return x, y, z

    def _lean(self, move: KickMove) -> float:
        return self._strength * move.lean

    def _arrive(self, move: KickMove) -> Point:
        x, y, z = move.speed
        share = self._strength if move.weak is not None else 1.0
        return share * x, share * y, share * z
