"""Validates dataclasses built by programs against their annotations; errors name the field.

Files are checked by their reader; a dataclass that programs construct calls `demand_declared` in
its constructor. A number must be finite and within the bounds of its type, in SI; if its type is
marked `Endless`, it may be infinite. A field may always hold its default. Annotations of any other
kind are not checked.
"""

import math
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from numbers import Integral, Real
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from hardware.units import Endless, Unit

_LARGEST: Final = 1e12
"""Beyond any distance, speed or time here, yet small enough for its powers to stay finite."""
_SI: Final = {"deg": "rad", "mm": "m", "ms": "s", "n": "N", "ns": "N s", "percent": ""}
"""SI unit that replaces each part of a key's suffix."""


class _Wrong(NamedTuple):
    """A violation: path below the field, the value, what was expected, and a hint at its unit."""

    where: str
    value: Any
    wanted: str
    hint: str = ""


_LISTED: Final = 4
"""Enums with more members than this are not listed in full."""
_NONE: Final = "None"
"""What optional fields may hold, too; messages name it last."""
_Judge = Callable[[Any], _Wrong | None]


def demand_declared(given: Any, largest: float = _LARGEST) -> None:
    """Check that every field of a dataclass conforms to its type.

    Args:
        given: A new instance.
        largest: Largest accepted magnitude of a number, in SI.

    Raises:
        ValueError: If a field does not conform.
    """
    kind: type = type(given)
    for name, default, judge in _fields(kind, largest):
        value = getattr(given, name)
        if value is not default and (wrong := judge(value)) is not None:
            raise ValueError(
                f"{kind.__name__}: {name}{wrong.where} is {shortened(wrong.value, 60)}; "
                f"expected {wrong.wanted}{wrong.hint}"
            )


@cache
def _fields(kind: type, largest: float) -> tuple[tuple[str, Any, _Judge], ...]:
    """Return name, default and judge of every field whose type can be checked."""
    try:
        hints = get_type_hints(kind, include_extras=True)
    except NameError:  # a class defined in a function may use names known only there
        return ()
    judged = ((item, _judge(hints[item.name], (), largest)) for item in fields(kind) if item.init)
    return tuple(
        (item.name, item.default, _or_none(judge, item.default))
        for item, judge in judged
        if judge is not None
    )


def _or_none(judge: _Judge, default: Any) -> _Judge:
    """Return a judge that also accepts NaN if the field's default is NaN."""
    if not isinstance(default, float) or not math.isnan(default):
        return judge
    return lambda value: judge(value) if value == value else None


def _judge(annotation: Any, inherited: tuple[Any, ...], largest: float) -> _Judge | None:
    """Return the judge of a type's values; None if the type cannot be checked."""
    metadata, kind = inherited, annotation
    if get_origin(annotation) is Annotated:
        kind, *own = get_args(annotation)
        metadata = (*inherited, *own)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of([_judge(item, metadata, largest) for item in inner])
    if origin is tuple:
        return _tuple(inner, metadata, largest)
    if origin is Literal:
        return _is(lambda value: value in inner, f"one of {', '.join(map(repr, inner))}")
    if kind in (int, float):
        return _number(kind, metadata, largest)
    if kind is type(None):
        return _is(lambda value: value is None, _NONE)
    if kind in (bool, str):
        wanted = "True or False" if kind is bool else "a text"
        return _is(lambda value: isinstance(value, kind), wanted)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _instance(kind, largest)
    return None


def _is(holds: Callable[[Any], bool], wanted: str) -> _Judge:
    return lambda value: None if holds(value) else _Wrong("", value, wanted)


def _one_of(judges: list[_Judge | None]) -> _Judge | None:
    """Return the judge of a union."""
    known = [judge for judge in judges if judge is not None]
    if len(known) < len(judges):
        return None

    def judge(value: Any) -> _Wrong | None:
        found = [wrong for each in known if (wrong := each(value)) is not None]
        if len(found) < len(known):
            return None
        deeper = next((wrong for wrong in found if wrong.where), None)
        wanted = " or ".join(wrong.wanted for wrong in found if wrong.wanted != _NONE)
        optional = f", or {_NONE}" if any(wrong.wanted == _NONE for wrong in found) else ""
        hint = next((wrong.hint for wrong in found if wrong.hint), "")
        return deeper or _Wrong("", value, wanted + optional, hint)

    return judge


