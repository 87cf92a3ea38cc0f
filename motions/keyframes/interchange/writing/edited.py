"""Writes changed values into the source text: an edited number is an edited line.

The imported and the present motions are laid out alike, and both texts are compared value by value.
If only values differ, each is replaced in place in the source; comments, order and everything else
stay as the team has written them.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from motions.keyframes.interchange.reading.tree import List, Literal, Node, Record, parse

Path: TypeAlias = "tuple[str | int, ...]"

_NUMBER = re.compile(r"(-?[\d.]+(?:e-?\d+)?)(\w*)")
_ROUNDED = 1e-6
"""Our files have fewer digits than a source may have: smaller differences are ignored."""


def edited(source: str, was: str, now: str) -> str | None:
    """Return the source with the changed values.

    Args:
        source: The imported text.
        was: The imported motions, laid out.
        now: The present motions, laid out.

    Returns:
        None if more than values has changed, or a changed value is not found in the source.
    """
    changed = dict(_differences(parse(was), parse(now), ()))
    if None in changed.values():
        return None
    root, places = parse(source), []
    for path, text in changed.items():
        place = _at(root, path)
        if place is None or text is None:
            return None
        places.append((place.start, place.start + len(place.text), text))
    for start, end, text in sorted(places, reverse=True):
        source = source[:start] + text + source[end:]
    return source


def say_the_same(one: str, other: str) -> bool:
    """Return whether two texts in the same layout have the same values."""
    return not any(_differences(parse(one), parse(other), ()))


def _differences(was: Node, now: Node, path: Path) -> Iterator[tuple[Path, str | None]]:
    """Yield the values that differ with their new text; None where more than a value differs."""
    match was, now:
        case Literal(), Literal():
            if not _same(was.text, now.text):
                yield path, now.text
        case Record(), Record() if list(was.values) == list(now.values):
            for key, value in was.values.items():
                yield from _differences(value, now.values[key], (*path, key))
        case List(), List() if len(was.items) == len(now.items):
            for index, value in enumerate(was.items):
                yield from _differences(value, now.items[index], (*path, index))
        case _:
            yield path, None


def _same(was: str, now: str) -> bool:
    first, second = _NUMBER.fullmatch(was), _NUMBER.fullmatch(now)
    if first is None or second is None or first[2] != second[2]:
        return was == now
    return abs(float(first[1]) - float(second[1])) < _ROUNDED


def _at(root: Node, path: Path) -> Literal | None:
    """Return the node at a path."""
    node: Node | None = root
    for step in path:
        match node:
            case Record() if isinstance(step, str):
                node = node.values.get(step)
            case List() if isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            case _:
                return None
    return node if isinstance(node, Literal) else None
