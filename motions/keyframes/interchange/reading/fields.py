"""Reads typed values from the tree, and collects all errors."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from hardware.errors import HsmError, did_you_mean
from motions.keyframes.interchange.names import DEG
from motions.keyframes.interchange.reading.tree import List, Literal, Node, Record

T = TypeVar("T")
_ANGLE = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(deg|rad|pi)?")
_UNITS = {"deg": DEG, "rad": 1.0, "pi": 180.0 * DEG, None: 1.0}


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """A finding at a location of a source file.

    Attributes:
        line: From 1.
        column: From 1.
        path: Location in the data, `keyframeBlock.front.keyframes[2]`.
        message: Description, with its code if it is an error.
    """

    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.path}: {self.message}".replace(": : ", ": ")


class SourceError(HsmError):
    """A source file cannot be read, or has contents that cannot be expressed here.

    Attributes:
        file: Its name.
        problems: All errors, in the order of the file.
    """

    def __init__(self, file: str, problems: list[SourceProblem]) -> None:
        self.file = file
        self.problems = tuple(sorted(problems, key=lambda item: (item.line, item.column)))
        super().__init__("\n".join(f"{file}:{problem}" for problem in self.problems))


class Findings:
    """Findings while a file is read.

    Attributes:
        problems: Errors.
        notes: Items that the source's engine does not use, and that are dropped.
        opened: Every record that was opened.
    """

    def __init__(self) -> None:
        self.problems: list[SourceProblem] = []
        self.notes: list[SourceProblem] = []
        self.opened: list[Fields] = []

    def mistake(self, node: Node, path: str, message: str) -> None:
        """Record an error."""
        self.problems.append(SourceProblem(node.line, node.column, path, message))

    def note(self, node: Node, path: str, message: str) -> None:
        """Record an item that is dropped because it has no effect."""
        self.notes.append(SourceProblem(node.line, node.column, path, message))

    def close(self) -> None:
        """Record every key that was not read as an error."""
        for fields in self.opened:
            self.problems += fields.unknown()


class Fields:
    """One record, read key by key."""

    def __init__(self, record: Record, path: str, findings: Findings) -> None:
        self.record = record
        self.path = path
        self.findings = findings
        self._asked: list[str] = []
        findings.opened.append(self)

    def has(self, key: str) -> bool:
        """Return whether there is such a key."""
        return key in self.record.values

    def node(self, key: str, *, needed: bool = True) -> Node | None:
        """Return a value as parsed."""
        self._asked.append(key)
        found = self.record.values.get(key)
        if found is None and needed:
            self.mistake(self.record, f"KF144 missing '{key}'")
        return found

    def below(self, key: str) -> str:
        """Return the path of a key."""
        return f"{self.path}.{key}" if self.path else key

    def mistake(self, node: Node, message: str, key: str = "") -> None:
        """Record an error in this record."""
        self.findings.mistake(node, self.below(key) if key else self.path, message)

    def unused(self, text: str) -> None:
        """Record an item of this record that is dropped because it has no effect."""
        self.findings.note(self.record, self.path, text)

    def made(self, make: Callable[[], T]) -> T | None:
        """Return an instance of a class; a refusal is recorded as an error of this record."""
        try:
            return make()
        except ValueError as error:
            self.mistake(self.record, str(error))
            return None

    def number(self, key: str, default: float | None = None) -> float:
        """Return a plain number; a unit is an error."""
        return self._read(key, default, self.plain_of, 0.0)

    def angle(self, key: str) -> float:
        """Return an angle in rad."""
        return self._read(key, None, self.angle_of, 0.0)

    def whole(self, key: str, default: int | None = None) -> int:
        """Return a whole number."""
        return self._read(key, default, self._whole, 0)

    def percent(self, key: str) -> float:
        """Return a share that is written as a whole number of percent."""
        return self.whole(key) * 1e-2

    def if_there(self, key: str, read: Callable[[str], T]) -> T | None:
        """Return the value of an optional key."""
        return read(key) if self.node(key, needed=False) is not None else None

    def flag(self, key: str) -> bool:
        """Return true or false; false without the key."""
        return self.word(key, {"true": True, "false": False}, False)

    def word(self, key: str, words: Mapping[str, T], default: T | None = None) -> T:
        """Return the meaning of a word."""
        first = next(iter(words.values()))
        return self._read(key, default, lambda node, path: self.word_of(node, path, words), first)

    def _read(
        self, key: str, default: T | None, read: Callable[[Node, str], T | None], other: T
    ) -> T:
        node = self.node(key, needed=default is None)
        value = read(node, self.below(key)) if node is not None else default
        return other if value is None else value

    def plain_of(self, node: Node, path: str) -> float | None:
        """Return a plain number; a unit is an error, except on zeros, where the source has one."""
        match = self._number(node, path)
        if match is None:
            return None
        value = float(match.group(1))
        if match.group(2) and value != 0.0:
            self.findings.mistake(node, path, f"KF140 expected no unit, found '{match.group()}'")
        return value

    def angle_of(self, node: Node, path: str) -> float | None:
        """Return a value in rad; without a unit it is in rad already."""
        match = self._number(node, path)
        return float(match.group(1)) * _UNITS[match.group(2)] if match else None

    def _number(self, node: Node, path: str) -> "re.Match[str] | None":
        match = _ANGLE.fullmatch(node.text) if isinstance(node, Literal) else None
        if match is None:
            self.findings.mistake(node, path, f"KF103 expected a number, found {told(node)}")
        return match

    def _whole(self, node: Node, path: str) -> int | None:
        if isinstance(node, Literal) and re.fullmatch(r"[-+]?\d{1,18}", node.text):
            return int(node.text)
        self.findings.mistake(node, path, f"KF103 expected a whole number, found {told(node)}")
        return None

    def word_of(self, node: Node, path: str, words: Mapping[str, T]) -> T | None:
        """Return the meaning of a word; None, with an error recorded, if it is not known."""
        if isinstance(node, Literal) and node.text in words:
            return words[node.text]
        hint = did_you_mean(told(node), words)
        expected = ", ".join(words) if len(words) < 8 else f"one of {len(words)} names"
        text = f"KF104 expected {expected}; found {told(node)}{hint}"
        self.findings.mistake(node, path, text)
        return None

    def fields(self, key: str, *, needed: bool = True) -> "Fields | None":
        """Return a record."""
        node = self.node(key, needed=needed)
        return self.record_of(node, self.below(key)) if node is not None else None

    def inner(self, key: str, read: Callable[["Fields"], T], *, needed: bool = False) -> T | None:
        """Return the content of a record; None without it."""
        record = self.fields(key, needed=needed)
        return read(record) if record is not None else None

    def pair(
        self, key: str, *names: str, angles: bool = False, needed: bool = True
    ) -> tuple[float, float]:
        """Return two plain numbers of a record, or angles in rad; `min` and `max` if not named."""
        record = self.fields(key, needed=needed)
        if record is None:
            return 0.0, 0.0
        first, second = names or ("min", "max")
        read = record.angle if angles else record.number
        return read(first), read(second)

    def record_of(self, node: Node, path: str) -> "Fields | None":
        """Return a value as a record; None, with an error recorded, if it is none."""
        if isinstance(node, Record):
            return Fields(node, path, self.findings)
        self.findings.mistake(node, path, f"KF103 expected {{...}}, found {told(node)}")
        return None

    def named(self, key: str) -> "Iterator[tuple[str, Fields]]":
        """Yield the records of an optional record by their keys."""
        inner = self.fields(key, needed=False)
        if inner is None:
            return
        for name in inner.record.values:
            record = inner.fields(name)
            if record is not None:
                yield name, record

    def items(
        self, key: str, *, length: int | None = None, needed: bool = True
    ) -> list[tuple[Node, str]]:
        """Return the values of a list with their paths."""
        node = self.node(key, needed=needed)
        if node is None:
            return []
        path = self.below(key)
        if not isinstance(node, List):
            self.findings.mistake(node, path, f"KF103 expected [...], found {told(node)}")
            return []
        if length is not None and len(node.items) != length:
            text = f"KF145 expected {length} values, found {len(node.items)}"
            self.findings.mistake(node, path, text)
            return []
        return [(item, f"{path}[{index}]") for index, item in enumerate(node.items)]

    def records(self, key: str, *, needed: bool = True) -> "Iterator[Fields]":
        """Yield the records of a list."""
        for node, path in self.items(key, needed=needed):
            record = self.record_of(node, path)
            if record is not None:
                yield record

    def optional(self, key: str) -> tuple[Node, str] | None:
        """Return the value of a list of at most one."""
        found = self.items(key, needed=False)
        if len(found) > 1:
            text = f"KF141 expected at most one value, found {len(found)}"
            self.findings.mistake(self.record.values[key], self.below(key), text)
        return found[0] if found else None

    def sole(self, key: str, read: Callable[["Fields"], T]) -> T | None:
        """Return the content of the record in a list of at most one; None without it."""
        found = self.optional(key)
        record = self.record_of(*found) if found is not None else None
        return read(record) if record is not None else None

    def unknown(self) -> Iterator[SourceProblem]:
        """Yield every key that was not read."""
        for key, (line, column) in self.record.keys.items():
            if key not in self._asked:
                text = f"KF143 unknown attribute '{key}'{did_you_mean(key, self._asked)}"
                yield SourceProblem(line, column, self.path, text)


def told(node: Node) -> str:
    """Return a value as text for a message."""
    match node:
        case Literal():
            return node.text if len(node.text) <= 40 else node.text[:37] + "..."
        case Record():
            return "{...}"
        case List():
            return "[...]"