def _tuple(inner: tuple[Any, ...], metadata: tuple[Any, ...], largest: float) -> _Judge:
    """Return the judge of tuples, of any length or of a fixed one."""
    endless = inner[-1] is Ellipsis
    judges = [_judge(item, metadata, largest) for item in (inner[:1] if endless else inner)]
    wanted = "a tuple" if endless else f"a tuple of {len(inner)}"

    def judge(value: Any) -> _Wrong | None:
        if not isinstance(value, tuple) or not (endless or len(value) == len(inner)):
            return _Wrong("", value, wanted)
        for number, item in enumerate(value):
            each = judges[0 if endless else number]
            if each is not None and (wrong := each(item)) is not None:
                return wrong._replace(where=f"[{number}]{wrong.where}")
        return None

    return judge


def _number(kind: type, metadata: tuple[Any, ...], largest: float) -> _Judge:
    """Return the judge of numbers, numpy scalars included."""
    unit = next((item for item in metadata if isinstance(item, Unit)), Unit(""))

    def bounds(name: str) -> list[float]:
        return [unit.to_si * getattr(item, name) for item in metadata if hasattr(item, name)]

    least, above = max([-largest, *bounds("ge")]), max([-math.inf, *bounds("gt")])
    most, below = min([largest, *bounds("le")]), min([math.inf, *bounds("lt")])
    numbers = Integral if kind is int else Real
    number = "a whole number" if kind is int else "a number"
    if above >= least:
        number += f" above {above:.4g}" + (f" up to {most:.4g}" if most < largest else "")
    elif most < largest:
        number += f" from {least:.4g} to {most:.4g}"
    elif least > -largest:
        number += f" of at least {least:.4g}"
    else:
        number = number.replace("number", f"finite number up to {largest:g}")
    number += f" and below {below:.4g}" if below <= most and math.isfinite(below) else ""
    si = "/".join(_SI.get(part, part) for part in unit.suffix.split("_per_"))
    endless = any(isinstance(item, Endless) for item in metadata)
    least_at_all = max([-math.inf, *bounds("ge"), *bounds("gt")])
    wanted = f"{number} {si}".rstrip()
    if endless:
        wanted += ", or infinite"

    def judge(value: Any) -> _Wrong | None:
        if isinstance(value, numbers) and not isinstance(value, bool):
            given = _as_float(value)
            if math.isfinite(given) and least <= given <= most and above < given < below:
                return None
            if endless and (given == math.inf or (given == least_at_all == -math.inf)):
                return None
            if unit.suffix == "deg" and math.isfinite(given):
                hint = f": {given:g} deg are {math.radians(given):.4g}"
                return _Wrong("", value, wanted, hint)
            metres = 1e-3 * given
            if unit.suffix == "mm" and abs(given) > 10.0 * most and least <= metres <= most:
                hint = f"; are these mm? {given:g} mm are {metres:g} m"
                return _Wrong("", value, wanted, hint)
        return _Wrong("", value, wanted)

    return judge


def _member(kind: type[Enum]) -> _Judge:
    """Return the judge of enum members; for a text, the error names the member that was meant."""
    members = kind.__members__

    def judge(value: Any) -> _Wrong | None:
        if isinstance(value, kind):
            return None
        named = (name for name, one in members.items() if value in (one.value, name, name.lower()))
        name = next(named, None) if isinstance(value, str) else None
        many = len(members) > _LISTED
        among = f"a {kind.__name__}, such as {kind.__name__}.{next(iter(members))}"
        listed = " or ".join(f"{kind.__name__}.{one}" for one in members)
        return _Wrong("", value, f"{kind.__name__}.{name}" if name else among if many else listed)

    return judge


def _instance(kind: type, largest: float) -> _Judge:
    """Return the judge of a dataclass and its fields, which it may not check itself."""

    def judge(value: Any) -> _Wrong | None:
        if not isinstance(value, kind):
            article = "an" if kind.__name__[0] in "AEIOU" else "a"
            return _Wrong("", value, f"{article} {kind.__name__}")
        made: type = type(value)
        for name, default, each in _fields(made, largest):
            part = getattr(value, name)
            if part is not default and (wrong := each(part)) is not None:
                return wrong._replace(where=f".{name}{wrong.where}")
        return None

    return judge


def finite_number(value: Any) -> float:
    """Return an untrusted value as a finite number.

    Raises:
        ValueError: If it is not one; the message says what was expected.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("expected a number")
    number = _as_float(value)
    if not math.isfinite(number):
        raise ValueError("expected a finite number")
    return number


def _as_float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:  # an integer too large for a float
        return math.inf


def shortened(value: Any, most: int = 40) -> str:
    """Return the repr of an untrusted value, cut to at most this many characters."""
    try:
        text = repr(value)
    except Exception:  # a foreign `__repr__` may raise anything
        text = type(value).__name__
    return text if len(text) <= most else f"{text[: most - 3]}..."
