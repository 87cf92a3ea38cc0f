"""95 % intervals: exact for counts, bootstrapped over robots for everything else.

A rate has the interval of Clopper and Pearson, a count over time or distance that of Garwood; both
treat trials as independent. Trials of one robot are correlated, so a rate describes these robots:
others may differ by more, most where a robot repeats its outcome, as under pushes. If none or all
trials succeed, the interval is one-sided at 5 %: 0 of 20 is below 14 %; otherwise each bound has
2.5 %. Averages are bootstrapped over robots, not trials. With few robots the plain percentiles of a
bootstrap are too narrow, as a normal interval is narrower than Student's; wider ones are taken
(T. C. Hesterberg, "What Teachers Should Know About the Bootstrap", 2015, the expanded percentile
interval). A bootstrap never leaves the range of the robots, and that of n robots misses the true
median in 2 / 2^n of all cases: half of the time with two robots, 6 % with five. Fewer than five
have no interval, nor has a 90th percentile of fewer than 29 trials, which may all lie below it.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from scipy.special import betaincinv, gammaincinv, ndtr, stdtrit

Interval = tuple[float, float]

MISS = 0.05
"""Probability that an interval misses the true value."""
_FEWEST_ROBOTS = 5
"""With fewer, even the range of the robots misses the true value more often than `MISS`."""
_RESAMPLES = 4000
_SEED = 46
"""Seed of the bootstrap: the same trials give the same interval."""


def share_interval(successes: int, trials: int) -> Interval:
    """Return the exact interval of a share, both bounds in [0, 1].

    Raises:
        ValueError: Unless 0 <= successes <= trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is not a share")
    failures, miss = trials - successes, _miss_per_bound(successes > 0, successes < trials)
    return (
        float(betaincinv(successes, failures + 1, miss)) if successes else 0.0,
        float(betaincinv(successes + 1, failures, 1.0 - miss)) if failures else 1.0,
    )


def count_interval(count: int) -> Interval:
    """Return the exact interval of the expected count of rare events."""
    miss = _miss_per_bound(count > 0, True)
    low = float(gammaincinv(count, miss)) if count else 0.0
    return low, float(gammaincinv(count + 1, 1.0 - miss))


def robot_interval(
    values: Sequence[float], robots: Sequence[int], *, median: bool = False
) -> Interval | None:
    """Return the interval of a mean, or a median, by a bootstrap over robots.

    Args:
        values: One per trial, finite.
        robots: The robot of each trial.
        median: Whether to use the median instead of the mean.

    Returns:
        The interval; None if there are fewer than five robots, or if all values are equal and so
        tell nothing about their variation.
    """
    return _bootstrapped(values, robots, _medians if median else _means)


def quantile_and_interval(
    values: Sequence[float], robots: Sequence[int], share: float
) -> tuple[float, Interval | None]:
    """Return the value that a share of the trials does not exceed, and its interval.

    Args:
        values: One per trial, finite.
        robots: The robot of each trial.
        share: 0 to 1.

    Returns:
        The value, and its interval as for `robot_interval`; None also if so few trials are likely
        to lie all on one side of the true value.
    """
    quantiles = partial(_quantiles, share)
    value = float(quantiles(np.sort(values), np.ones((1, len(values))))[0])
    one_sided = max(share, 1.0 - share) ** len(values)
    return value, None if one_sided > MISS else _bootstrapped(values, robots, quantiles)


def bootstrap_interval(robots: Sequence[int], statistic: Callable[[Any], Any]) -> Interval | None:
    """Return the interval of a number by a bootstrap over robots; None with fewer than five.

    Args:
        robots: The robot of each trial; with fewer robots the interval is wider.
        statistic: Returns the number for each set of resampled trials, from how often each trial
            occurs in it: counts of shape (4000, trials).
    """
    distinct, members = np.unique(np.asarray(robots, dtype=int), return_inverse=True)
    count = len(distinct)
    if count < _FEWEST_ROBOTS:
        return None
    rng = np.random.default_rng(_SEED)
    # As many robots are drawn with replacement, each with all of its trials.
    drawn = rng.multinomial(count, np.full(count, 1.0 / count), _RESAMPLES)[:, members]
    student = math.sqrt(count / (count - 1)) * stdtrit(count - 1, 0.5 * MISS)
    tail = float(ndtr(student))
    low, high = np.quantile(statistic(drawn), (tail, 1.0 - tail)).tolist()
    return low, high


def _bootstrapped(
    values: Sequence[float], robots: Sequence[int], statistic: Callable[[Any, Any], Any]
) -> Interval | None:
    if not values or min(values) == max(values):
        return None
    order = np.argsort(values)
    ordered = np.asarray(values)[order]
    return bootstrap_interval(robots, lambda drawn: statistic(ordered, drawn[:, order]))


def _means(values: Any, weights: Any) -> Any:
    return weights @ values / weights.sum(axis=1)


def _medians(ordered: Any, weights: Any) -> Any:
    """Return the median for every row of weights, which count the occurrences of each value."""
    up_to, half = weights.cumsum(axis=1), 0.5 * weights.sum(axis=1, keepdims=True)
    lower, upper = (up_to >= half).argmax(axis=1), (up_to > half).argmax(axis=1)
    return 0.5 * (ordered[lower] + ordered[upper])


def _quantiles(share: float, ordered: Any, weights: Any) -> Any:
    """Return the quantile for every row of weights, which count the occurrences of each value."""
    up_to, wanted = weights.cumsum(axis=1), share * weights.sum(axis=1, keepdims=True)
    return ordered[(up_to >= wanted - 1e-9).argmax(axis=1)]


def _miss_per_bound(low: bool, high: bool) -> float:
    return MISS / (low + high) if low or high else MISS
