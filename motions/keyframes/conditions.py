"""What waits, branches and follow-ups ask of the robot."""

import math
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated

from hardware.units import AngleRange, LengthRange, Ordered, Unit

_DEG = math.pi / 180.0
RateRange = Annotated[tuple[float, float], Unit("deg_per_s", _DEG), Ordered()]
TimeRange = Annotated[tuple[float, float], Unit("ms", 1e-3), Ordered()]
PlainRange = Annotated[tuple[float, float], Unit(""), Ordered()]


class Match(Enum):
    """How several conditions are taken together."""

    ALL = "all"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Senses:
    """The quantities that conditions may ask for, of one cycle, for the motion as it is mirrored.

    Attributes:
        torso_pitch: Lean to the front, rad: 90 degrees is lying on the front, more is head down.
        torso_roll: Lean to the right, rad, -90 to 90 degrees.
        torso_roll_abs: Lean to either side, rad.
        pitch_rate: Angular velocity about the torso's y axis, rad/s.
        com_height: Centre of mass above the lower sole, m.
        wait_time: How long the present or the last wait has lasted, s.
        tries: Break-ups of this phase so far.
        min_knee_pitch: Smaller one of the knee angles, rad.
        hip_yaw_pitch_error: Request minus measurement, absolute, rad.
        leg_error: Largest absolute error of a leg joint, rad.
        foot_support: -1 all on the right, 1 all on the left.
    """

    torso_pitch: float
    torso_roll: float
    torso_roll_abs: float
    pitch_rate: float
    com_height: float
    wait_time: float
    tries: float
    min_knee_pitch: float
    hip_yaw_pitch_error: float
    leg_error: float
    foot_support: float


@dataclass(frozen=True, slots=True)
class Condition:
    """Ranges of quantities, named as in `Senses`; those given must all hold.

    Attributes:
        negate: True turns the verdict round.
    """

    torso_pitch: AngleRange | None = None
    torso_roll: AngleRange | None = None
    torso_roll_abs: AngleRange | None = None
    pitch_rate: RateRange | None = None
    com_height: LengthRange | None = None
    wait_time: TimeRange | None = None
    tries: PlainRange | None = None
    min_knee_pitch: AngleRange | None = None
    hip_yaw_pitch_error: AngleRange | None = None
    leg_error: AngleRange | None = None
    foot_support: PlainRange | None = None
    negate: bool = False

    def ranges(self) -> tuple[tuple[str, tuple[float, float]], ...]:
        """Return the asked quantities with their ranges in SI."""
        asked = ((name, getattr(self, name)) for name in QUANTITIES)
        return tuple((name, bounds) for name, bounds in asked if bounds is not None)

    def holds(self, senses: Senses) -> bool:
        """Return whether every asked quantity is inside its range, or not if negated."""
        inside = all(low <= getattr(senses, name) <= high for name, (low, high) in self.ranges())
        return inside is not self.negate

    def distance(self, senses: Senses) -> float:
        """Return how far the quantities are outside their ranges, summed, in SI."""
        return sum(
            float(max(low - getattr(senses, name), getattr(senses, name) - high, 0.0))
            for name, (low, high) in self.ranges()
        )

    def because(self, senses: Senses) -> str:
        """Return the quantities and their ranges as text."""
        parts = (
            f"{name} {_written(name, getattr(senses, name))} in"
            f" {_written(name, low)}..{_written(name, high)}"
            for name, (low, high) in self.ranges()
        )
        return ("not " if self.negate else "") + (", ".join(parts) or "always")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Several conditions; an empty list always holds."""

    conditions: tuple[Condition, ...] = ()
    match: Match = Match.ALL

    def hold(self, senses: Senses) -> bool:
        """Return whether all (or any) of the conditions hold."""
        if not self.conditions:
            return True
        verdicts = (condition.holds(senses) for condition in self.conditions)
        return all(verdicts) if self.match is Match.ALL else any(verdicts)

    def distance(self, senses: Senses) -> float:
        """Return how far the quantities are from being met, summed, in SI."""
        return sum(condition.distance(senses) for condition in self.conditions)

    def because(self, senses: Senses) -> str:
        """Return the first condition that speaks for the verdict, as text with its numbers."""
        for condition in self.conditions:
            if condition.holds(senses) or self.match is Match.ALL:
                return condition.because(senses)
        return "always"


QUANTITIES = tuple(item.name for item in fields(Senses))
_PLAIN = {"tries", "foot_support"}


def _written(name: str, value: float) -> str:
    """Return a quantity in the unit in which a person writes it."""
    if name in _PLAIN:
        return f"{value:g}"
    if name == "com_height":
        return f"{value * 1e3:.0f} mm"
    if name == "wait_time":
        return f"{value * 1e3:.0f} ms"
    return f"{value / _DEG:.0f} deg" + ("/s" if name == "pitch_rate" else "")
