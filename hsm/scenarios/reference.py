"""The keys of a scenario, read from its classes, for the reference page and for editors."""

import math
import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from inspect import getdoc
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from hardware.units import Unit
from hsm.scenarios.field import OneProp
from hsm.scenarios.timeline import OneKind
from hsm.settings.fields import Key, Name, bare, choices, keys_of, metadata

T = TypeVar("T")
_ATTRIBUTE = re.compile(r"^    (\w+): (.*)$")
_SI = re.compile(r"(?:^|, |; )(?:m/s2|m/s|rad/s|N s|rad|ms|N|m|s|V)(?=[.;,]|$)")
_TYPICAL: Final = {"deg": 90.0, "ns": 2.0, "n": 20.0, "s": 1.0, "mm": 500.0, "mm_per_s": 100.0}
"""A sensible number for an example, by unit."""
_PURE: Final = 0.1
"""A sensible number without a unit."""
_WORDS: Final = {float: "number", int: "whole number", bool: "true or false", str: "text"}


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """Description of a key.

    Attributes:
        key: The key as written.
        kind: Kind of its value, in words.
        range: Range of a number, as written; empty if there is none.
        default: Default as written; None if the key is required.
        meaning: Its meaning, a sentence.
    """

    key: str
    kind: str
    range: str
    default: str | None
    meaning: str


def keys_in(cls: type) -> tuple[KeyFacts, ...]:
    """Return all keys of a class of a scenario, in their order."""
    meanings, defaults = _meanings(cls), _defaults(cls)
    return tuple(
        KeyFacts(
            key=text,
            kind=kind_of(key.annotation),
            range=_range_text(key.annotation),
            default=None if key.required else _written(key, defaults[key.name]),
            meaning=_without_units(meanings.get(key.name, "")),
        )
        for text, key in keys_of(cls).items()
    )


def summary_of(cls: type) -> str:
    """Return the summary of a class, from its docstring."""
    return (getdoc(cls) or "").split("\n\n")[0].replace("\n", " ")


def example_of(cls: type) -> str:
    """Return the shortest valid text of a class, with sensible numbers."""
    needed = (key for key in keys_of(cls).values() if key.required)
    return "{" + ", ".join(f"{key.text}: {_sample(key)}" for key in needed) + "}"


def nested(annotation: Any) -> type | None:
    """Return the class nested below a key, alone or in a list; None if there is none."""
    kind = bare(annotation)
    if get_origin(kind) is tuple:
        return nested(get_args(kind)[0])
    if isinstance(kind, type) and is_dataclass(kind):
        return kind
    return None


def words_of(annotation: Any) -> list[str] | None:
    """Return the permitted words of a key; None if its value is not one of a set of words."""
    kind = bare(annotation)
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(choices(kind))
    return None


def bounds_of(annotation: Any) -> dict[str, float]:
    """Return the bounds of a number as written, by their names in JSON schemas."""
    unit = _mark(annotation, Unit)
    if unit is None:
        return {}
    names = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
    found: dict[str, float] = {}
    for bound, name in names.items():
        for mark in _marks(annotation):
            if hasattr(mark, bound):
                found[name] = float(getattr(mark, bound))
    if not {"minimum", "exclusiveMinimum"} & set(found):
        found["minimum"] = -unit.largest
    if not {"maximum", "exclusiveMaximum"} & set(found):
        found["maximum"] = unit.largest
    return found


def _marks(annotation: Any) -> Iterator[Any]:
    """Yield the marks of an annotation at any depth, except those of nested classes."""
    yield from metadata(annotation)
    if get_origin(annotation) is not Literal:
        inner = get_args(annotation)[:1] if metadata(annotation) else get_args(annotation)
        for part in inner:
            yield from _marks(part)


def _mark(annotation: Any, kind: type[T]) -> T | None:
    """Return the first mark of a kind in an annotation; None if there is none."""
    return next((mark for mark in _marks(annotation) if isinstance(mark, kind)), None)


def kind_of(annotation: Any) -> str:
    """Return the kind of a key's value, in words."""
    words = words_of(annotation)
    if words is not None:
        return f"one of {', '.join(words)}"
    named = _mark(annotation, Name)
    if named is not None:
        return f"name of {'an' if named.kind[0] in 'aeiou' else 'a'} {named.kind}"
    kind = bare(annotation)
    below = nested(annotation)
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        if below is not None:
            return f"list of {_place(below)}"
        words = words_of(parts[0])
        if words is not None:
            return f"list of {', '.join(words)}"
        return f"list of {len(parts)} numbers" if parts[-1] is not Ellipsis else "list"
    if below is not None:
        return _place(below)
    return _WORDS[kind]


def _place(cls: type) -> str:
    if cls is OneKind:
        return "one [disturbance](#disturbances)"
    if cls is OneProp:
        return "one [prop](#props)"
    return f"[{cls.__name__}](#{cls.__name__.lower()})"


def _range_text(annotation: Any) -> str:
    bounds = bounds_of(annotation)
    if not bounds:
        return ""
    told = {name: _number(bound) for name, bound in bounds.items()}
    low = f"above {told['exclusiveMinimum']}" if "exclusiveMinimum" in told else ""
    high = f"below {told['exclusiveMaximum']}" if "exclusiveMaximum" in told else ""
    return f"{low or told['minimum']} to {high or told['maximum']}"


def _number(bound: float) -> str:
    """Return a bound as text: an integer without decimals, others with six digits."""
    return f"{bound:.0f}" if bound == round(bound) else f"{bound:g}"


def _meanings(cls: type) -> dict[str, str]:
    """Return the descriptions of a class's attributes, from its docstring."""
    found: dict[str, str] = {}
    name = ""
    text = (getdoc(cls) or "").partition("Attributes:\n")[2]
    for line in text.splitlines():
        match = _ATTRIBUTE.match(line)
        if match:
            name = match[1]
            found[name] = match[2]
        elif line.startswith("        ") and name:
            found[name] += f" {line.strip()}"
        elif line.strip():
            break
    return found


def _without_units(meaning: str) -> str:
    """Return a meaning without SI units: on the page, numbers are in the unit of their key."""
    told = _SI.sub("", meaning).strip(" ,;")
    return "" if told == "." else told[:1].upper() + told[1:]


def _defaults(cls: type) -> dict[str, Any]:
    return {
        item.name: item.default if item.default is not MISSING else None
        for item in fields(cls)
        if item.default is not MISSING or item.default_factory is not MISSING
    }


def _written(key: Key, value: Any) -> str:
    """Return a default as written in YAML."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return "no limit" if math.isinf(value) else "not a number"
        unit = _mark(key.annotation, Unit)
        return f"{value / unit.to_si if unit else value:g}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Enum):
        return next(word for word, member in choices(type(value)).items() if member is value)
    if value is None or value == ():
        return "-"
    return str(value) if isinstance(value, int | str) else "default values"


def _sample(key: Key) -> str:
    words = words_of(key.annotation)
    if words is not None:
        return words[0]
    unit = _mark(key.annotation, Unit)
    assert unit is not None, f"{key.text} is neither a word nor a number"
    return f"{_TYPICAL.get(unit.suffix, _PURE):g}"
