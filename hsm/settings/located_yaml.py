"""Reads a YAML file into plain data with the source position of every value.

PyYAML's C parser composes the nodes. The constructor is our own: it keeps line and column, rejects
duplicate keys and follows YAML 1.2 for plain scalars: `1e-6` is a number, `no` and `on` are words,
`010` is ten. Aliases are rejected: values are written where they are used.
"""

import os
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from hsm.errors import Problem
from hsm.settings.yaml_mistakes import syntax_mistake

DataPath = tuple[str | int, ...]

_DEEPEST = 100
"""Our files have fewer than ten levels; the parser would crash at some tens of thousands."""
_TOO_DEEP = f"expected at most {_DEEPEST} nested levels"
_INTEGER = re.compile(r"[-+]?[0-9]+")
_MOST_DIGITS = 300
"""Longer integers are read as floats: Python refuses to parse integers of thousands of digits."""
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
    ".nan": float("nan"),
    ".inf": float("inf"),
    "+.inf": float("inf"),
    "-.inf": float("-inf"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A source position: the file as shown, line and column from 1."""

    file: str
    line: int = 1
    column: int = 1

    def problem(self, path: DataPath, message: str, kind: str = "") -> Problem:
        """Return a problem at this position."""
        return Problem(self.file, self.line, self.column, path_text(path), message, kind)


@dataclass(slots=True)
class Located:
    """The data of a file and the source positions of its parts.

    Attributes:
        data: Dictionaries with text keys, lists, numbers, text, booleans, None.
        values: Position of the value at each path; the empty path is the whole file.
        keys: Position of the key at each path that ends in a key.
        problems: Mistakes found while reading.
    """

    data: Any = None
    values: dict[DataPath, Place] = field(default_factory=dict)
    keys: dict[DataPath, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def place(self, path: DataPath) -> Place:
        """Return the position of the value at a path, or of the nearest enclosing value."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values[path]

    def override(self, other: "Located") -> None:
        """Merge another file of the same structure into this one.

        A list replaces a whole list; a mapping in place of a list, such as
        `{2: {duration_ms: 90}}`, changes single entries, counted from 0.
        """
        self.problems += other.problems
        self.data = self._merge(self.data, other.data, other, (), ())

    def _merge(
        self, below: Any, above: Any, other: "Located", path: DataPath, written: DataPath
    ) -> Any:
        """Return `above` merged into `below`; `written` is its path in the other file."""
        if isinstance(above, dict) and isinstance(below, dict):
            merged = dict(below)
            if written:
                self.values[path] = other.values[written]
            for key, value in above.items():
                merged[key] = self._merge(
                    below.get(key), value, other, (*path, key), (*written, key)
                )
            return merged
        if isinstance(above, dict) and isinstance(below, list):
            entries = list(below)
            places = {str(index): index for index in range(len(below))}
            for key, value in above.items():
                at = (*written, key)
                if (index := places.get(key)) is not None:
                    entries[index] = self._merge(below[index], value, other, (*path, index), at)
                else:
                    indices = f"0 to {len(entries) - 1}" if entries else "but the list is empty"
                    message = f"expected the index of an entry, {indices}"
                    self.problems.append(other.keys[at].problem(at, message))
            return entries
        _move(other.values, self.values, written, path)
        _move(other.keys, self.keys, written, path)
        return above


def _move(
    source: dict[DataPath, Place], target: dict[DataPath, Place], written: DataPath, path: DataPath
) -> None:
    """Copy the positions at and below a path of another file."""
    size = len(written)
    for known, place in source.items():
        if known[:size] == written:
            target[(*path, *known[size:])] = place


def path_text(path: DataPath) -> str:
    """Return a path as text: `keyframes[5].duration_ms`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.lstrip(".")


def read(path: Path) -> Located:
    """Read a YAML file.

    Args:
        path: The file. Messages show it relative to the working directory if it is inside.

    Returns:
        The data with positions. A file that is missing or is not YAML has one problem and no data.
    """
    place = Place(_shown(path))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        return Located(
            values={(): place}, problems=[place.problem((), f"cannot be read: {reason}")]
        )
    return parse(text, place.file)


def parse(text: str, file: str) -> Located:
    """Read YAML text; `file` is the name shown in problems.

    A byte-order mark, with which some editors begin a file, is no part of its first line.
    """
    known = _parsed(text.removeprefix("\ufeff"), file)
    return Located(_copied(known.data), dict(known.values), dict(known.keys), list(known.problems))


def _copied(data: Any) -> Any:
    """Return a deep copy of plain data."""
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(value) for value in data] if isinstance(data, list) else data


@lru_cache(maxsize=256)  # a parameter study reads the same files for each of its trials
def _parsed(text: str, file: str) -> Located:
    """Return the parsed text, which is shared and must not be changed."""
    located = Located(values={(): Place(file)})
    try:
        if (deep := _too_deep(text)) is not None:
            located.problems.append(Place(file, *deep).problem((), _TOO_DEEP))
            return located
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        line, column, message = syntax_mistake(error, text)
        # Newer parsers raise this themselves, before `_too_deep` reaches its limit.
        message = _TOO_DEEP if "nesting depth" in message else message
        located.problems.append(Place(file, line + 1, column + 1).problem((), message))
        return located
    if node is not None:
        located.data = _Constructor(file, located).value(node, ())
    return located


def _too_deep(text: str) -> tuple[int, int] | None:
    """Return line and column where a text exceeds the nesting that recursion can handle."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            mark = event.start_mark
            if depth > _DEEPEST and mark is not None:
                return mark.line + 1, mark.column + 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return None


def _shown(path: Path) -> str:
    inside = os.path.relpath(path) if path.is_absolute() else str(path)
    return str(path) if inside.startswith("..") else inside


class _Constructor:
    """Converts nodes to data and records their positions."""

    def __init__(self, file: str, located: Located) -> None:
        self._file = file
        self._located = located
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, path: DataPath) -> Any:
        place = self._place(node)
        self._located.values[path] = place
        if self._is_alias(node, path):
            return None
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        assert isinstance(node, yaml.MappingNode)
        return self._mapping(node, path)

    def _mapping(self, node: yaml.MappingNode, path: DataPath) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            place = self._place(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                self._located.problems.append(
                    place.problem(path, "a key must be a word or a number")
                )
                continue
            if self._is_alias(key_node, path):
                continue
            key = str(key_node.value)
            below = (*path, key)
            if key in data:
                first = self._located.keys[below].line
                message = f"duplicate key, first given in line {first}"
                self._located.problems.append(place.problem(below, message))
                continue
            self._located.keys[below] = place
            data[key] = self.value(value_node, below)
        return data

    def _is_alias(self, node: yaml.Node, path: DataPath) -> bool:
        """Return whether a node is an alias, which is reported at the position of its anchor."""
        if id(node) not in self._seen:
            self._seen.add(id(node))
            return False
        message = "aliases are not supported: write the value again"
        self._located.problems.append(self._place(node).problem(path, message))
        return True

    def _place(self, node: yaml.Node) -> Place:
        mark = node.start_mark
        return Place(self._file, mark.line + 1, mark.column + 1)


def _scalar(node: yaml.ScalarNode) -> Any:
    text = str(node.value)
    if node.style in ("'", '"', "|", ">"):
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INTEGER.fullmatch(text) and len(text) <= _MOST_DIGITS:
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
