"""Rates and averages over trials, with their 95 % intervals."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from hsm.campaigns.context import INDIVIDUALS
from hsm.campaigns.intervals import (
    Interval,
    count_interval,
    quantile_and_interval,
    robot_interval,
    share_interval,
)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Rate:
    """Share of successful trials.

    Attributes:
        successes: Number of successes.
        trials: Number of trials.
    """

    successes: int
    trials: int

    @classmethod
    def of(cls, results: Sequence[Result], holds: Callable[[Result], bool]) -> "Rate":
        """Return the rate of results that satisfy a condition."""
        return cls(sum(map(holds, results)), len(results))

    @property
    def value(self) -> float:
        """Return the share; NaN without trials."""
        return self.successes / self.trials if self.trials else math.nan

    @property
    def plain(self) -> int:
        """Return the number, for a record."""
        return self.successes

    @property
    def interval(self) -> Interval | None:
        """Return the interval of the share; None without trials."""
        return share_interval(self.successes, self.trials) if self.trials else None

    def __str__(self) -> str:
        return self.told()

    def told(self, did: str = "") -> str:
        """Return the rate in words, with its interval.

        Args:
            did: Verb for the successes, such as "fell".
        """
        counted = f"{self.successes} of {self.trials} {did}".rstrip()
        if self.interval is None:
            return counted
        # As many digits as the number of trials justifies, rounded away from the share.
        digits = max(int(math.log10(self.trials)) - 1, 0)
        scale = 10.0**digits
        low, high = 100.0 * self.interval[0], 100.0 * self.interval[1]
        least, most = (
            f"{math.floor(low * scale) / scale:.{digits}f}",
            f"{math.ceil(high * scale) / scale:.{digits}f}",
        )
        if self.successes == 0:
            return f"{counted} (below {most} %)"
        if self.successes == self.trials:
            return f"{counted} (above {least} %)"
        return f"{counted} ({least} to {most} %)"


def pooled(rates: Iterable[Rate]) -> Rate:
    """Return the combined rate of several groups of trials."""
    listed = list(rates)
    return Rate(sum(rate.successes for rate in listed), sum(rate.trials for rate in listed))


@dataclass(frozen=True, slots=True)
class Frequency:
    """Number of events per time or distance.

    Attributes:
        count: Number of events.
        exposure: Time or distance, in the unit of the frequency's denominator.
    """

    count: int
    exposure: float

    @property
    def plain(self) -> float | None:
        """Return the count per unit, for a record; None without exposure."""
        return round(self.count / self.exposure, 4) if self.exposure > 0.0 else None

    @property
    def interval(self) -> Interval | None:
        """Return the interval of the count per unit; None without exposure."""
        if self.exposure <= 0.0:
            return None
        low, high = count_interval(self.count)
        return low / self.exposure, high / self.exposure

    def __str__(self) -> str:
        return spread(self.plain, self.interval, ".1f")


@dataclass(frozen=True, slots=True)
class Average:
    """Mean or median of a quantity over trials.

    Attributes:
        values: One per trial that counts.
        robots: Robot of each trial.
        digits: Significant decimals.
        median: Whether it is the median instead of the mean.
    """

    values: tuple[float, ...]
    robots: tuple[int, ...]
    digits: int
    median: bool = False

    @property
    def value(self) -> float:
        """Return the mean or the median; NaN if no trial counts."""
        if not self.values:
            return math.nan
        return float(np.median(self.values) if self.median else np.mean(self.values))

    @property
    def plain(self) -> float | None:
        """Return the rounded value, for a record; None if no trial counts."""
        return round(self.value, self.digits or None) if self.values else None

    @property
    def interval(self) -> Interval | None:
        """Return its interval; None with fewer than five robots, or if all values are equal."""
        return robot_interval(self.values, self.robots, median=self.median)

    def __format__(self, spec: str) -> str:
        return spread(self.plain, self.interval, spec or f".{self.digits}f")

    def __str__(self) -> str:
        return format(self)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number computed from many trials in another way, such as a fitted parameter.

    Attributes:
        value: The number.
        interval: Its interval; None if it has none.
        digits: Significant decimals.
    """

    value: float
    interval: Interval | None
    digits: int

    @property
    def plain(self) -> float:
        """Return the rounded number, for a record."""
        return round(self.value, self.digits)

    def __format__(self, spec: str) -> str:
        return spread(self.plain, self.interval, spec or f".{self.digits}f")

    def __str__(self) -> str:
        return format(self)


def mean(
    values: Sequence[float], numbers: Sequence[int] | None = None, *, digits: int = 4
) -> Average:
    """Return the mean of a quantity over trials, with their robots.

    Args:
        values: Values of the trials in order; NaN if a trial does not count.
        numbers: Numbers of the trials; 0, 1, 2 and so on if not given.
        digits: Significant decimals.
    """
    numbers = range(len(values)) if numbers is None else numbers
    counting = [(v, k % INDIVIDUALS) for v, k in zip(values, numbers, strict=True) if v == v]
    return Average(tuple(v for v, _ in counting), tuple(k for _, k in counting), digits)


def median(
    values: Sequence[float], numbers: Sequence[int] | None = None, *, digits: int = 4
) -> Average:
    """Return the median of a quantity over trials; arguments as for `mean`."""
    return replace(mean(values, numbers, digits=digits), median=True)


def extreme(
    which: Callable[[Sequence[float]], float], values: Iterable[float], *, digits: int
) -> float | None:
    """Return the largest or the smallest value over trials, rounded; None if no trial counts.

    Args:
        which: `max` or `min`.
        values: Values of the trials; NaN if a trial does not count.
        digits: Significant decimals; an integer if 0.
    """
    counting = [value for value in values if value == value]
    return round(which(counting), digits or None) if counting else None


Figure = Rate | Frequency | Average | Estimate


def distribution(
    values: Iterable[float], *told: str, numbers: Sequence[int] | None = None, digits: int
) -> dict[str, object]:
    """Return key figures of a quantity's distribution over trials, for a record.

    Args:
        values: Values of the trials in order; NaN if a trial does not count.
        told: Keys of the record: `median`, `max`, or `p90` for the 90th percentile.
        numbers: Numbers of the trials; 0, 1, 2 and so on if not given.
        digits: Significant decimals.
    """
    listed = list(values)

    def figure(key: str) -> object:
        if key == "median":
            return median(listed, numbers, digits=digits)
        if key == "max":
            return extreme(max, listed, digits=digits)
        counting, share = mean(listed, numbers), int(key.removeprefix("p")) / 100.0
        if not counting.values:
            return None
        return Estimate(*quantile_and_interval(counting.values, counting.robots, share), digits)

    return {key: figure(key) for key in told}


def spread(value: float | None, interval: Sequence[float] | None, spec: str) -> str:
    """Return a value with its interval in words.

    Args:
        value: Measured value; None if nothing was measured.
        interval: Bounds; None if there are none.
        spec: Format specification of each number.
    """
    if value is None:
        return "-"
    if interval is None:
        told = f"{value:{spec}} (no interval)"
    else:
        low, high = interval
        bounds = f"below {high:{spec}}" if value == 0.0 == low else f"{low:{spec}} to {high:{spec}}"
        told = f"{value:{spec}} ({bounds})"
    return told.replace("%", " %")
