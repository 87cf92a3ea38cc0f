"""Writes parameter classes as YAML, the inverse of the loader.

Keys are in the order of the fields; a field with its default value is left out. Short values are
written on one line.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, get_args

from hardware.units import Index, Unit, Words
from hsm.settings.fields import bare, given, keys_of, metadata

_WIDTH = 100
_DIGITS = 12
"""Enough for a number read again to differ by less than a millionth of any measurable quantity."""
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_ .()/+-]*[A-Za-z0-9_.)]|[A-Za-z]")
_TAKEN = {"null", "true", "false"}

Names = Mapping[str, Sequence[str]]
"""Existing names by kind, in the order of the indexes that they stand for."""


def yaml_text(value: Any, comment: str = "", names: Names | None = None) -> str:
    """Return a parameter class as the text of a file.

    Args:
        value: An instance of a frozen dataclass with units, in SI.
        comment: Comment at the top.
        names: Names for indexes in the value, for example of the robot's joints.
    """
    return data_text(plain(value, names), comment)


def data_text(data: Mapping[str, Any], comment: str) -> str:
    """Return plain data as the text of a file, with a comment at the top."""
    head = [f"# {line}".rstrip() for line in comment.splitlines()]
    return "\n".join([*head, *_block(data, 0), ""])


def plain(value: Any, names: Names | None = None) -> Any:
    """Return a parameter class as the dictionaries, lists and numbers of its file."""
    return _plain(value, type(value), 1.0, {}, names or {})


def _plain(
    value: Any, annotation: Any, scale: float, words: Mapping[Any, str], names: Names
) -> Any:
    annotation = given(annotation)
    scale = next((i.to_si for i in metadata(annotation) if isinstance(i, Unit)), scale)
    for item in metadata(annotation):
        if isinstance(item, Words):
            words = {meaning: word for word, meaning in item.meaning}
        if isinstance(item, Index):
            return names[item.kind][value]
    if (value is None or isinstance(value, float | Enum)) and value in words:
        return words[value]
    if is_dataclass(value) and not isinstance(value, type):
        return dict(_pairs(value, names))
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    kind = bare(annotation)
    if isinstance(value, dict):
        key, inner = get_args(kind)
        return {
            _plain(k, key, 1.0, {}, names): _plain(v, inner, scale, {}, names)
            for k, v in value.items()
        }
    if isinstance(value, tuple):
        inner = get_args(kind)
        each = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return [_plain(v, t, scale, {}, names) for v, t in zip(value, each, strict=True)]
    if isinstance(value, float):
        return float(f"{value / scale:.{_DIGITS}g}") + 0.0
    return value


def _pairs(value: Any, names: Names) -> Iterator[tuple[str, Any]]:
    kind: type = type(value)
    defaults = {
        item.name: item.default if item.default_factory is MISSING else item.default_factory()
        for item in fields(kind)
    }
    for text, key in keys_of(kind).items():
        found = getattr(value, key.name)
        if found != defaults[key.name]:
            yield text, _plain(found, key.annotation, 1.0, {}, names)


def _block(value: Any, depth: int) -> list[str]:
    """Return the lines of a mapping or a list of mappings, indented by two spaces per level."""
    indent = "  " * depth
    lines: list[str] = []
    if isinstance(value, list):
        for item in value:
            first, *others = _block(item, depth + 1)
            lines += [f"{indent}- {first.lstrip()}", *others]
        return lines
    for key, item in value.items():
        short = f"{indent}{_flow(key)}: {_flow(item)}"
        mapping = isinstance(item, dict) and bool(item)
        listed = isinstance(item, list) and bool(item) and isinstance(item[0], dict)
        told = isinstance(item, list) and bool(item) and isinstance(item[0], str)
        if told and len(short) > _WIDTH:
            lines.append(f"{indent}{_flow(key)}:")
            lines += [f"{indent}  - {_flow(entry)}" for entry in item]
        elif (mapping or listed) and (depth == 0 or len(short) > _WIDTH):
            lines += [f"{indent}{_flow(key)}:", *_block(item, depth + 1)]
        else:
            lines.append(short)
    return lines or [f"{indent}{{}}"]


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isfinite(value) and value == int(value) and abs(value) < 1e12:
            return str(int(value))
        return repr(value)
    if isinstance(value, str):
        plain_word = _WORD.fullmatch(value) and value.lower() not in _TAKEN
        return value if plain_word else _quoted(value)
    return "null" if value is None else str(value)


def _quoted(text: str) -> str:
    """Return a text in quotes; YAML takes some invisible characters only as escapes."""
    signs = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in signs)
