"""YAML keys and types of the fields of a parameter class.

The key of a field is its name plus the unit of its numbers (`pitch_limit: Angle` is
`pitch_limit_deg`), also for numbers inside tuples and dictionaries.
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
    """Marks a text that names something outside its file; the loader's caller passes the names.

    Attributes:
        kind: What it names, in words.
    """

    kind: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Marks a text that must satisfy a rule.

    Attributes:
        what_is_wrong: Returns the error message for a text; empty if the text is valid.
    """

    what_is_wrong: Callable[[str], str]


FileName = Annotated[str, Rule(names.what_is_wrong)]
"""A name that can be used as a file name."""


@dataclass(frozen=True, slots=True)
class Key:
    """A field in YAML: its name in the class, unit suffix and type, and whether it is required."""

    name: str
    suffix: str
    annotation: Any
    required: bool

    @property
    def text(self) -> str:
        """Return the key in YAML; a trailing underscore, as in `finally_`, is dropped."""
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
    """Return the units of all numbers inside a type, except those of nested classes."""
    found = {item.suffix for item in metadata(annotation) if isinstance(item, Unit)}
    if get_origin(annotation) is not Literal:
        inner = get_args(annotation)[:1] if metadata(annotation) else get_args(annotation)
        found.update(*map(_suffixes, inner))
    return found


def metadata(annotation: Any) -> tuple[Any, ...]:
    """Return the metadata of an annotated type."""
    return annotation.__metadata__ if get_origin(annotation) is Annotated else ()


def given(annotation: Any) -> Any:
    """Return a type without `| None`, which means that the key may be left out."""
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
    """Return the type of the value at a key or index of a value of this type."""
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
    """Return the members of an enum by word in YAML: the value if it is text, else the name."""
    return {
        member.value if isinstance(member.value, str) else name.lower(): member
        for name, member in kind.__members__.items()
    }
