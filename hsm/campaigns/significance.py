"""Exact paired tests of whether the same trials went differently in two campaigns.

A pair is the same robot and seed in both, so that the spread between easy and hard trials cancels.
The sign test counts the pairs that increased and those that decreased, whatever the amount; for
binary outcomes it is McNemar's exact test. It estimates no variance, so two pairs that happen to
agree prove no more than two pairs can.
"""

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

LEVEL = 0.05
"""Probability of finding any difference in a table without differences."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """Counts of pairs by the sign of their difference; equal pairs do not count.

    Attributes:
        more: Pairs whose first value was larger.
        fewer: Pairs whose first value was smaller.
    """

    more: int
    fewer: int

    @property
    def p_value(self) -> float:
        """Return the two-sided probability of a split at least this uneven by chance."""
        pairs, rarer = self.more + self.fewer, min(self.more, self.fewer)
        as_rare = sum(math.comb(pairs, count) for count in range(rarer + 1))
        return float(min(as_rare / 2 ** (pairs - 1), 1.0))

    def __str__(self) -> str:
        counts = f"larger in {self.more} pairs, smaller in {self.fewer}"
        return f"{counts}: p = {self.p_value:.2g}"


def compare(pairs: Iterable[tuple[float, float]]) -> PairedComparison:
    """Compare paired results, such as those of the same trials with two parameter files.

    Args:
        pairs: A value of the first and of the second campaign each; pairs with a NaN do not count.
    """
    listed = list(pairs)
    return PairedComparison(
        sum(one > other for one, other in listed), sum(one < other for one, other in listed)
    )


def significant(comparisons: Mapping[Key, PairedComparison]) -> set[Key]:
    """Return the comparisons that are significant after Holm's correction.

    The probability of any false positive among all of them is at most `LEVEL`.
    """
    p_values = {key: comparison.p_value for key, comparison in comparisons.items()}
    found: set[Key] = set()
    ordered = sorted(p_values, key=lambda key: p_values[key])
    for rank, key in enumerate(ordered):
        if p_values[key] > LEVEL / (len(ordered) - rank):
            break
        found.add(key)
    return found


def differences(
    compared: Mapping[Key, Mapping[str, PairedComparison]],
) -> dict[Key, list[str]]:
    """Return the significant differences of every row of a table, in words.

    All comparisons of all rows are corrected together.

    Args:
        compared: By row, its comparisons with the first one, by what is compared.
    """
    counting = significant(
        {(row, what): found for row, of_row in compared.items() for what, found in of_row.items()}
    )
    return {
        row: [_in_words(what, of_row[what]) for what in of_row if (row, what) in counting]
        for row, of_row in compared.items()
    }


def _in_words(what: str, comparison: PairedComparison) -> str:
    less = "fewer" if what.endswith(("falls", "survived")) else "less"
    return f"{'more' if comparison.more > comparison.fewer else less} {what}"
