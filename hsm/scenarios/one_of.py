"""Entries of a scenario that are exactly one of several kinds, such as props or disturbances."""

from collections.abc import Callable, Mapping
from dataclasses import fields, make_dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hardware.declared import demand_declared

T = TypeVar("T")
Entry = TypeVar("Entry", bound="OneOf[Any]")


class OneOf(Generic[T]):
    """Base of classes decorated with `one_of`: exactly one field is set."""

    if TYPE_CHECKING:

        def __init__(self, **given: T) -> None: ...

    def __post_init__(self) -> None:
        demand_declared(self)
        names = [item.name for item in fields(self)]  # type: ignore[arg-type]
        given = [name for name in names if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"expected exactly one of {', '.join(names)}, got {len(given)}")

    @property
    def name(self) -> str:
        """Return the name of the field that is set, such as `ball`."""
        return next(name for name, value in vars(self).items() if value is not None)

    @property
    def given(self) -> T:
        """Return the value of the field that is set."""
        given: T = getattr(self, self.name)
        return given


def one_of(kinds: Mapping[str, type]) -> Callable[[type[Entry]], type[Entry]]:
    """Return a decorator that creates a dataclass with an optional field for every kind."""
    optional: list[tuple[str, Any, Any]] = [
        (name, kind | None, None) for name, kind in kinds.items()
    ]

    def make(cls: type[Entry]) -> type[Entry]:
        made = make_dataclass(cls.__name__, optional, bases=(cls,), frozen=True)
        made.__module__ = cls.__module__  # for pickle, as runs come back from worker processes
        return made

    return make
