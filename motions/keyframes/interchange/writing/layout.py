"""Lays values out as the text of a source file."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | bool | Sequence[Value] | Mapping[str, Value]"
"""A word or number as text, true or false, a list, a record."""

COMMENT = "//"
"""Key under which a record keeps the comment after its brace."""
_WIDTH = 120


def laid_out(record: Mapping[str, Value]) -> str:
    """Return the text of a file."""
    return "".join(f"{line}\n" for key, value in record.items() for line in _field(key, value, 0))


def _field(key: str, value: Value, depth: int) -> list[str]:
    indent = "  " * depth
    short = _short(value)
    if short is not None and len(indent) + len(key) + len(short) + 4 <= _WIDTH:
        return [f"{indent}{key} = {short};"]
    first, *others, last = _long(value, depth)
    return [f"{indent}{key} = {first.lstrip()}", *others, f"{last};"]


def _long(value: Value, depth: int) -> list[str]:
    indent = "  " * depth
    if isinstance(value, Mapping):
        comment = value.get(COMMENT, "")
        head = f"{indent}{{ // {comment}" if comment else f"{indent}{{"
        inner = [
            line
            for key, item in value.items()
            if key != COMMENT
            for line in _field(key, item, depth + 1)
        ]
        return [head, *inner, f"{indent}}}"]
    assert isinstance(value, Sequence)
    lines = [f"{indent}["]
    for index, item in enumerate(value):
        short = _short(item)
        fits = short is not None and len(indent) + len(short) + 3 <= _WIDTH
        found = [f"{indent}  {short}"] if fits else _long(item, depth + 1)
        found[-1] += "," if index + 1 < len(value) else ""
        lines += found
    return [*lines, f"{indent}]"]


def _short(value: Value) -> str | None:
    """Return a value in one line; None if it has a comment, which needs the rest of its line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        parts = {key: _short(item) for key, item in value.items()}
        if COMMENT in value or any(part is None for part in parts.values()):
            return None
        return "{" + " ".join(f"{key} = {part};" for key, part in parts.items()) + "}"
    items = [_short(item) for item in value]
    if any(item is None for item in items):
        return None
    return "[" + ", ".join(str(item) for item in items) + "]"
