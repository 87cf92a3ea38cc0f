"""Messages of the loader: one sentence per mistake, with what was expected and found."""

import math
from collections.abc import Collection, Container, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args

from hardware.declared import shortened
from hardware.units import UNITS
from hsm.errors import did_you_mean
from hsm.settings.yaml_mistakes import NO_SPACE_AFTER_DASH, no_space_after_colon

OwnKind = Literal["shape", "choice", "order", "name", "bound"]
"""Kinds of mistakes that our own validators find: wrong structure, unknown word, reversed range,
unknown name, number out of range."""
_UNITS = UNITS.keys() | {"cm", "m", "km", "us", "min", "g", "m_per_s", "cm_per_s", "hz", "ma", "mv"}
_UNITS |= {"rad_per_s2", "g_mm2", "ratio"}
"""Our units, and others that may be written by mistake."""
MISTAKABLE: Final = {
    "mm": ("metres", "m", 1e3),
    "mm_per_s": ("metres per second", "m/s", 1e3),
    "deg": ("radians", "rad", math.degrees(1.0)),
    "deg_per_s": ("radians per second", "rad/s", math.degrees(1.0)),
}
"""Unit of a key: the unit that may be meant, its symbol, and its size in the unit of the key."""
_TYPES = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "finite_number": "a finite number",
    "string_type": "text",
    "bool_type": "true or false",
    "dict_type": "a mapping",
}


def wrong_value(error: Any) -> str:
    """Return the message for an error of pydantic."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "bound":  # shows the number as written, not as converted to the field's type
        return f"{error['msg']} (got {shown(value)})"
    if kind in get_args(OwnKind):
        return str(error["msg"])
    if kind == "value_error":
        return str(context["error"])
    if kind in _TYPES:
        return f"expected {_TYPES[kind]} (got {shown(value)})"
    return f"{error['msg']} (got {shown(value)})"


def kind_of(error: Any) -> str:
    """Return the kind of mistake of a pydantic error.

    One of `unknown`, `missing`, `shape`, `choice`, `order`, `name`, `bound`, or `said` for an error
    raised by the class itself.
    """
    kind = str(error["type"])
    known = {"extra_forbidden": "unknown", "missing": "missing", "value_error": "said"}
    if kind in get_args(OwnKind):
        return kind
    return known.get(kind, "shape")


def unknown_key(key: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Return the message for an unknown key, and the key probably meant, or ''.

    Args:
        key: The key as written.
        known: Field names without units, by key.
    """
    name, colon, value = key.partition(":")
    if colon and name in known:  # in braces, `{at_s:3}` is a key without a value
        return no_space_after_colon(name, value), name
    for candidate, name in known.items():
        rest = key.removeprefix(name)
        if rest != key and (rest == "" or rest[1:] in _UNITS):
            suffix = candidate.removeprefix(name).lstrip("_")
            unit = f"is in {suffix}" if suffix else "has no unit"
            return f"unknown key, this value {unit}: write '{candidate}'", candidate
    near = get_close_matches(key, known, n=1)
    if near:
        return f"unknown key, did you mean '{near[0]}'?", near[0]
    return f"unknown key, expected one of {', '.join(known)}", ""


def glued(value: Any, keys: Container[str] = ()) -> str:
    """Return the message for a text or mapping in place of a mapping or list; empty if unlikely.

    Args:
        value: What was read: `- at_s:3` is a text, `-at_s: 3` a mapping.
        keys: Keys of the mapping that is expected; none for a list.
    """
    key, colon, rest = (value if isinstance(value, str) else "").partition(":")
    if colon and key in keys and not rest.startswith(" "):  # a text in quotes has a space
        return no_space_after_colon(key, rest)
    first = next(iter(value), "") if isinstance(value, dict) else key
    return NO_SPACE_AFTER_DASH if not keys and first[:1] == "-" else ""


def wrong_number(bounds: Mapping[str, float]) -> str:
    """Return the message for a number outside its range.

    Args:
        bounds: `gt` or `ge`, and `lt` or `le`.
    """
    if bounds.keys() == {"ge", "le"}:
        wanted = f"from {bounds['ge']:.10g} to {bounds['le']:.10g}"
    else:
        signs = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
        wanted = " and ".join(
            f"{sign} {bounds[name]:.10g}" for name, sign in signs.items() if name in bounds
        )
    return f"must be {wanted}"


def which_unit(written: float, suffix: str) -> str:
    """Return the question whether a number is in SI instead of the unit of its key.

    Args:
        written: The number as written.
        suffix: Unit of the key, one of `MISTAKABLE`.
    """
    unit, symbol, factor = MISTAKABLE[suffix]
    wanted = suffix.replace("_per_", "/")
    return f"is this in {unit}? {written:.4g} {symbol} is {factor * written:.4g} {wanted}"


def wrong_choice(value: Any, options: Iterable[str]) -> str:
    """Return the message for a word that is not one of the options."""
    words = list(options)
    names = [f"'{word}'" for word in words]
    question = did_you_mean(str(value), words)
    if len(names) > 6:
        listed = f"one of {len(names)} names" if question else "one of " + ", ".join(names)
    else:
        listed = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    hint = question if len(names) > 3 else ""
    return f"expected {listed} (got {shown(value)}){hint}"


def unknown_name(kind: str, name: str, known: Collection[str]) -> str:
    """Return the message for a name that does not exist."""
    hint = did_you_mean(name, sorted(known), cutoff=0.5)
    return f"unknown {kind} (got {shown(name)}){hint}"


def shown(value: Any) -> str:
    """Return a value as written in YAML, shortened."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return shortened(value)
