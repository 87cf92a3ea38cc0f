"""Bisection over the levels of a difficulty: which is the hardest that a robot bears."""

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
        bears: Number of the hardest level that is borne; -1 if none is known.
        fails: Number of the easiest level that is not.
    """

    levels: Levels
    bears: int
    fails: int

    @classmethod
    def over(cls, levels: Levels) -> Self:
        """Return a search in which nothing is known."""
        return cls(levels, -1, steps(levels) + 1)

    @property
    def ended(self) -> bool:
        """Return whether the limit is known."""
        return self.fails - self.bears <= 1

    @property
    def bears_hardest(self) -> bool:
        """Return whether not even the hardest level is too much: the limit is further on."""
        return self.bears == steps(self.levels)

    @property
    def bears_none(self) -> bool:
        """Return whether even the easiest level is too much."""
        return self.bears < 0

    @property
    def asked(self) -> int:
        """Return the number of the level to try next."""
        return (self.bears + self.fails) // 2

    def level(self, number: int) -> float:
        """Return the level of a number."""
        easiest, hardest, step = self.levels
        return easiest + number * (step if hardest >= easiest else -step)

    def told(self, borne: bool) -> Self:
        """Return what is known after the trial at the level that was asked."""
        return replace(self, bears=self.asked) if borne else replace(self, fails=self.asked)

    @property
    def limit(self) -> float:
        """Return the hardest level that is borne; a step below the easiest if not even that is."""
        return self.level(self.bears)


def steps(levels: Levels) -> int:
    """Return how many steps there are from the easiest level to the hardest."""
    easiest, hardest, step = levels
    return round(abs(hardest - easiest) / step)
