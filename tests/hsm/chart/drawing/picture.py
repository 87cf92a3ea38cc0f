"""Texts, boxes, frames and lines of an SVG from Graphviz, and the faults of its layout."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import hypot

import pytest

from hsm.chart.drawing.layout_faults import Box, Point, bezier

_SVG = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Ascent and descent of the font as shares of its size: capitals and brackets.
_ABOVE, _BELOW = 0.76, 0.15
_TOUCH = 0.5  # pt; coordinates are rounded to hundredths, widths of text to whole points
_GAP = 2.0  # pt between two words
_BESIDE, _ALONG = 2.0, 24.0  # pt: distance from a frame's border, and length of a line within it
_NEAR = 3.0  # pt between the end of a line and its box or frame
_INVISIBLE = {"none", "transparent", None}


@dataclass(frozen=True)
class Text:
    words: str
    box: Box
    size: float
    owner: str


@dataclass(frozen=True)
class Line:
    tail: str
    head: str
    points: tuple[Point, ...]
    tip: Point | None


@dataclass
class Picture:
    """A drawing in pt; x points to the right and y upwards, as in Graphviz."""

    page: Box
    texts: list[Text] = field(default_factory=list)
    nodes: dict[str, Box] = field(default_factory=dict)
    frames: dict[str, Box] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    colours: set[str] = field(default_factory=set)
    legend: set[str] = field(default_factory=set)


def read(svg: str) -> Picture:
    """Parse an SVG written by Graphviz."""
    graph = ElementTree.fromstring(svg).find(f"{_SVG}g")
    assert graph is not None
    background = graph.find(f"{_SVG}polygon")
    assert background is not None
    picture = Picture(_around(_points(background.get("points", ""))))
    for item in graph:
        kind = item.get("class", "").split(" ")[0]
        name = item.findtext(f"{_SVG}title", "")
        shapes = [shape for shape in item.iter() if shape.tag in _OUTLINES]
        if item.tag != f"{_SVG}g":
            picture.legend |= _colours(item) if item is not background else set()
            picture.texts += _texts(item, "")
            continue
        picture.texts += _texts(item, name)
        picture.colours |= {c for part in item.iter() for c in _colours(part)}
        if kind == "edge":
            tail, _, head = name.partition("->")
            path, *arrows = shapes
            tip = _points(arrows[0].get("points", ""))[1] if arrows else None
            picture.lines.append(Line(tail, head, tuple(_curve(path.get("d", ""))), tip))
        elif shapes:
            outline = _around(_points(shapes[0].get("points") or shapes[0].get("d", "")))
            (picture.nodes if kind == "node" else picture.frames)[name] = outline
    return picture


_OUTLINES = {f"{_SVG}path", f"{_SVG}polygon"}


def faults(picture: Picture) -> list[str]:
    """Return a message for every overlap, loose end or unexplained colour."""
    return [
        *_texts_on_texts(picture),
        *_texts_out_of_place(picture),
        *_boxes_in_the_way(picture),
        *_lines_in_the_way(picture),
        *_winding_lines(picture),
        *_loose_ends(picture),
        *(f"{colour} is not in the legend" for colour in picture.colours - picture.legend),
    ]


def _texts_on_texts(picture: Picture) -> Iterator[str]:
    for one, other in combinations(picture.texts, 2):
        if _overlap(one.box, other.box, _GAP):
            yield f"'{one.words}' lies on '{other.words}'"


def _texts_out_of_place(picture: Picture) -> Iterator[str]:
    for text in picture.texts:
        home = picture.nodes.get(text.owner) or picture.frames.get(text.owner) or picture.page
        if not _inside(text.box, home):
            yield f"'{text.words}' sticks out of '{text.owner or 'the page'}'"
        for frame, border in picture.frames.items():
            if _overlap(text.box, border) and not _inside(text.box, border):
                yield f"'{text.words}' lies on the border of {frame}"


def _boxes_in_the_way(picture: Picture) -> Iterator[str]:
    for (name, one), (other, two) in combinations(picture.nodes.items(), 2):
        if _overlap(one, two):
            yield f"box {name} lies on box {other}"
    for name, box in picture.nodes.items():
        for frame, border in picture.frames.items():
            if _overlap(box, border) and not _inside(box, border):
                yield f"box {name} lies on the border of {frame}"


def _lines_in_the_way(picture: Picture) -> Iterator[str]:
    for line in picture.lines:
        name = f"line {line.tail} -> {line.head}"
        for text in picture.texts:
            if any(text.box.holds(point, -_TOUCH) for point in line.points):
                yield f"{name} runs through '{text.words}'"
        for node, box in picture.nodes.items():
            ends = node in (line.tail, line.head)
            if any(box.holds(point, -_NEAR if ends else 0.0) for point in line.points):
                yield f"{name} runs through box {node}"


def _winding_lines(picture: Picture) -> Iterator[str]:
    for line in picture.lines:
        name = f"line {line.tail} -> {line.head}"
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line.points) if a != b]
        if any(one[0] * two[0] + one[1] * two[1] < 0.0 for one, two in pairwise(steps)):
            yield f"{name} doubles back"
        for frame, border in picture.frames.items():
            if _length_along(line, border) > _ALONG:
                yield f"{name} runs along the border of {frame}"


def _length_along(line: Line, border: Box) -> float:
    return sum(
        hypot(b[0] - a[0], b[1] - a[1])
        for a, b in pairwise(line.points)
        if border.holds(a, _BESIDE) and not border.holds(a, -_BESIDE)
    )


def _loose_ends(picture: Picture) -> Iterator[str]:
    borders = [*picture.nodes.values(), *picture.frames.values()]
    for line in picture.lines:
        first, last = line.points[0], line.points[-1]
        if line.tip is not None:
            if _distance(line.tip, first) < _distance(line.tip, last):
                first = line.tip
            else:
                last = line.tip
        for end in (first, last):
            if not any(_on_border(end, box) for box in borders):
                yield f"line {line.tail} -> {line.head} ends nowhere, at {end}"


def _overlap(one: Box, other: Box, gap: float = -_TOUCH) -> bool:
    return (
        min(one.right, other.right) - max(one.left, other.left) > -gap
        and min(one.high, other.high) - max(one.low, other.low) > _TOUCH
    )


def _inside(box: Box, outer: Box) -> bool:
    corners = ((box.left, box.low), (box.right, box.high))
    return all(outer.holds(corner, _TOUCH) for corner in corners)


def _on_border(point: Point, box: Box) -> bool:
    return box.holds(point, _NEAR) and not box.holds(point, -_NEAR)


def _distance(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _colours(shape: ElementTree.Element) -> set[str]:
    """Return the fill and line colours of a shape or text; black for a text that names none."""
    if shape.tag == f"{_SVG}text":
        return {shape.get("fill", "#000000")}
    return {c for key in ("fill", "stroke") if (c := shape.get(key)) not in _INVISIBLE and c}


def _texts(group: ElementTree.Element, owner: str) -> Iterator[Text]:
    for text in group.iter(f"{_SVG}text"):
        words, size = (text.text or "").strip(), float(text.get("font-size", "0"))
        if not words:
            continue
        x, y = float(text.get("x", "0")), -float(text.get("y", "0"))
        width = _width(words, size, text.get("font-weight", ""), text.get("font-style", ""))
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.get("text-anchor", "")]
        box = Box(left, y - _BELOW * size, left + width, y + _ABOVE * size)
        yield Text(words, box, size, owner)


def _width(words: str, size: float, weight: str, style: str) -> float:
    """Return the width of a text in DejaVu Sans, the font shipped with Matplotlib, pt."""
    fonts = pytest.importorskip("matplotlib.font_manager")
    font = fonts.FontProperties(
        family="DejaVu Sans", size=size, weight=weight or "normal", style=style or "normal"
    )
    path = pytest.importorskip("matplotlib.textpath").TextToPath()
    return float(path.get_text_width_height_descent(words, font, ismath=False)[0])


def _points(coordinates: str) -> list[Point]:
    numbers = [float(number) for number in _NUMBER.findall(coordinates)]
    return [(x, -y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _curve(path: str) -> Iterator[Point]:
    corners = _points(path)
    for first in range(0, len(corners) - 1, 3):
        yield from bezier(corners[first : first + 4])


def _around(points: Sequence[Point]) -> Box:
    across, down = zip(*points, strict=True)
    return Box(min(across), min(down), max(across), max(down))
