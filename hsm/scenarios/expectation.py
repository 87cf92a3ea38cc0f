"""What a scenario demands of the transitions: what has to come, and what must not."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.declared import demand_declared
from hardware.units import PositiveTime, Time, Unit
from hsm.settings.fields import Name

Event = Annotated[str, Name("event")]
Leaf = Annotated[str, Name("leaf")]
"""A leaf, a state around it, or a part of that."""

Window = Annotated[tuple[float, float], Unit("s"), Ge(0.0)]


def lies_in(leaf: str, pattern: str) -> bool:
    """Return whether a leaf is named by a pattern: a leaf, a state around it, or a part of that."""
    return f".{pattern}." in f".{leaf}."


def is_named(name: str, event: str, leaf: str) -> bool:
    """Return whether a transition is named by an event or by a leaf that it enters."""
    return event == name or lies_in(leaf, name)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A transition that has to come after the one of the expectation before.

    Attributes:
        event: Its event.
        leaf: The leaf that it enters.
        within: At most this long after the transition before, or after the start, s.
        not_before: At least this long after it, s.
        between: When in the run, s.
        directly: No other transition may come in between.
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
    """A transition that must not come.

    Attributes:
        event: Its event.
        leaf: The leaf that it enters.
        after: From this time on, s.
        before: Until this time, s; the end if not given.
    """

    event: Event | None = None
    leaf: Leaf | None = None
    after: Time = 0.0
    before: Time | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.event is None and self.leaf is None:
            raise ValueError("expected 'event', 'leaf' or both")
