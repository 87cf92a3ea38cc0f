"""How a parameter class is written: the YAML key of every field, and the type below it.

The key of a field is its name plus the unit of the numbers in it (`pitch_limit: Angle` is
`pitch_limit_deg`, also inside tuples and dictionaries).
"""

import types
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hardware.units import Unit
from hsm import file_names as names


@dataclass(frozen=True, slots=True)
class Name:
    """Marks a text that names something outside its file; whoever loads it says what exists.

    Attributes:
        kind: What it names, in words.
    """

    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Marks a text that obeys a rule.

    Attributes:
        what_is_wrong: Says what was expected of a text; empty if nothing is wrong with it.
    """

    what_is_wrong: Callable[[str], str]


FileName = Annotated[str, Rule(names.what_is_wrong)]
"""A name that may become a file."""


@dataclass(frozen=True, slots=True)
class Key:
    """How a field is written: its name in the class, its unit, its key in YAML, its type."""

    name: str
    suffix: str
    annotation: Any
    required: bool

    @property
    def text(self) -> str:
        """Return the key in YAML; a field `finally_` avoids a word of Python, its key does not."""
        name = self.name.rstrip("_")
        return f"{name}_{self.suffix}" if self.suffix else name


@cache
def keys_of(cls: type) -> dict[str, Key]:
    """Return the YAML keys of a parameter class, in the order of its fields."""
    hints = get_type_hints(cls, include_extras=True)
    keys = (_key(cls, item, hints[item.name]) for item in fields(cls) if item.init)
    return {key.text: key for key in keys}


def _key(cls: type, item: "Field[Any]", annotation: Any) -> Key:
    suffixes = _suffixes(annotation)
    if len(suffixes) > 1:
        raise TypeError(f"{cls.__name__}.{item.name} mixes the units {sorted(suffixes)}")
    required = item.default is MISSING and item.default_factory is MISSING
    return Key(item.name, next(iter(suffixes), ""), annotation, required)


def _suffixes(annotation: Any) -> set[str]:
    """Return the units of all numbers below a type; a nested class names its own."""
    found = {item.suffix for item in metadata(annotation) if isinstance(item, Unit)}
    if get_origin(annotation) is not Literal:
        inner = get_args(annotation)[:1] if metadata(annotation) else get_args(annotation)
        found.update(*map(_suffixes, inner))
    return found


def metadata(annotation: Any) -> tuple[Any, ...]:
    """Return what an annotated type carries."""
    return annotation.__metadata__ if get_origin(annotation) is Annotated else ()


def given(annotation: Any) -> Any:
    """Return a type without `| None`, which stands for a key that is left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        members = [item for item in get_args(annotation) if item is not type(None)]
        return members[0] if len(members) == 1 else annotation
    return annotation


def bare(annotation: Any) -> Any:
    """Return a type without its annotations and without `| None`."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    kind = given(annotation)
    return annotation if kind is annotation else bare(kind)


def below(annotation: Any, part: str | int) -> Any:
    """Return the type of the value that stands under a key or index of a value of this type."""
    kind = bare(annotation)
    arguments = get_args(kind)
    if is_dataclass(kind):
        key = keys_of(kind).get(str(part)) if isinstance(kind, type) else None
        return key.annotation if key else None
    if get_origin(kind) is dict:
        return arguments[1]
    if get_origin(kind) is tuple and isinstance(part, int):
        return arguments[0] if arguments[-1] is Ellipsis else arguments[part]
    return None


def choices(kind: type[Enum]) -> dict[str, Any]:
    """Return how the members of an enum are written: by value if that is text, else by name."""
    return {
        member.value if isinstance(member.value, str) else name.lower(): member
        for name, member in kind.__members__.items()
    }
