"""A short hash over parameters, so that a run knows which ones it was made with."""

import hashlib
from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum


def fingerprint(value: object) -> str:
    """Return 12 hex digits over every value inside an object; the same in every process.

    Comments and layout of the files do not count, only what was loaded from them.
    """
    digest = hashlib.sha256()
    for part in _parts(value):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:12]


def _parts(value: object) -> Iterator[str]:
    if isinstance(value, Enum):
        yield value.name
    elif value is None or isinstance(value, (str, bool)):
        yield repr(value)
    elif isinstance(value, (int, float)):
        yield float(value).hex()
    elif isinstance(value, Mapping):
        yield "{"
        for key in sorted(value, key=_order):
            yield from _parts(key)
            yield from _parts(value[key])
        yield "}"
    elif isinstance(value, (tuple, list, Set)):
        yield "["
        for item in sorted(value, key=_order) if isinstance(value, Set) else value:
            yield from _parts(item)
        yield "]"
    else:
        yield type(value).__name__
        yield from _parts(_members(value))


def _members(value: object) -> Mapping[str, object]:
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return vars(value)


def _order(key: object) -> str:
    return key.name if isinstance(key, Enum) else repr(key)
