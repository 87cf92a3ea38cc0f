"""Values that are made in every cycle: frozen for the type checker, plain for the interpreter.

A frozen dataclass sets each field through `object.__setattr__`, two to three times as slow as an
assignment. Whoever assigns to a field of these is told by mypy before the program runs.
"""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def cycle_data(cls: type[_T]) -> type[_T]:
    """Make a slots dataclass that nobody changes, equal and hashed by its fields."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
