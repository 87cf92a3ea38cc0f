"""Ways over the floor, and the footsteps that follow them.

A way is a constant twist from one pose to the next: a line or an arc. At every step the foot goes
as far along it as its gait and the clipping allow; a step that cannot go on closes up, so the next
one can. Source: NAOqi, locomotion control (moveTo).
"""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.swing import exponential

_HALVINGS: Final = 10
"""Of the search for how far a step goes: a thousandth of a pose's way."""
_MOST_STEPS: Final = 5000
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
        return self._starts[number] @ exponential(way - number, self._moves[number])


def foot_beside(robot: Pose2, side: Side, separation: float) -> Pose2:
    """Return where a foot is while the robot stands with closed feet."""
    return robot @ Pose2(0.0, 0.5 * side.sign * separation)


def steps_along(
    path: TwistPath, left: Pose2, right: Pose2, first: Side | None, separation: float, fits: Fits
) -> list[tuple[Side, Pose2]]:
    """Return the steps along a way, with closed feet at its end: each foot, and its move.

    Args:
        path: The way, in the frame of the feet.
        left: Where the left foot stands.
        right: Where the right foot stands.
        first: The foot that steps first; the one that gets further if None.
        separation: Of closed feet, m.
        fits: What a step may be.
    """
    feet = {Side.LEFT: left, Side.RIGHT: right}
    if first is None:
        way = {side: _furthest(path, 0.0, side, feet, separation, fits) for side in feet}
        first = max(feet, key=lambda side: way[side] if way[side] is not None else -1.0)
    steps: list[tuple[Side, Pose2]] = []
    at, swing = 0.0, first
    goals = {side: foot_beside(path.end, side, separation) for side in Side}
    while len(steps) < _MOST_STEPS and not all(_same(feet[side], goals[side]) for side in Side):
        reached = _furthest(path, at, swing, feet, separation, fits)
        other = feet[swing.other].inverse()
        if reached is None:
            # Feet that stand oddly: bring this one beside the other before anything else.
            move = Pose2(0.0, swing.sign * separation)
        else:
            at = reached
            move = other @ foot_beside(path.at(at), swing, separation)
        feet[swing] = feet[swing.other] @ move
        steps.append((swing, move))
        swing = swing.other
    return steps


def _furthest(
    path: TwistPath,
    at: float,
    swing: Side,
    feet: dict[Side, Pose2],
    separation: float,
    fits: Fits,
) -> float | None:
    """Return how far along the way the foot can step; None if it cannot even stay beside it."""
    other = feet[swing.other].inverse()

    def reaches(way: float) -> bool:
        return fits(swing, other @ foot_beside(path.at(way), swing, separation))

    if reaches(path.length) and path.length - at <= 1.0:
        return path.length
    if not reaches(at):
        return None
    low, high = at, min(at + 1.0, path.length)
    for _ in range(_HALVINGS):
        mid = 0.5 * (low + high)
        low, high = (mid, high) if reaches(mid) else (low, mid)
    return low


def _same(first: Pose2, second: Pose2) -> bool:
    gap = first.inverse() @ second
    return max(abs(gap.x), abs(gap.y), abs(gap.heading)) < _NEAR
