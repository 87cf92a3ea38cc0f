"""Random draws for the fuzz campaign."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Choice = TypeVar("Choice")


class Draws:
    """Draws from a generator.

    Attributes:
        rng: The generator.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def one_of(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices, all equally likely."""
        return choices[int(self.rng.integers(len(choices)))]

    def about(self, most: float) -> float:
        """Return a number from -most to most."""
        return float(self.rng.uniform(-most, most))

    def happens(self, probability: float) -> bool:
        """Return whether something of this probability happens."""
        return bool(self.rng.random() < probability)
