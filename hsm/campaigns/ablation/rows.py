"""Results of an ablation per variant, and significant differences from the walk as shipped."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hsm.campaigns.report import with_intervals
from hsm.campaigns.significance import PairedComparison, compare
from hsm.campaigns.statistics import Average, Frequency, Rate, mean, pooled
from hsm.campaigns.walking.courses import COURSES
from hsm.campaigns.walking.push import PushReport
from hsm.campaigns.walking.walking_trial import WalkResult

AS_SHIPPED = "as shipped"


@dataclass(frozen=True, slots=True)
class AblationRow:
    """All trials of one variant.

    Attributes:
        name: The decision, or `AS_SHIPPED`.
        change: Change of the decision: off, on, or empty.
        summary: Description of the decision.
        walks: Results by course, in order of the trials' numbers.
        upright: Whether the robot stayed up, by direction of the push, in a fixed order.
    """

    name: str
    change: str
    summary: str
    walks: dict[str, tuple[WalkResult, ...]]
    upright: dict[str, tuple[bool, ...]]

    @property
    def results(self) -> list[WalkResult]:
        """Return the results of all courses."""
        return [result for results in self.walks.values() for result in results]

    @property
    def falls(self) -> dict[str, Rate]:
        """Return the rate of falls by course."""
        return {
            course: Rate.of(results, lambda result: result.fell)
            for course, results in self.walks.items()
        }

    @property
    def unmeasured(self) -> str:
        """Return why no speed was measured; empty if one was."""
        fell = pooled(self.falls.values())
        every = fell.successes == fell.trials
        return f"all of {fell.trials} walks {self.name} fell" if every else ""

    @property
    def metres(self) -> float:
        """Return the distance walked on all courses, m; turning on the spot adds little."""
        return sum(result.metres for result in self.results)

    @property
    def falls_per_100_m(self) -> Frequency:
        """Return the falls per 100 m over all courses."""
        return Frequency(pooled(self.falls.values()).successes, 0.01 * self.metres)

    @property
    def survived(self) -> dict[str, Rate]:
        """Return the rate of survived pushes by direction."""
        return {direction: Rate.of(upright, bool) for direction, upright in self.upright.items()}

    def errors(self, course: str) -> list[float]:
        """Return the relative speed error of every trial along the request; NaN if it fell."""
        error = COURSES[course].error
        return [math.nan if result.fell else error(result) for result in self.walks[course]]

    def speed_error(self, *courses: str) -> Average:
        """Return the mean speed error over the named courses; over all if none is named."""
        lists = [self.errors(course) for course in courses or self.walks]
        return mean(*_with_numbers(lists), digits=4)

    def over_walks(self, value: Callable[[WalkResult], float]) -> Average:
        """Return the mean of a quantity over all walks, ignoring NaN."""
        lists = [[value(result) for result in results] for results in self.walks.values()]
        return mean(*_with_numbers(lists), digits=4)

    def record(self) -> dict[str, object]:
        """Return plain values."""
        return with_intervals(
            {
                "change": self.change,
                "summary": self.summary,
                "falls": self.falls,
                "walks": {course: len(results) for course, results in self.walks.items()},
                "metres": round(self.metres, 2),
                "falls_per_100_m": self.falls_per_100_m,
                "speed_error": {course: self.speed_error(course) for course in self.walks},
                "roll_rate_rad_per_s": self.over_walks(lambda result: result.roll_rate),
                "pitch_rate_rad_per_s": self.over_walks(lambda result: result.pitch_rate),
            }
        ) | {"push": PushReport(self.survived).record()}


def compared(row: AblationRow, shipped: AblationRow) -> dict[str, PairedComparison]:
    """Return the comparisons of a variant with the walk as shipped, over the same trials."""
    walks = list(zip(row.results, shipped.results, strict=True))
    pushes = [
        pair
        for direction in row.upright
        for pair in zip(row.upright[direction], shipped.upright[direction], strict=True)
    ]
    errors = [
        pair
        for course in row.walks
        for pair in zip(row.errors(course), shipped.errors(course), strict=True)
    ]
    return {
        "falls": compare([(one.fell, other.fell) for one, other in walks]),
        "pushes survived": compare(pushes),
        "speed error": compare(errors),
        "oscillation": compare(
            [
                (one.oscillation, other.oscillation)
                for one, other in walks
                if not one.fell and not other.fell
            ]
        ),
    }


def _with_numbers(lists: Sequence[Sequence[float]]) -> tuple[list[float], list[int]]:
    """Return the values of several courses in one list, and the trial number of each."""
    numbered = [(value, number) for values in lists for number, value in enumerate(values)]
    return [value for value, _ in numbered], [number for _, number in numbered]
