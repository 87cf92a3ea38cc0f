"""Bezier curves of joints, as written by Choregraphe: keys with handles, in s and rad."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import Call
from hsm.apps.naoqi.moved_limbs import Knots

_PIECES: Final = 8
"""Linear pieces per curve: about 0.1 s each for most keys, without visible corners."""
_STRAIGHT: Final = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Point:
    """A key of a curve: time, s, angle, rad, and handles relative to it, s and rad."""

    time: float
    angle: float
    before: tuple[float, float] = _STRAIGHT
    after: tuple[float, float] = _STRAIGHT


def read_point(call: Call, time: float, given: Any) -> Point:
    """Return a key: an angle, or an angle with handles [type, time, angle] before and after it.

    Raises:
        NaoqiError: If it is not a valid key.
    """
    if not isinstance(given, list | tuple):
        return Point(time, call.number(given, "an angle"))
    angle, *handles = call.items(given, "a control point") or [None]
    if len(handles) > 2:
        call.refuse("a control point has more than two handles")
    read = []
    for handle in handles:
        values = call.items(handle, "a handle", length=3)
        _, *ahead = (call.number(value, "a handle") for value in values)
        read.append((ahead[0], ahead[1]))
    return Point(time, call.number(angle, "an angle"), *read)


def along(begin: float, points: Sequence[Point]) -> Knots:
    """Return times and angles along the curve from the current angle through all keys."""
    knots: list[tuple[float, float]] = []
    last = Point(0.0, begin)
    for point in points:
        time = last.time
        for piece in range(1, _PIECES):
            knot = _between(last, point, piece / _PIECES)
            if time < knot[0] < point.time:  # overlapping handles may lead back in time
                knots.append(knot)
                time = knot[0]
        knots.append((point.time, point.angle))
        last = point
    return knots


def _between(first: Point, second: Point, share: float) -> tuple[float, float]:
    """Return the point of a cubic Bezier curve at its parameter `share`, 0..1."""
    rest = 1.0 - share
    weights = (rest**3, 3.0 * rest**2 * share, 3.0 * rest * share**2, share**3)
    ends = (
        (first.time, first.angle),
        (first.time + first.after[0], first.angle + first.after[1]),
        (second.time + second.before[0], second.angle + second.before[1]),
        (second.time, second.angle),
    )
    time, angle = (
        sum(weight * at for weight, at in zip(weights, each, strict=True))
        for each in zip(*ends, strict=True)
    )
    return time, angle
