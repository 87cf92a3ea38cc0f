"""Finds lines in a layout that are hard to follow."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist
from typing import Any

_CLEARANCE = 2.0  # pt between a line and unrelated objects
_ALONG = 20.0  # pt for which a line may run along the border of a frame, to cross it
_BESIDE = 3.0  # pt below which two lines look like one
_TOGETHER = 30.0  # pt for which two lines with a common end may look like one
_POINTS_PER_INCH = 72.0
_SAMPLES = 24  # per piece of a line

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned rectangle, pt."""

    left: float
    low: float
    right: float
    high: float

    def holds(self, point: Point, margin: float) -> bool:
        """Return whether a point is in the box, enlarged by a margin that may be negative."""
        x, y = point
        across = self.left - margin < x < self.right + margin
        return across and self.low - margin < y < self.high + margin


@dataclass(frozen=True, slots=True)
class _Line:
    name: str
    ends: frozenset[int]
    points: tuple[Point, ...]

    def length(self, near: Sequence[bool]) -> float:
        """Return the total length of the segments that start at points marked as near, pt."""
        steps = zip(pairwise(self.points), near, strict=False)
        return sum(dist(*step) for step, counts in steps if counts)


def faults(layout: bytes) -> list[str]:
    """Return a sentence for every misplaced line.

    Args:
        layout: Output of `dot -Tjson0`.
    """
    page = json.loads(layout)
    objects = page.get("objects", [])
    nodes = {
        item["_gvid"]: _box(item, "pos", "width", "height") for item in objects if "pos" in item
    }
    frames = [item for item in objects if "bb" in item]
    lines = [
        _Line(edge["id"], frozenset((edge["tail"], edge["head"])), tuple(_points(edge["pos"])))
        for edge in page.get("edges", [])
    ]
    found = []
    for line in lines:
        for number in nodes.keys() - line.ends:
            if any(nodes[number].holds(point, _CLEARANCE) for point in line.points):
                found.append(f"{line.name} runs through {objects[number]['name']}")
        for frame in frames:
            found += [f"{line.name} {fault} {frame['name']}" for fault in _at(frame, line)]
    for line, other in combinations(lines, 2):
        if line.ends & other.ends and _together(line, other) > _TOGETHER:
            found.append(f"{line.name} runs along {other.name}")
    return found


def bezier(corners: Sequence[Point]) -> Iterator[Point]:
    """Yield points on a cubic Bezier curve with four control points, from end to end."""
    for step in range(_SAMPLES + 1):
        t = step / _SAMPLES
        u = 1.0 - t
        weights = (u**3, 3.0 * u * u * t, 3.0 * u * t * t, t**3)
        x = sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True))
        y = sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True))
        yield x, y


def _at(frame: dict[str, Any], line: _Line) -> Iterator[str]:
    """Yield the faults of a line with respect to a frame."""
    border = Box(*map(float, frame["bb"].split(",")))
    title = _box(frame, "lp", "lwidth", "lheight")
    inside = line.ends <= set(frame.get("nodes", ()))
    if inside and not all(border.holds(point, -_CLEARANCE) for point in line.points):
        yield "leaves"
    if any(title.holds(point, _CLEARANCE) for point in line.points):
        yield "runs through the title of"
    near = [border.holds(p, _CLEARANCE) and not border.holds(p, -_CLEARANCE) for p in line.points]
    if line.length(near) > _ALONG:
        yield "runs along the border of"


def _together(line: _Line, other: _Line) -> float:
    near = [min(dist(point, there) for there in other.points) < _BESIDE for point in line.points]
    return line.length(near)


def _box(item: dict[str, Any], centre: str, width: str, height: str) -> Box:
    """Return the box that Graphviz describes by three attributes."""
    x, y = map(float, item[centre].split(","))
    right, high = (float(item[key]) * _POINTS_PER_INCH / 2.0 for key in (width, height))
    return Box(x - right, y - high, x + right, y + high)


def _points(spline: str) -> Iterator[Point]:
    """Yield points on consecutive Bezier curves, without arrowheads."""
    corners: list[Point] = []
    for word in spline.split():
        *tip, x, y = word.split(",")
        if not tip:
            corners.append((float(x), float(y)))
    for first in range(0, len(corners) - 1, 3):
        yield from bezier(corners[first : first + 4])
