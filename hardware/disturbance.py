"""Base class of disturbances and its readable text: values with units, directions in words.

A program can define torso forces as functions of time (`TorsoForce`): their behaviour is code,
whereas the classes of `hardware.disturbances` are data, available as keys of scenarios.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from numbers import Real
from typing import Annotated, Any, ClassVar, Final, Literal, get_args, get_origin, get_type_hints

from hardware.declared import demand_declared
from hardware.robots.nao import Joint
from hardware.units import UNITS, Unit

Direction = Literal["forward", "backward", "left", "right"]
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)

TOWARDS: Final[Mapping[Direction, float]] = {
    "forward": 0.0,
    "left": 0.5 * math.pi,
    "backward": math.pi,
    "right": -0.5 * math.pi,
}
"""The main directions in the robot's frame, rad."""


class Disturbance:
    """Base of all disturbances; a subclass is plain data.

    Attributes:
        words: Text for people, with the fields in braces.

    Raises:
        ValueError: If a field is not of its type, or a number is out of range.
    """

    __slots__ = ()
    words: ClassVar[str]

    def __post_init__(self) -> None:
        demand_declared(self)

    def __str__(self) -> str:
        hints = get_type_hints(type(self), include_extras=True)
        texts = {
            item.name: _text(getattr(self, item.name), hints[item.name])
            for item in fields(self)  # type: ignore[arg-type] # every subclass is a dataclass
        }
        return self.words.format(**texts)


class TorsoForce(Disturbance, ABC):
    """Base of forces at the torso's centre of mass; a subclass is a dataclass with `force`.

    A run cannot save its state while such a force acts, as only data is saved.

    Attributes:
        duration: Time for which the force acts, s.
    """

    __slots__ = ()
    words: ClassVar[str] = "pushed by a program"
    duration: float

    @abstractmethod
    def force(self, since: float) -> tuple[float, float, float]:
        """Return the force in N: forward, left and up, in the torso's yaw frame at the onset.

        Args:
            since: Time since the onset, 0 to `duration`, s; called once per cycle of 12 ms.
        """


def _text(value: Any, annotation: Any) -> str:
    """Return a field's value as text, in the unit of its type."""
    if isinstance(value, Joint):
        return value.key
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    kind, *units = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    unit = next((item.suffix for item in units if isinstance(item, Unit)), "")
    if isinstance(value, bool) or not isinstance(value, Real) or kind is int:
        return str(value)
    if unit == "deg":
        return _towards(float(value))
    if math.isnan(value):
        return "not a number"
    word = {"n": "N", "ns": "Ns"}.get(unit, unit).replace("_per_", "/")
    return f"{float(value) / UNITS[unit].to_si:g} {word}".rstrip()


def _towards(direction: float) -> str:
    """Return a direction in words, or as an angle if it is none of the four main ones."""
    angle = round(math.degrees(direction)) % 360
    named = {round(math.degrees(at)) % 360: name for name, at in TOWARDS.items()}
    return named.get(angle, f"to {angle if angle <= 180 else angle - 360} deg")
