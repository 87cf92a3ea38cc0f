"""Converts values of typed classes to plain data and back, exactly; used in the files of runs.

A dataclass becomes a mapping by field name, an enum the name of its member, a tuple a list. Numbers
stay as they are, in SI units with every digit, unlike the rounded ones of the files in `config/`.
When read, the data must match the annotations exactly.
"""

import types
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from hardware.declared import shortened
from hardware.errors import did_you_mean
from motions.keyframes.motions.rules import MotionError

T = TypeVar("T")
_SCALARS: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}
"""Scalar types, which are plain data already, with their names in messages."""


class ValuesError(ValueError):
    """Plain data that is no value of the expected class; the message says where and why."""


def plain(value: Any) -> Any:
    """Return a value as mappings, lists, numbers, strings and None.

    Raises:
        TypeError: If it contains something that plain data cannot represent.
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
    """Return a value of a class from plain data.

    Raises:
        ValuesError: If anything is missing, unknown or of another type, or if the class refuses it.
    """
    made: T = _PlainReader(strict=True).value(kind, data, kind.__name__)
    return made


def read_external(kind: type[T], data: Any, name: str) -> T:
    """Return a value of a class from plain data of an external client; errors use the given name.

    Omitted fields take their defaults, and enum members may be written in any case.

    Raises:
        ValuesError: If a field without default is missing, and otherwise as in `value`.
    """
    made: T = _PlainReader(strict=False).value(kind, data, name)
    return made


class _PlainReader:
    """Reads plain data by annotations."""

    def __init__(self, *, strict: bool) -> None:
        """Set up; if not strict, defaults may be omitted and enums written in any case."""
        self._strict = strict

    def value(self, annotation: Any, data: Any, place: str) -> Any:
        """Return the value of some data; `place` is its path, for errors."""
        kind = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
        origin = get_origin(kind)
        if kind is Any:
            return data
        if kind in _SCALARS:
            return self._scalar(kind, data, place)
        if origin in (Union, types.UnionType):
            return self._one_of(get_args(kind), data, place)
        if origin is tuple:
            return self._tuple(get_args(kind), data, place)
        if origin in (dict, Mapping):
            return self._mapping(get_args(kind), data, place)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._member(kind, data, place)
        if isinstance(kind, type) and is_dataclass(kind):
            return self._instance(kind, data, place)
        raise TypeError(f"{kind} at {place} cannot be made from plain data")

    def _one_of(self, kinds: tuple[Any, ...], data: Any, place: str) -> Any:
        """Return the value as the first of several types that fits."""
        if data is None and types.NoneType in kinds:
            return None
        *others, last = (kind for kind in kinds if kind is not types.NoneType)
        for kind in others:
            with suppress(ValuesError):
                return self.value(kind, data, place)
        return self.value(last, data, place)

    def _scalar(self, kind: type, data: Any, place: str) -> Any:
        if type(data) is kind or (kind is float and type(data) is int):
            return data
        raise _wrong(place, _SCALARS[kind], data)

    def _tuple(self, kinds: tuple[Any, ...], data: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(data, tuple | list):
            raise _wrong(place, "a list", data)
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(data)
        if len(data) != len(kinds):
            raise ValuesError(f"{place} has {len(data)} values instead of {len(kinds)}")
        each = enumerate(zip(kinds, data, strict=True))
        return tuple(self.value(kind, item, f"{place}[{number}]") for number, (kind, item) in each)

    def _mapping(self, kinds: tuple[Any, ...], data: Any, place: str) -> dict[Any, Any]:
        if not isinstance(data, Mapping):
            raise _wrong(place, "a map", data)
        key_kind, item_kind = kinds
        return {
            self.value(key_kind, key, f"key of {place}"): self.value(
                item_kind, item, f"{place}.{key}"
            )
            for key, item in data.items()
        }

    def _member(self, kind: type[Enum], data: Any, place: str) -> Any:
        try:
            return kind[data if self._strict else data.upper()]
        except (KeyError, TypeError, AttributeError):
            # Programs and people write the names as in the files of `config/`, runs in capitals.
            words = [name if self._strict else name.lower() for name in kind.__members__]
            hint = did_you_mean(data, words, after="; ") if isinstance(data, str) else ""
            raise _wrong(place, f"one of {', '.join(words)}", data, hint) from None

    def _instance(self, kind: type, data: Any, place: str) -> Any:
        annotations = _annotations(kind)
        if not isinstance(data, Mapping):
            raise _wrong(place, f"a map of {', '.join(annotations)}", data)
        if unknown := sorted(map(str, data.keys() - annotations.keys())):
            known = ", ".join(annotations)
            raise ValuesError(f"{place} has an unknown '{unknown[0]}'; expected some of {known}")
        needed = annotations.keys() if self._strict else annotations.keys() - _with_defaults(kind)
        if missing := sorted(needed - data.keys()):
            raise ValuesError(f"{place} lacks '{missing[0]}'")
        given = {
            name: self.value(annotation, data[name], f"{place}.{name}")
            for name, annotation in annotations.items()
            if name in data
        }
        try:
            return kind(**given)
        except (ValueError, MotionError) as error:  # from the checks of the class
            raise ValuesError(f"{place}: {error}") from error


@cache
def _annotations(kind: type) -> dict[str, Any]:
    """Return the types of the fields that are arguments of the constructor."""
    hints = get_type_hints(kind, include_extras=True)
    return {item.name: hints[item.name] for item in fields(kind) if item.init}


@cache
def _with_defaults(kind: type) -> frozenset[str]:
    """Return the names of the fields that have a default."""
    usual = (item for item in fields(kind) if item.default is not MISSING)
    return frozenset(item.name for item in usual)


def _wrong(place: str, wanted: str, data: Any, hint: str = "") -> ValuesError:
    return ValuesError(f"{place} must be {wanted}, not {shortened(data)}{hint}")
