"""Every numeric parameter and every numeric option has a finite range."""

from collections.abc import Iterator
from dataclasses import is_dataclass, make_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
import typer
from annotated_types import Gt, Le
from pydantic_core import SchemaValidator, ValidationError

from hardware.simulation.other_models.joint_map import JointMap
from hardware.units import Index, Length, Unit
from hsm.apps.check.check import check_files
from hsm.apps.motion.team_folder import Provenance
from hsm.settings import loader as settings
from hsm.settings.fields import bare, choices, keys_of, metadata
from hsm.settings.schema import reader
from tests.hsm.apps.every_verb import verbs

VERBS = verbs()
NO_NUMBERS = (float("nan"), float("inf"), -float("inf"), 1e300, -1e300)
HUGE = 10**400
ELSEWHERE = (JointMap, Provenance)
"""Classes that are loaded from files outside `config/`."""


def classes_that_are_loaded() -> set[type]:
    """Return every parameter class that `hsm check` loads, including nested classes."""
    seen: set[type] = set()
    original = settings._reader

    def noting(cls: type) -> SchemaValidator:
        seen.update(below(cls))
        return original(cls)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "_reader", noting)
        problems, _ = check_files(settings.config_folder())
    assert not problems
    return seen.union(*map(below, ELSEWHERE))


def below(annotation: Any) -> Iterator[type]:
    if isinstance(annotation, type) and is_dataclass(annotation):
        yield annotation
        for key in keys_of(annotation).values():
            yield from below(key.annotation)
    for part in get_args(annotation):
        yield from below(part)


def filled(annotation: Any, number: float) -> tuple[Any, int]:
    """Return YAML data for a type with one number in all places, and the number of places."""
    kind, arguments = bare(annotation), get_args(bare(annotation))
    if any(isinstance(item, Index) for item in metadata(annotation)):
        return "1", 0  # a name, not a number
    if kind in (int, float) or float in arguments and get_origin(kind) is not tuple:
        return number, 1
    if get_origin(kind) is dict:
        named = isinstance(arguments[0], type) and issubclass(arguments[0], Enum)
        names = choices(arguments[0]) if named else ["1"]
        inner, count = filled(arguments[1], number)
        return {next(iter(names)): inner}, count
    if get_origin(kind) is tuple:
        parts = [filled(part, number) for part in arguments if part is not Ellipsis]
        return [part for part, _ in parts], sum(count for _, count in parts)
    return None, 0


@cache
def _reader_of(annotation: Any) -> tuple[str, SchemaValidator]:
    """Return the key and the reader of a class with a single field of this type."""
    probe = make_dataclass("Probe", [("field", annotation)], frozen=True)
    (key,) = keys_of(probe)
    return key, reader(probe)


def passed(annotation: Any, number: float) -> int:
    """Return how many of the places of a field accept a number."""
    data, count = filled(annotation, number)
    if not count:
        return 0
    key, reading = _reader_of(annotation)
    try:
        reading.validate_python({key: data}, context={"joint": ("1",)})
    except ValidationError as error:
        return count - len({item["loc"] for item in error.errors()})
    return count


def test_no_field_of_a_file_accepts_nan_infinity_or_huge_numbers() -> None:
    fields = [(cls, key) for cls in classes_that_are_loaded() for key in keys_of(cls).values()]
    assert len(fields) > 700, "some fields were not found"
    taken = [
        f"{cls.__name__}.{key.name} takes {number}"
        for cls, key in fields
        for number in (*NO_NUMBERS, HUGE)
        if passed(key.annotation, number)
    ]
    assert taken == []


def test_a_field_for_a_number_without_a_unit_is_refused() -> None:
    for kind in (float, int, float | None, tuple[float, float], Annotated[float, Gt(0.0)]):
        with pytest.raises(TypeError, match="which defines its range"):
            reader(make_dataclass("Bare", [("field", kind)], frozen=True))


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown unit 'furlong'"):
        Unit("furlong")


def test_a_type_may_widen_the_range_of_its_unit() -> None:
    assert passed(Length, 9000.0) and not passed(Length, 11e3)
    wide = Annotated[float, Unit("mm"), Le(20e3)]
    assert passed(wide, 11e3) and not passed(wide, 21e3) and not passed(wide, -11e3)


def numeric_options() -> Iterator[tuple[str, str]]:
    """Yield verb and name of every option that takes numbers."""
    for verb, command in VERBS.items():
        hints = get_type_hints(command.callback, include_extras=True)
        for param in command.params:
            kind = bare(hints.get(str(param.name)))
            if {int, float} & {kind, *get_args(kind)}:
                yield verb, param.opts[0]


@pytest.mark.parametrize(("verb", "option"), list(numeric_options()))
def test_no_option_accepts_nan_infinity_or_huge_numbers(verb: str, option: str) -> None:
    command = VERBS[verb]
    places = [param.opts[0] for param in command.params if param.param_type_name == "argument"]
    many = next(item.nargs for item in command.params if option in item.opts)
    for number in (*map(str, NO_NUMBERS), str(HUGE), str(-HUGE)):
        if option in places:  # an argument has no name, only a position
            given = [*["0"] * places.index(option), number]
        else:
            given = [f"{option}={number}"] if many == 1 else [option, *[number] * many]
        with pytest.raises(typer.BadParameter) as caught:
            command.make_context(verb, given)
        assert f"'{option}'" in caught.value.format_message()


def test_numeric_options_of_all_groups_are_found() -> None:
    found = set(numeric_options())
    assert {
        ("run", "--seed"),
        ("explain", "--at"),
        ("measure walk", "--hold"),
        ("measure falls", "--hours"),
        ("motion record", "--at"),
        ("plot walk", "--from"),
    } <= found
    assert len(found) > 40
