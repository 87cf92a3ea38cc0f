"""Bisection over the levels of a difficulty for the hardest one that a robot withstands."""

from dataclasses import dataclass, replace
from typing import Annotated, Self

from hardware.units import Unit

Levels = Annotated[tuple[float, float, float], Unit("")]
"""The easiest level, the hardest one, and the step between two."""


@dataclass(frozen=True, slots=True)
class Search:
    """A robot's bisection over the levels of a difficulty, which are numbered from the easiest.

    Attributes:
        levels: The easiest, the hardest, the step.
        withstood: Number of the hardest level known to be withstood; -1 if there is none.
        fails: Number of the easiest level known to fail; one beyond the hardest if there is none.
    """

    levels: Levels
    withstood: int
    fails: int

    @classmethod
    def over(cls, levels: Levels) -> Self:
        """Return a search before the first trial."""
        return cls(levels, -1, steps(levels) + 1)

    @property
    def ended(self) -> bool:
        """Return whether the limit is known."""
        return self.fails - self.withstood <= 1

    @property
    def withstands_hardest(self) -> bool:
        """Return whether even the hardest level is withstood, so that the limit is beyond it."""
        return self.withstood == steps(self.levels)

    @property
    def withstands_none(self) -> bool:
        """Return whether even the easiest level fails."""
        return self.withstood < 0

    @property
    def asked(self) -> int:
        """Return the number of the level to try next."""
        return (self.withstood + self.fails) // 2

    def level(self, number: int) -> float:
        """Return the level with a number."""
        easiest, hardest, step = self.levels
        return easiest + number * (step if hardest >= easiest else -step)

    def updated(self, withstood: bool) -> Self:
        """Return the search updated with the result at level `asked`."""
        return replace(self, withstood=self.asked) if withstood else replace(self, fails=self.asked)

    @property
    def limit(self) -> float:
        """Return the hardest level withstood; one step below the easiest if there is none."""
        return self.level(self.withstood)


def steps(levels: Levels) -> int:
    """Return the number of steps from the easiest level to the hardest."""
    easiest, hardest, step = levels
    return round(abs(hardest - easiest) / step)
