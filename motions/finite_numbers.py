"""Numbers of what comes from outside: each is finite, or it is refused by its name."""

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from numbers import Real
from typing import Any, Final

_LARGEST: Final = 1e12
"""Nothing is so far away or so fast, and no clock so late; its powers are still finite."""


def demand_finite(given: Any, largest: float = _LARGEST) -> None:
    """Refuse a dataclass with a number that is not finite or absurd, in a tuple or a dataclass too.

    Args:
        given: An instance whose lengths are m, whose angles are rad.
        largest: Numbers beyond this are absurd.

    Raises:
        ValueError: If there is one.
    """
    for item in fields(given):
        for number in _numbers(getattr(given, item.name)):
            if not _is_finite(number):
                raise ValueError(f"{item.name} {number} is not finite; give m and rad")
            if abs(float(number)) > largest:
                raise ValueError(
                    f"{item.name} {number} is not -{largest:g} to {largest:g}; give m and rad"
                )


def _numbers(value: Any) -> Iterator[Real]:
    if isinstance(value, Real):  # those of numpy are too, and programs have them
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _numbers(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _numbers(getattr(value, each.name))


def _is_finite(number: Real) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number that no float can hold
        return False
