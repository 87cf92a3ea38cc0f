"""How sure a difference between two campaigns is, in standard errors.

Trials are few and their outcome is chaotic: a table of differences without this would tell stories
about noise.
"""

import math
from collections.abc import Sequence

SURE = 3.0
"""Standard errors from which a difference counts: of the 150 in a table less than one by chance."""


def share_difference(hits: int, trials: int, other_hits: int, other_trials: int) -> float:
    """Return how many standard errors the first share lies above the other; 0 without trials."""
    if trials == 0 or other_trials == 0:
        return 0.0
    pooled = (hits + other_hits) / (trials + other_trials)
    variance = pooled * (1.0 - pooled) * (1.0 / trials + 1.0 / other_trials)
    if variance == 0.0:
        return 0.0
    return (hits / trials - other_hits / other_trials) / math.sqrt(variance)


def paired_difference(pairs: Sequence[tuple[float, float]]) -> float:
    """Return how many standard errors the first of each pair lies above the second, on average.

    A pair is the same trial twice, so that easy and hard trials do not hide what differs. Fewer
    than two pairs say nothing: 0.
    """
    if len(pairs) < 2:
        return 0.0
    mean = sum(one - other for one, other in pairs) / len(pairs)
    variance = sum((one - other - mean) ** 2 for one, other in pairs) / (len(pairs) - 1)
    if variance > 0.0:
        return mean / math.sqrt(variance / len(pairs))
    return 0.0 if mean == 0.0 else math.copysign(math.inf, mean)
