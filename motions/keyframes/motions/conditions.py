"""Conditions of waits, branches and follow-ups."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, get_args, get_type_hints

from annotated_types import Ge, Le

from hardware.units import OpenRange, Ordered, Unit
from motions.keyframes.motions.quantities import MotionQuantities

_FAR = (Ordered(), Ge(-1e5), Le(1e5))
"""The range of a bound in its written unit: teams write 2000 degrees where they mean no bound."""
OpenAngleRange = Annotated[OpenRange, Unit("deg"), *_FAR]
OpenLengthRange = Annotated[OpenRange, Unit("mm"), *_FAR]
RateRange = Annotated[OpenRange, Unit("deg_per_s"), *_FAR]
TimeRange = Annotated[OpenRange, Unit("ms"), *_FAR]
PlainRange = Annotated[OpenRange, Unit(""), *_FAR]


class Match(Enum):
    """How several conditions are combined."""

    ALL = "all"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Condition:
    """Ranges of quantities, named as in `MotionQuantities`; those given must all hold.

    Attributes:
        negate: Whether the verdict is inverted.
    """

    torso_pitch: OpenAngleRange | None = None
    torso_roll: OpenAngleRange | None = None
    torso_roll_abs: OpenAngleRange | None = None
    pitch_rate: RateRange | None = None
    pitch_fluctuation: RateRange | None = None
    com_height: OpenLengthRange | None = None
    com_outside_x: OpenLengthRange | None = None
    wait_time: TimeRange | None = None
    tries: PlainRange | None = None
    min_knee_pitch: OpenAngleRange | None = None
    hip_yaw_pitch_error: OpenAngleRange | None = None
    leg_error: OpenAngleRange | None = None
    foot_support: PlainRange | None = None
    l_shoulder_pitch: OpenAngleRange | None = None
    r_shoulder_pitch: OpenAngleRange | None = None
    l_shoulder_roll: OpenAngleRange | None = None
    r_shoulder_roll: OpenAngleRange | None = None
    l_wrist_y: OpenLengthRange | None = None
    r_wrist_y: OpenLengthRange | None = None
    front_hack: PlainRange | None = None
    break_up: PlainRange | None = None
    lying_on_arms_front: PlainRange | None = None
    front_push_finished: PlainRange | None = None
    negate: bool = False

    def ranges(self) -> tuple[tuple[str, tuple[float, float]], ...]:
        """Return the given quantities with their ranges in SI units."""
        asked = ((name, getattr(self, name)) for name in QUANTITIES)
        return tuple((name, bounds) for name, bounds in asked if bounds is not None)

    def holds(self, quantities: MotionQuantities) -> bool:
        """Return whether every given quantity is inside its range, inverted if negated."""
        inside = all(
            low <= getattr(quantities, name) <= high for name, (low, high) in self.ranges()
        )
        return inside is not self.negate

    def distance(self, quantities: MotionQuantities) -> float:
        """Return the distance of the quantities from fulfilling the condition, in SI units.

        Summed over those outside their ranges; if negated, the distance to the nearest end.
        """
        if not self.negate:
            return sum(distance for _, distance in self.distances(quantities))
        ends = ((getattr(quantities, name), bounds) for name, bounds in self.ranges())
        inside = [min(value - low, high - value) for value, (low, high) in ends]
        return max(min(inside, default=math.inf), 0.0)

    def distances(self, quantities: MotionQuantities) -> Iterator[tuple[str, float]]:
        """Yield every given quantity with its distance outside its range, in SI units."""
        for name, (low, high) in self.ranges():
            value = getattr(quantities, name)
            yield name, float(max(low - value, value - high, 0.0))

    def because(self, quantities: MotionQuantities) -> str:
        """Return the quantities and their ranges as text."""
        parts = (
            f"{name} {_written(name, getattr(quantities, name))} in"
            f" {_written(name, low)}..{_written(name, high)}"
            for name, (low, high) in self.ranges()
        )
        return ("not " if self.negate else "") + (", ".join(parts) or "always")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Several conditions; an empty list always holds."""

    conditions: tuple[Condition, ...] = ()
    match: Match = Match.ALL

    def hold(self, quantities: MotionQuantities) -> bool:
        """Return whether all (or any) of the conditions hold."""
        if not self.conditions:
            return True
        verdicts = (condition.holds(quantities) for condition in self.conditions)
        return all(verdicts) if self.match is Match.ALL else any(verdicts)

    def distance(self, quantities: MotionQuantities) -> float:
        """Return the distance of the quantities from fulfilling the conditions, in SI units.

        The sum if all must hold, the smallest if one is enough.
        """
        distances = [condition.distance(quantities) for condition in self.conditions]
        return sum(distances) if self.match is Match.ALL else min(distances, default=0.0)

    def because(self, quantities: MotionQuantities) -> str:
        """Return the first condition that supports the verdict, as text with its numbers."""
        for condition in self.conditions:
            if condition.holds(quantities) or self.match is Match.ALL:
                return condition.because(quantities)
        return "always"


_HINTS = get_type_hints(Condition, include_extras=True)
QUANTITIES = {
    each.name: next(
        item for item in get_args(_HINTS[each.name])[0].__metadata__ if isinstance(item, Unit)
    )
    for each in fields(Condition)
    if each.name != "negate"
}
"""The quantities of conditions, each with its unit in files."""
_WRITTEN = {"deg": " deg", "mm": " mm", "deg_per_s": " deg/s", "ms": " ms"}


def _written(name: str, value: float) -> str:
    """Return a quantity in its unit in files."""
    unit = QUANTITIES[name]
    told = _WRITTEN.get(unit.suffix)
    return f"{value:g}" if told is None else f"{value / unit.to_si:z.0f}{told}"
