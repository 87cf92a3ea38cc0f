"""Values that are made in every cycle: frozen for the type checker, plain for the interpreter.

A frozen dataclass sets each field through `object.__setattr__`, two to three times as slow as an
assignment. Whoever assigns to a field of these is told by mypy before the program runs.
"""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def cycle_data(cls: type[_T]) -> type[_T]:
    """Make a slots dataclass that nobody changes, equal and hashed by its fields.

    A value with a field that was not measured (`math.nan`) equals its copy, as tuples do: from
    Python 3.13 on a dataclass compares field by field, and would not.
    """
    made = dataclass(slots=True, unsafe_hash=True)(cls)
    values = attrgetter(*(one.name for one in fields(made)))  # type: ignore[arg-type]

    def same(self: object, other: object) -> bool:
        return bool(values(self) == values(other)) if type(other) is type(self) else NotImplemented

    made.__eq__ = same  # type: ignore[method-assign]
    return made
