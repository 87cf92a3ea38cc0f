"""From a parameter class to a pydantic type that reads its YAML.

A frozen dataclass becomes a model once. Its keys are those of `fields.py`; bounds hold for the
number as it is written, the range of its unit where the type says no other; then it becomes SI. A
number without a unit has no range, and its class cannot be read. A dataclass that checks itself in
`__post_init__` and raises ValueError is a problem at its place like any other.
"""

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types as at
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationInfo,
    WrapValidator,
    create_model,
)
from pydantic import Field as ModelField
from pydantic_core import PydanticCustomError

from hardware.units import Index, Ordered, Unit, Words
from hsm.settings.fields import Name, Rule, choices, keys_of, metadata
from hsm.settings.messages import OwnKind, shown, unknown_name, wrong_choice

Names = Mapping[str, Collection[str]]
"""The names that exist, by kind."""

_NUMERIC = (Unit, Ordered, Words, at.Ge, at.Gt, at.Le, at.Lt)
_SCALARS: dict[Any, Any] = {
    float: Annotated[float, ModelField(strict=True, allow_inf_nan=False)],
    int: Annotated[int, ModelField(strict=True)],
    bool: Annotated[bool, ModelField(strict=True)],
    str: Annotated[str, ModelField(strict=True)],
}


@cache
def reader(cls: type) -> Any:
    """Return the pydantic type that reads a parameter class from plain data.

    Raises:
        TypeError: If a field has a type that YAML cannot say, or is a number without a unit.
    """
    keys = list(keys_of(cls).values())
    model: type[BaseModel] = create_model(  # type: ignore[call-overload]
        cls.__name__,
        __config__=ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True),
        **{
            f"f{index}": (
                _type(key.annotation, ()),
                ModelField(... if key.required else None, alias=key.text),
            )
            for index, key in enumerate(keys)
        },
    )

    def build(instance: BaseModel) -> Any:
        given = instance.model_fields_set
        names = {f"f{index}": key.name for index, key in enumerate(keys)}
        return cls(**{names[field]: getattr(instance, field) for field in names if field in given})

    return Annotated[model, AfterValidator(build)]


def _type(annotation: Any, inherited: tuple[Any, ...]) -> Any:
    """Return the pydantic type of an annotation; numeric annotations sink to the numbers."""
    own = metadata(annotation)
    kind = get_args(annotation)[0] if own else annotation
    if (index := _index(own)) is not None:
        return index
    numeric = inherited + tuple(item for item in own if isinstance(item, _NUMERIC))
    rest = tuple(_validator(item) for item in own if not isinstance(item, _NUMERIC))
    words = next((item for item in numeric if isinstance(item, Words)), None)
    if words is not None:
        return _worded(words, _leaf(float, tuple(item for item in numeric if item is not words)))
    result = _container(kind, numeric)
    if result is None:
        result = _leaf(kind, numeric)
    return Annotated[(result, *rest)] if rest else result


def _index(own: tuple[Any, ...]) -> Any:
    """Return the type of a name that stands for its place; None if this is no such type."""
    mark = next((item for item in own if isinstance(item, Index)), None)
    if mark is None:
        return None

    def read(value: Any, info: ValidationInfo) -> int:
        known = (info.context or {}).get(mark.kind)
        assert known is not None, f"nobody said which {mark.kind} exists"
        options = {name: place for place, name in enumerate(known)}
        if value not in options:
            raise problem(wrong_choice(value, options), "choice")
        return options[value]

    return Annotated[Any, BeforeValidator(read)]


def _worded(words: Words, number: Any) -> Any:
    """Return the type of a number that may also be one of some words."""
    meaning = dict(words.meaning)

    def read(value: Any, handler: Callable[[Any], Any]) -> Any:
        if isinstance(value, str) and value in meaning:
            return meaning[value]
        if isinstance(value, bool) or not isinstance(value, int | float):
            options = " or ".join(f"'{word}'" for word in meaning)
            raise problem(f"expected a number or {options} (got {shown(value)})")
        return handler(value)

    return Annotated[number, WrapValidator(read)]


def _container(kind: Any, numeric: tuple[Any, ...]) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        members = [item for item in arguments if item is not type(None)]
        if len(members) != 1:
            raise TypeError(f"{kind} cannot be read from YAML: only `X | None` is a union here")
        return _type(members[0], numeric) | None
    if origin is tuple:
        return _tuple(arguments, numeric)
    if origin is dict:
        return dict[_dict_key(arguments[0]), _type(arguments[1], numeric)]  # type: ignore[misc]
    return None


