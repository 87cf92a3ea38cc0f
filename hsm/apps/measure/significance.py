"""How sure a difference between two campaigns is, in standard errors.

Trials are few and their outcome is chaotic: a table of differences without this would tell stories
about noise.
"""

import math
from collections.abc import Sequence

SURE = 2.6
"""Standard errors from which a difference counts: one in a hundred is that large by chance."""


def share_difference(hits: int, trials: int, other_hits: int, other_trials: int) -> float:
    """Return how many standard errors the first share lies above the other; 0 without trials."""
    if trials == 0 or other_trials == 0:
        return 0.0
    pooled = (hits + other_hits) / (trials + other_trials)
    variance = pooled * (1.0 - pooled) * (1.0 / trials + 1.0 / other_trials)
    if variance == 0.0:
        return 0.0
    return (hits / trials - other_hits / other_trials) / math.sqrt(variance)


def mean_difference(values: Sequence[float], others: Sequence[float]) -> float:
    """Return how many standard errors the first mean lies above the other (Welch).

    Fewer than two values on a side say nothing: 0.
    """
    if len(values) < 2 or len(others) < 2:
        return 0.0
    (mean, error), (other, other_error) = _mean_and_error(values), _mean_and_error(others)
    both = math.hypot(error, other_error)
    if both > 0.0:
        return (mean - other) / both
    return 0.0 if mean == other else math.copysign(math.inf, mean - other)


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(variance / count)
