"""Values of typed classes as plain data and back, exactly: what a run holds besides its numbers.

A dataclass becomes a mapping by the names of its fields, an enum the name of its member, a tuple a
list. Numbers stay what they are, in SI units and with every digit; the files in `config/` are for
people and round them. On the way back the annotations say what must be there, and nothing else may.
"""

import types
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from motions.keyframes.motions.rules import MotionError

T = TypeVar("T")
_SCALARS = (bool, int, float, str)


class ValuesError(ValueError):
    """Plain data that is no value of the wanted class; says where and why."""


def plain(value: Any) -> Any:
    """Return a value as mappings, lists, numbers, texts and None.

    Raises:
        TypeError: If there is something in it that plain data cannot say.
    """
    if value is None or type(value) in _SCALARS:
        return value
    if isinstance(value, Enum):
        return value.name
    kind: type = type(value)
    if is_dataclass(kind):
        return {name: plain(getattr(value, name)) for name in _annotations(kind)}
    if isinstance(value, Mapping):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} cannot be written as plain data")


def value(kind: type[T], data: Any) -> T:
    """Return the value of a class that plain data stands for.

    Raises:
        ValuesError: If anything is missing, too much, or of another type, or if the class refuses
            it.
    """
    made: T = _value(kind, data, kind.__name__)
    return made


def _value(annotation: Any, data: Any, place: str) -> Any:
    kind = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    origin = get_origin(kind)
    if kind is Any:
        return data
    if kind in _SCALARS:
        return _scalar(kind, data, place)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(kind), data, place)
    if origin is tuple:
        return _tuple(get_args(kind), data, place)
    if origin in (dict, Mapping):
        return _mapping(get_args(kind), data, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, data, place)
    if isinstance(kind, type) and is_dataclass(kind):
        return _instance(kind, data, place)
    raise TypeError(f"{kind} at {place} cannot be made from plain data")


def _one_of(kinds: tuple[Any, ...], data: Any, place: str) -> Any:
    """Return the value as the first of several types that it may be."""
    if data is None and types.NoneType in kinds:
        return None
    *others, last = (kind for kind in kinds if kind is not types.NoneType)
    for kind in others:
        with suppress(ValuesError):
            return _value(kind, data, place)
    return _value(last, data, place)


def _scalar(kind: type, data: Any, place: str) -> Any:
    if type(data) is kind or (kind is float and type(data) is int):
        return data
    raise _wrong(place, kind.__name__, data)


def _tuple(kinds: tuple[Any, ...], data: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(data, tuple | list):
        raise _wrong(place, "list", data)
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(data)
    if len(data) != len(kinds):
        raise ValuesError(f"{place} has {len(data)} values instead of {len(kinds)}")
    each = enumerate(zip(kinds, data, strict=True))
    return tuple(_value(kind, item, f"{place}[{number}]") for number, (kind, item) in each)


def _mapping(kinds: tuple[Any, ...], data: Any, place: str) -> dict[Any, Any]:
    if not isinstance(data, Mapping):
        raise _wrong(place, "mapping", data)
    return {
        _value(kinds[0], key, f"key of {place}"): _value(kinds[1], item, f"{place}.{key}")
        for key, item in data.items()
    }


def _member(kind: type[Enum], data: Any, place: str) -> Any:
    try:
        return kind[data]
    except (KeyError, TypeError):
        raise _wrong(place, f"one of {', '.join(kind.__members__)}", data) from None


def _instance(kind: type, data: Any, place: str) -> Any:
    annotations = _annotations(kind)
    if not isinstance(data, Mapping):
        raise _wrong(place, kind.__name__, data)
    if set(data) != set(annotations):
        missing = sorted(set(annotations) - set(data))
        unknown = sorted(map(str, set(data) - set(annotations)))
        what = f"lacks '{missing[0]}'" if missing else f"has an unknown '{unknown[0]}'"
        raise ValuesError(f"{place} {what}")
    given = {
        name: _value(annotation, data[name], f"{place}.{name}")
        for name, annotation in annotations.items()
    }
    try:
        return kind(**given)
    except (ValueError, MotionError) as error:  # what its own checks refuse
        raise ValuesError(f"{place}: {error}") from error


@cache
def _annotations(kind: type) -> dict[str, Any]:
    """Return the types of the fields that make an instance."""
    hints = get_type_hints(kind, include_extras=True)
    return {item.name: hints[item.name] for item in fields(kind) if item.init}


def _wrong(place: str, wanted: str, data: Any) -> ValuesError:
    shown = repr(data)
    shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
    return ValuesError(f"{place} must be {wanted}, not {shown}")