def _tuple(arguments: tuple[Any, ...], numeric: tuple[Any, ...]) -> Any:
    generic: Any = tuple
    sunk = tuple(item for item in numeric if not isinstance(item, Ordered))
    if arguments[-1] is Ellipsis:
        return Annotated[generic[_type(arguments[0], sunk), ...], BeforeValidator(_listed)]
    ordered = len(sunk) < len(numeric)
    checks: list[Any] = [BeforeValidator(_length_check(len(arguments), ordered))]
    if ordered:
        checks.append(AfterValidator(_ascending))
    return Annotated[(generic[tuple(_type(item, sunk) for item in arguments)], *checks)]


def _listed(value: Any) -> Any:
    if not isinstance(value, list):
        raise problem(f"expected a list (got {shown(value)})")
    return value


def _length_check(length: int, ordered: bool) -> Callable[[Any], Any]:
    wanted = "[min, max]" if ordered and length == 2 else f"a list of {length} values"

    def check(value: Any) -> Any:
        if not isinstance(value, list):
            raise problem(f"expected {wanted} (got {shown(value)})")
        if len(value) != length:
            raise problem(f"expected {wanted}, got {len(value)} value{'s' * (len(value) != 1)}")
        return value

    return check


def _ascending(value: tuple[float, ...]) -> tuple[float, ...]:
    numbers = [item for item in value if isinstance(item, int | float)]
    if any(a > b for a, b in zip(numbers, numbers[1:], strict=False)):
        raise problem("expected the smaller value first", "order")
    return value


def _leaf(kind: Any, numeric: tuple[Any, ...]) -> Any:
    if get_origin(kind) is Literal:
        return _choice({str(value): value for value in get_args(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(choices(kind))
    if isinstance(kind, type) and is_dataclass(kind):
        return reader(kind)
    if kind in (int, float):
        return _number(kind, numeric)
    if kind not in _SCALARS:
        raise TypeError(f"{kind} cannot be read from YAML")
    return _SCALARS[kind]


def _number(kind: type, numeric: tuple[Any, ...]) -> Any:
    """Return the type of a number inside the bounds of its type, else of its unit."""
    unit = next((item for item in numeric if isinstance(item, Unit)), None)
    if unit is None:
        raise TypeError("a number needs a unit, '' if it is pure: without one it has no range")
    least = [item for item in numeric if isinstance(item, at.Ge | at.Gt)]
    most = [item for item in numeric if isinstance(item, at.Le | at.Lt)]
    bounds = [*(least or [at.Ge(kind(-unit.largest))]), *(most or [at.Le(kind(unit.largest))])]
    scalar: Any = _SCALARS[kind]
    result: Any = Annotated[(scalar, *bounds)]
    if kind is float:
        scale = unit.to_si
        return Annotated[result, AfterValidator(lambda value: float(value) * scale)]
    if unit.to_si != 1.0:
        raise TypeError("a whole number cannot have a unit that converts")
    return result


def _validator(item: Any) -> Any:
    """Return what checks a text that is marked with an item; any other item as it is."""
    match item:
        case Name():
            return _known(item.kind)
        case Rule():
            return _ruled(item)
    return item


def _ruled(rule: Rule) -> Any:
    def demand(value: str) -> str:
        if wrong := rule.what_is_wrong(value):
            raise problem(wrong, "shape")
        return value

    return AfterValidator(demand)


def _known(kind: str) -> Any:
    def demand(value: str, info: ValidationInfo) -> str:
        assert info.context is not None, f"nobody said which {kind} exists"
        known = info.context[kind]
        if value not in known:
            raise problem(unknown_name(kind, value, known), "name")
        return value

    return AfterValidator(demand)


def _dict_key(kind: Any) -> Any:
    if (index := _index(metadata(kind))) is not None:
        return index
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(choices(kind))
    if kind is int:
        return Annotated[int, BeforeValidator(_whole_key)]
    if kind is str:
        return str
    raise TypeError(f"{kind} cannot be a key in YAML")


def _whole_key(value: str) -> int:
    if not value.lstrip("-").isdecimal():
        raise problem(f"expected a whole number as key (got {shown(value)})")
    return int(value)


def _choice(options: dict[str, Any]) -> Any:
    def choose(value: Any) -> Any:
        text = str(value) if not isinstance(value, bool) else str(value).lower()
        if text in options:
            return options[text]
        raise problem(wrong_choice(value, options), "choice")

    return Annotated[Any, BeforeValidator(choose)]


def problem(message: str, kind: OwnKind = "shape") -> PydanticCustomError:
    """Return a problem whose message is complete."""
    return PydanticCustomError(kind, "{message}", {"message": message})
