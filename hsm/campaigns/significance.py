"""Whether the same trials went differently in two campaigns: exact tests of pairs.

A pair is the same robot and seed twice, so that easy and hard trials do not hide what differs. The
sign test asks how many pairs went up and how many down, whatever their size; of outcomes that are
yes or no it is McNemar's exact test. It needs no variance, so a difference that happens to be the
same twice proves no more than two pairs can.
"""

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

LEVEL = 0.05
"""Probability of calling anything different in a table in which nothing is."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """How many pairs went which way; those that did not differ say nothing.

    Attributes:
        more: Pairs whose first value was larger.
        fewer: Pairs whose first value was smaller.
    """

    more: int
    fewer: int

    @property
    def p_value(self) -> float:
        """Return the probability of so uneven a split, to either side, if nothing differed."""
        pairs, rarer = self.more + self.fewer, min(self.more, self.fewer)
        as_rare = sum(math.comb(pairs, count) for count in range(rarer + 1))
        return float(min(as_rare / 2 ** (pairs - 1), 1.0))


def compare(pairs: Iterable[tuple[float, float]]) -> PairedComparison:
    """Compare the same trials twice; a pair with a NaN does not count."""
    listed = list(pairs)
    return PairedComparison(
        sum(one > other for one, other in listed), sum(one < other for one, other in listed)
    )


def sure(p_values: Mapping[Key, float], level: float = LEVEL) -> set[Key]:
    """Return which of several tests count, by Holm's correction.

    Among all of them together, the probability of a single false one is `level` at most.
    """
    found: set[Key] = set()
    ordered = sorted(p_values, key=lambda key: p_values[key])
    for rank, key in enumerate(ordered):
        if p_values[key] > level / (len(ordered) - rank):
            break
        found.add(key)
    return found
