"""Dataclasses for values made in every cycle: frozen for the type checker only.

A frozen dataclass sets each field through `object.__setattr__`, two to three times as slow as an
assignment. Here mypy reports an assignment to a field; the interpreter does not prevent it.
"""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def cycle_data(cls: type[_T]) -> type[_T]:
    """Return the class as an immutable slots dataclass, compared and hashed by its fields.

    A value with an unmeasured field (`math.nan`) equals its copy, as a tuple would: from Python
    3.13 on, a plain dataclass compares field by field, and its copy would differ.
    """
    made = dataclass(slots=True, unsafe_hash=True)(cls)
    values = attrgetter(*(one.name for one in fields(made)))  # type: ignore[arg-type]

    def same(self: object, other: object) -> bool:
        return bool(values(self) == values(other)) if type(other) is type(self) else NotImplemented

    made.__eq__ = same  # type: ignore[method-assign]
    return made
