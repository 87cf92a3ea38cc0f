"""Expected and banned transitions of a scenario."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.declared import demand_declared
from hardware.units import PositiveTime, Time, Unit
from hsm.settings.fields import Name

Event = Annotated[str, Name("event")]
Leaf = Annotated[str, Name("leaf")]
"""A leaf, an enclosing state, or a part of such a path."""

Window = Annotated[tuple[float, float], Unit("s"), Ge(0.0)]


def lies_in(leaf: str, pattern: str) -> bool:
    """Return whether a pattern names a leaf: itself, an enclosing state, or a part of its path."""
    return f".{pattern}." in f".{leaf}."


def is_named(name: str, event: str, leaf: str) -> bool:
    """Return whether a name refers to a transition's event or to the leaf that it enters."""
    return event == name or lies_in(leaf, name)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A transition that must follow that of the previous expectation.

    Attributes:
        event: Event of the transition.
        leaf: Leaf that it enters.
        within: Latest time after the previous transition, or after the start, s.
        not_before: Earliest time after the previous transition, or after the start, s.
        between: Earliest and latest time in the run, s.
        directly: No other transition may occur in between.
    """

    event: Event | None = None
    leaf: Leaf | None = None
    within: PositiveTime | None = None
    not_before: Time = 0.0
    between: Window | None = None
    directly: bool = False

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.event is None and self.leaf is None:
            raise ValueError("expected 'event', 'leaf' or both")
        if self.within is not None and self.within < self.not_before:
            raise ValueError("'within_s' is shorter than 'not_before_s'")
        if self.between is not None and self.between[1] < self.between[0]:
            raise ValueError("'between_s' ends before it begins")


@dataclass(frozen=True, slots=True)
class Ban:
    """A transition that must not occur.

    Attributes:
        event: Event of the transition.
        leaf: Leaf that it enters.
        after: Start of the ban, s.
        before: End of the ban, s; the end of the run if not given.
    """

    event: Event | None = None
    leaf: Leaf | None = None
    after: Time = 0.0
    before: Time | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.event is None and self.leaf is None:
            raise ValueError("expected 'event', 'leaf' or both")
