"""Entries of a scenario that are one of several kinds, such as a prop or a disturbance."""

from collections.abc import Callable, Mapping
from dataclasses import fields, make_dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hardware.declared import demand_declared

T = TypeVar("T")
Entry = TypeVar("Entry", bound="OneOf[Any]")


class OneOf(Generic[T]):
    """Exactly one of all kinds is given, under its name; for a class below `one_of`."""

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
        """Return the name of what is given, such as `ball`."""
        return next(name for name, value in vars(self).items() if value is not None)

    @property
    def given(self) -> T:
        """Return what is given."""
        given: T = getattr(self, self.name)
        return given


def one_of(kinds: Mapping[str, type]) -> Callable[[type[Entry]], type[Entry]]:
    """Return a decorator that makes a dataclass with a field for every kind."""
    optional: list[tuple[str, Any, Any]] = [
        (name, kind | None, None) for name, kind in kinds.items()
    ]

    def make(cls: type[Entry]) -> type[Entry]:
        made = make_dataclass(cls.__name__, optional, bases=(cls,), frozen=True)
        made.__module__ = cls.__module__  # where pickle looks for it: runs come back from workers
        return made

    return make
