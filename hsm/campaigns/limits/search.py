"""Bisection over the levels of a difficulty for the hardest one that a robot withstands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from hardware.units import Unit

Levels = Annotated[tuple[float, float, float], Unit("")]
"""The easiest level, the hardest one, and the step between two."""


@dataclass(frozen=True, slots=True)
class RobotLimit:
    """A robot's limit for a difficulty, whose levels are numbered from the easiest.

    Attributes:
        levels: The easiest, the hardest, the step.
        withstood: Number of the hardest level withstood; -1 if there is none.
    """

    levels: Levels
    withstood: int

    @property
    def withstands_hardest(self) -> bool:
        """Return whether even the hardest level is withstood, so that the limit is beyond it."""
        return self.withstood == _steps(self.levels)

    @property
    def withstands_none(self) -> bool:
        """Return whether even the easiest level fails."""
        return self.withstood < 0

    @property
    def level(self) -> float:
        """Return the hardest level withstood; one step below the easiest if there is none."""
        return _level(self.levels, self.withstood)


def find_limit(levels: Levels, withstands: Callable[[float], bool]) -> RobotLimit:
    """Find a limit by bisection, which assumes that a higher level is harder.

    Args:
        levels: The levels of the difficulty.
        withstands: Returns whether the robot withstands a level.
    """
    withstood, fails = -1, _steps(levels) + 1
    while fails - withstood > 1:
        number = (withstood + fails) // 2
        if withstands(_level(levels, number)):
            withstood = number
        else:
            fails = number
    return RobotLimit(levels, withstood)


def _level(levels: Levels, number: int) -> float:
    easiest, hardest, step = levels
    return easiest + number * (step if hardest >= easiest else -step)


def _steps(levels: Levels) -> int:
    easiest, hardest, step = levels
    return round(abs(hardest - easiest) / step)
