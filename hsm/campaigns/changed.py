"""Copies of settings in which one value, at any depth, is changed."""

from dataclasses import replace
from typing import Any, TypeVar

Whole = TypeVar("Whole")


def changed(whole: Whole, path: str, value: object) -> Whole:
    """Return a copy of nested dataclasses with another value.

    Args:
        whole: The outermost dataclass.
        path: Names of the fields that lead to the value, joined by dots.
        value: The new value.

    Raises:
        AttributeError: If there is no such field.
    """
    outer: Any = whole
    name, _, inner = path.partition(".")
    before = getattr(outer, name)
    copy: Whole = replace(outer, **{name: changed(before, inner, value) if inner else value})
    return copy
