"""Builds the pydantic-core schema that reads a parameter class from YAML data.

Keys come from `fields.py`. Bounds apply to the number as written, with the unit's range as the
default; then it is converted to SI. A number without a unit has no range, so its class is refused.
A ValueError raised by a dataclass in `__post_init__` is reported at its position like any other
mistake.

pydantic-core is used directly because building pydantic models of all classes takes half a second
at the start of every command.
"""

import math
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Any, Final, Literal, Union, get_args, get_origin

import annotated_types as at
from pydantic_core import CoreSchema, PydanticCustomError, SchemaValidator
from pydantic_core import core_schema as core

from hardware.units import Endless, Index, Ordered, Unit, Words
from hsm.errors import counted
from hsm.settings.fields import Name, Rule, choices, keys_of, metadata
from hsm.settings.messages import OwnKind, glued, shown, unknown_name, wrong_choice, wrong_number

Names = Mapping[str, Collection[str]]
"""Existing names, by kind."""

_NUMERIC = (Unit, Ordered, Words, at.Ge, at.Gt, at.Le, at.Lt)
_TIGHTER: Final[dict[str, Callable[..., Any]]] = {"ge": max, "gt": max, "le": min, "lt": min}
"""Function that selects the tighter of two bounds, by kind."""


def reader(cls: type) -> SchemaValidator:
    """Return the validator that reads a parameter class from plain data.

    Raises:
        TypeError: If a field has a type that YAML cannot express, or is a number without a unit.
    """
    return SchemaValidator(_class(cls))


@cache
def _class(cls: type) -> CoreSchema:
    """Return the schema that converts a mapping with the keys of a class to an instance."""
    keys = keys_of(cls)
    names = {text: key.name for text, key in keys.items()}
    fields = {
        text: core.typed_dict_field(_type(key.annotation, ()), required=key.required)
        for text, key in keys.items()
    }
    whole = core.typed_dict_schema(fields, extra_behavior="forbid")

    def no_mapping(value: Any) -> str:
        if isinstance(value, dict):
            return ""
        if message := glued(value, keys):
            return message
        needed = ", ".join(text for text, key in keys.items() if key.required)
        others = ", ".join(text for text, key in keys.items() if not key.required)
        wanted = f"a mapping with the keys {needed or others}"
        if needed and others:
            wanted += f"; optional keys are {others}"
        return f"expected {wanted} (got {shown(value)})"

    def build(given: dict[str, Any]) -> Any:
        return cls(**{names[text]: value for text, value in given.items()})

    mapping = core.no_info_before_validator_function(_refuse(no_mapping), whole)
    return core.no_info_after_validator_function(build, mapping)


def _type(annotation: Any, inherited: tuple[Any, ...]) -> CoreSchema:
    """Return the schema of an annotation; numeric marks are passed down to the numbers."""
    own = metadata(annotation)
    kind = get_args(annotation)[0] if own else annotation
    if (index := _index(own)) is not None:
        return index
    numeric = inherited + tuple(item for item in own if isinstance(item, _NUMERIC))
    words = next((item for item in numeric if isinstance(item, Words)), None)
    if words is not None:
        return _worded(words, _leaf(float, tuple(item for item in numeric if item is not words)))
    result = _container(kind, numeric) or _leaf(kind, numeric)
    for item in own:
        if not isinstance(item, _NUMERIC):
            result = _marked(result, item)
    return result


def _index(own: tuple[Any, ...]) -> CoreSchema | None:
    """Return the schema of a name that stands for its index; None if there is no such mark."""
    mark = next((item for item in own if isinstance(item, Index)), None)
    if mark is None:
        return None

    def read(value: Any, info: core.ValidationInfo[Any]) -> int:
        known = (info.context or {}).get(mark.kind)
        assert known is not None, f"no names of kind '{mark.kind}' were passed to the loader"
        options = {name: place for place, name in enumerate(known)}
        if not isinstance(value, str) or value not in options:
            raise problem(wrong_choice(value, options), "choice")
        return options[value]

    return core.with_info_plain_validator_function(read)


def _worded(words: Words, number: CoreSchema) -> CoreSchema:
    """Return the schema of a number that may be replaced by certain words."""
    meaning = dict(words.meaning)

    def read(value: Any, handler: Callable[[Any], Any]) -> Any:
        if isinstance(value, str) and value in meaning:
            return meaning[value]
        if isinstance(value, bool) or not isinstance(value, int | float):
            options = " or ".join(f"'{word}'" for word in meaning)
            raise problem(f"expected a number or {options} (got {shown(value)})")
        return handler(value)

    return core.no_info_wrap_validator_function(read, number)


def _container(kind: Any, numeric: tuple[Any, ...]) -> CoreSchema | None:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        members = [item for item in arguments if item is not type(None)]
        if len(members) != 1:
            raise TypeError(
                f"{kind} cannot be read from YAML: the only union allowed is `X | None`"
            )
        return core.nullable_schema(_type(members[0], numeric))
    if origin is tuple:
        return _tuple(arguments, numeric)
    if origin is dict:
        return core.dict_schema(_dict_key(arguments[0]), _type(arguments[1], numeric))
    return None


