"""Converts numpy numbers in the input of programs to Python's own.

Files and messages contain plain numbers; programs that compute with numpy need not convert them.
"""

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

T = TypeVar("T")


def own_numbers(what: T) -> T:
    """Return a value with its numpy numbers as Python numbers, and its arrays as tuples.

    Converts inside dataclasses, tuples, lists and dictionaries; other values are unchanged.
    """
    found: object = what
    if hasattr(what, "tolist"):  # avoids importing numpy
        found = _tuples(what.tolist())
    elif isinstance(what, dict):
        found = {key: own_numbers(item) for key, item in what.items()}
    elif type(what) in (tuple, list):
        items = [own_numbers(item) for item in what]  # type: ignore[attr-defined]
        changed = any(new is not old for new, old in zip(items, what, strict=True))  # type: ignore[call-overload]
        found = type(what)(items) if changed else what  # type: ignore[call-arg]
    elif is_dataclass(what) and not isinstance(what, type):
        old = {item.name: getattr(what, item.name) for item in fields(what) if item.init}
        new = {name: own_numbers(item) for name, item in old.items()}
        changes = {name: item for name, item in new.items() if item is not old[name]}
        found = replace(what, **changes) if changes else what
    return found  # type: ignore[return-value]


def _tuples(numbers: object) -> object:
    return tuple(map(_tuples, numbers)) if isinstance(numbers, list) else numbers
