"""Shortest path around circles: tangents between them, and arcs on them.

Side +1 passes a circle on its left, clockwise, with the circle to the right of the path.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from hardware.units import FlatPoint
from motions.scalars import clamp

LEFT, RIGHT = 1.0, -1.0
_WHOLE = 2.0 * math.pi
_LEAST = 1e-9


class Round(NamedTuple):
    """A circle that no path may enter: its centre and radius, m."""

    x: float
    y: float
    radius: float


class Passing(NamedTuple):
    """A circle, by its index, and the side on which it is passed: `LEFT` or `RIGHT`."""

    circle: int
    side: float


@dataclass(frozen=True, slots=True)
class TautPath:
    """A shortest path.

    Attributes:
        length: Its length, m, including the price of changed sides.
        passings: The circles that it touches, in order; none for a free straight path.
    """

    length: float
    passings: tuple[Passing, ...]


class _Arrival(NamedTuple):
    """A node of the search: on a circle, or at the start, which is a circle of radius 0."""

    passings: tuple[Passing, ...]
    around: float
    """Angle on the circle, rad."""


def shortest_path(
    end: FlatPoint, circles: tuple[Round, ...], kept: tuple[float, ...], price: float
) -> TautPath | None:
    """Return the shortest path from the origin to a point; None if circles enclose either.

    Args:
        end: End of the path, m; neither it nor the origin may be inside a circle.
        circles: Circles that the path must not enter.
        kept: Side on which each circle was passed so far; 0 for none.
        price: Cost of a change to the other side, m.
    """
    start = Round(0.0, 0.0, 0.0)
    goal = Round(*end, 0.0)
    queue = [(math.hypot(*end), 0, 0.0, _Arrival((), 0.0))]
    seen: set[tuple[Passing, ...]] = set()
    count = 0
    while queue:
        _, _, length, arrival = heappop(queue)
        here = arrival.passings
        if here and here[-1].circle < 0:
            return TautPath(length, here[:-1])
        if here[-2:] in seen:
            continue
        seen.add(here[-2:])
        at = circles[here[-1].circle] if here else start
        side = here[-1].side if here else 0.0
        for following, target in _targets(goal, circles, here):
            line = _tangent(at, side, target, following.side)
            if line is None:
                continue
            leave, touch, arrive = line
            arc = (side * (arrival.around - leave)) % _WHOLE if here else 0.0
            if arc > _WHOLE - _LEAST:
                arc = 0.0
            if here and _arc_blocked(here[-1].circle, side, arrival.around, arc, circles):
                continue
            if _line_blocked(touch, arrive, circles, here[-1:], following):
                continue
            cost = length + arc * at.radius + math.dist(touch, arrive)
            if following.circle >= 0 and kept[following.circle] * following.side < 0.0:
                cost += price
            around = math.atan2(arrive[1] - target.y, arrive[0] - target.x)
            count += 1
            estimate = cost + math.dist(arrive, end)
            heappush(queue, (estimate, count, cost, _Arrival((*here, following), around)))
    return None


def is_free(end: FlatPoint, circles: tuple[Round, ...]) -> bool:
    """Return whether the straight path from the origin to a point enters no circle."""
    return not any(_enters((0.0, 0.0), end, circle) for circle in circles)


def _targets(
    goal: Round, circles: tuple[Round, ...], here: tuple[Passing, ...]
) -> Iterator[tuple[Passing, Round]]:
    yield Passing(-1, 0.0), goal
    for index, circle in enumerate(circles):
        if here and here[-1].circle == index:
            continue
        yield Passing(index, LEFT), circle
        yield Passing(index, RIGHT), circle


def _tangent(
    one: Round, side: float, other: Round, other_side: float
) -> tuple[float, FlatPoint, FlatPoint] | None:
    """Return the tangent of two circles: the angle and point on the first, the point on the other.

    None if there is no such tangent.
    """
    dx, dy = other.x - one.x, other.y - one.y
    apart = math.hypot(dx, dy)
    offset = other_side * other.radius - side * one.radius
    if apart <= abs(offset) or apart == 0.0:
        return None
    direction = math.atan2(dy, dx) + math.asin(offset / apart)
    nx, ny = -math.sin(direction), math.cos(direction)
    a, b = side * one.radius, other_side * other.radius
    leave = math.atan2(side * ny, side * nx)
    return leave, (one.x + a * nx, one.y + a * ny), (other.x + b * nx, other.y + b * ny)


def _line_blocked(
    begin: FlatPoint,
    end: FlatPoint,
    circles: tuple[Round, ...],
    here: tuple[Passing, ...],
    following: Passing,
) -> bool:
    own = {following.circle, *(passing.circle for passing in here)}
    return any(
        index not in own and _enters(begin, end, circle) for index, circle in enumerate(circles)
    )


def _enters(begin: FlatPoint, end: FlatPoint, circle: Round) -> bool:
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    px, py = circle.x - begin[0], circle.y - begin[1]
    square = dx * dx + dy * dy
    share = clamp((px * dx + py * dy) / square, 0.0, 1.0) if square > 0.0 else 0.0
    ox, oy = px - share * dx, py - share * dy
    inner = circle.radius - _LEAST
    return inner > 0.0 and ox * ox + oy * oy < inner * inner


def _arc_blocked(
    index: int, side: float, begin: float, arc: float, circles: tuple[Round, ...]
) -> bool:
    """Return whether an arc on a circle runs through another circle."""
    own = circles[index]
    for number, other in enumerate(circles):
        if number == index:
            continue
        dx, dy = other.x - own.x, other.y - own.y
        apart = math.hypot(dx, dy)
        inside = max(abs(own.radius - other.radius), _LEAST)  # concentric circles do not cross
        if apart >= own.radius + other.radius or apart <= inside:
            continue
        cosine = (apart**2 + own.radius**2 - other.radius**2) / (2.0 * apart * own.radius)
        half = math.acos(clamp(cosine, -1.0, 1.0))
        middle = (side * (begin - math.atan2(dy, dx))) % _WHOLE
        if middle - half < arc - _LEAST and middle + half > _LEAST:
            return True
    return False