def _tuple(arguments: tuple[Any, ...], numeric: tuple[Any, ...]) -> CoreSchema:
    sunk = tuple(item for item in numeric if not isinstance(item, Ordered))
    ordered = len(sunk) < len(numeric)
    if arguments[-1] is Ellipsis:
        items = core.tuple_schema([_type(arguments[0], sunk)], variadic_item_index=0)
        length, wanted, ordered = None, "a list", False
    else:
        items = core.tuple_schema([_type(item, sunk) for item in arguments])
        length = len(arguments)
        wanted = "[min, max]" if ordered and length == 2 else f"a list of {length} values"

    def no_list(value: Any) -> str:
        if not isinstance(value, list):
            return glued(value) or f"expected {wanted} (got {shown(value)})"
        if length not in (None, len(value)):
            return f"expected {wanted}, got {counted(len(value), 'value')}"
        return ""

    whole: CoreSchema = core.no_info_before_validator_function(_refuse(no_list), items)
    if not ordered:
        return whole
    return core.no_info_after_validator_function(_refuse(_descends, "order"), whole)


def _descends(value: tuple[float, ...]) -> str:
    numbers = [item for item in value if isinstance(item, int | float)]
    return "expected the smaller value first" if any(a > b for a, b in pairwise(numbers)) else ""


def _leaf(kind: Any, numeric: tuple[Any, ...]) -> CoreSchema:
    if get_origin(kind) is Literal:
        return _choice({str(value): value for value in get_args(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(choices(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return _class(kind)
    if kind in (int, float):
        return _number(kind, numeric)
    if kind is bool:
        return core.bool_schema(strict=True)
    if kind is str:
        return core.str_schema(strict=True)
    raise TypeError(f"{kind} cannot be read from YAML")


def _number(kind: type, numeric: tuple[Any, ...]) -> CoreSchema:
    """Return the schema of a number with the bounds of its type, or those of its unit."""
    unit = next((item for item in numeric if isinstance(item, Unit)), None)
    if unit is None:
        raise TypeError("a number needs a unit, which defines its range; '' if it is dimensionless")
    bounds: dict[str, float] = {}
    for item in numeric:
        for name, tighter in _TIGHTER.items():
            if (bound := getattr(item, name, None)) is not None:
                bounds[name] = tighter(bound, bounds.get(name, bound))
    if not bounds.keys() & {"ge", "gt"}:
        bounds["ge"] = kind(-unit.largest)
    if not bounds.keys() & {"le", "lt"}:
        bounds["le"] = kind(unit.largest)
    demand = _inside(bounds)
    if kind is float:
        scale = unit.to_si
        number = core.float_schema(strict=True, allow_inf_nan=False)
        return core.no_info_after_validator_function(lambda x: float(demand(x)) * scale, number)
    if unit.to_si != 1.0:
        raise TypeError("a whole number cannot have a unit with a conversion factor")
    return core.no_info_after_validator_function(demand, core.int_schema(strict=True))


def _inside(bounds: Mapping[str, float]) -> Callable[[Any], Any]:
    """Return a validator of a number's range, whose message gives both bounds."""
    over, under = bounds.get("gt", -math.inf), bounds.get("lt", math.inf)
    least, most = bounds.get("ge", over), bounds.get("le", under)

    def outside(value: float) -> str:
        inside = least <= value <= most and over < value < under
        return "" if inside else wrong_number(bounds)

    return _refuse(outside, "bound")


def _refuse(what_is_wrong: Callable[[Any], str], kind: OwnKind = "shape") -> Callable[[Any], Any]:
    """Return a validator that raises the message of `what_is_wrong`, if it is not empty."""

    def check(value: Any) -> Any:
        if wrong := what_is_wrong(value):
            raise problem(wrong, kind)
        return value

    return check


def _marked(schema: CoreSchema, mark: Any) -> CoreSchema:
    """Return a schema that also applies a mark.

    Raises:
        TypeError: If the mark is unknown.
    """
    match mark:
        case Endless():  # only programs may give infinity; a file leaves the key out
            return schema
        case Name(kind):
            return core.with_info_after_validator_function(_known(kind), schema)
        case Rule(what_is_wrong):
            return core.no_info_after_validator_function(_refuse(what_is_wrong), schema)
        case at.MinLen(least):
            return core.no_info_after_validator_function(
                _refuse(lambda value: _too_few(value, least)), schema
            )
    raise TypeError(f"no reader for the annotation {mark!r}")


def _too_few(value: Collection[Any], least: int) -> str:
    enough = len(value) >= least
    return "" if enough else f"expected at least {least} entries, got {len(value)}"


def _known(kind: str) -> Callable[[str, core.ValidationInfo[Any]], str]:
    def demand(value: str, info: core.ValidationInfo[Any]) -> str:
        assert info.context is not None, f"no names of kind '{kind}' were passed to the loader"
        known = info.context[kind]
        if value not in known:
            raise problem(unknown_name(kind, value, known), "name")
        return value

    return demand


def _dict_key(kind: Any) -> CoreSchema:
    if (index := _index(metadata(kind))) is not None:
        return index
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(choices(kind))
    if kind is str:
        return core.str_schema()
    raise TypeError(f"{kind} cannot be a key in YAML")


def _choice(options: dict[str, Any]) -> CoreSchema:
    def choose(value: Any) -> Any:
        text = str(value) if not isinstance(value, bool) else str(value).lower()
        if text in options:
            return options[text]
        raise problem(wrong_choice(value, options), "choice")

    return core.no_info_plain_validator_function(choose)


def problem(message: str, kind: OwnKind = "shape") -> PydanticCustomError:
    """Return a pydantic error with a complete message."""
    return PydanticCustomError(kind, "{message}", {"message": message})
