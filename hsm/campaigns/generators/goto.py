"""`hsm measure goto`: how surely, how fast and how exactly the robot walks to a pose."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from hsm.campaigns.generators.goto_trial import GotoResult, GotoTrial, go_once
from hsm.campaigns.records import with_intervals
from hsm.campaigns.statistics import Average, Rate, median
from hsm.campaigns.trials import CampaignConfig, run_campaign


@dataclass(frozen=True, slots=True)
class GotoReport:
    """What came of all walks.

    Attributes:
        results: One per trial.
    """

    results: tuple[GotoResult, ...]

    @property
    def arrived(self) -> Rate:
        """Return how many robots stood at their target."""
        return self._rate(lambda result: result.arrived)

    @property
    def falls(self) -> Rate:
        """Return how many fell."""
        return self._rate(lambda result: result.fell)

    @property
    def in_view(self) -> Rate:
        """Return in how many steps the target was in view, once it had come there."""
        return Rate(
            sum(result.viewed for result in self.results),
            sum(result.steps for result in self.results),
        )

    @property
    def unmeasured(self) -> str:
        """Return why there is nothing to tell; empty if there is something."""
        return "" if self.arrived.successes else f"none of {len(self.results)} robots arrived"

    def record(self) -> dict[str, object]:
        """Return the report as plain values."""
        return with_intervals(
            {
                "arrived": self.arrived,
                "trials": len(self.results),
                "falls": self.falls,
                "seconds": self._spread(lambda result: result.seconds, "p90"),
                "ratio": self._spread(lambda result: result.seconds / result.exact, "p90"),
                "believed_mm": self._spread(lambda result: 1e3 * result.believed, "max"),
                "believed_deg": self._spread(
                    lambda result: math.degrees(result.believed_turn), "max"
                ),
                "true_mm": self._spread(lambda result: 1e3 * result.true, "max"),
                "true_deg": self._spread(lambda result: math.degrees(result.true_turn), "max"),
                "in_view": round(self.in_view.value, 4),
            }
        )

    def text(self) -> str:
        """Return the report as lines for people."""
        seconds = self._median(lambda result: result.seconds)
        believed = self._median(lambda result: 1e3 * result.believed)
        true = self._median(lambda result: 1e3 * result.true)
        return (
            f"arrived {self.arrived}, {self.falls} fell; {seconds:.1f} s; "
            f"off by {true:.0f} mm, believed {believed:.0f} mm; "
            f"target in view in {self.in_view} steps"
        )

    def _rate(self, holds: Callable[[GotoResult], bool]) -> Rate:
        return Rate(sum(map(holds, self.results)), len(self.results))

    def _median(self, value: Callable[[GotoResult], float]) -> Average:
        return median(list(map(value, self.results)), digits=2)

    def _spread(self, value: Callable[[GotoResult], float], upper: str) -> dict[str, object]:
        """Return the median of what arrived robots showed, and its largest values."""
        values = sorted(number for number in map(value, self.results) if number == number)
        place = len(values) - 1 if upper == "max" else math.ceil(0.9 * len(values)) - 1
        largest = round(values[place], 2) if values else None
        return with_intervals({"median": self._median(value), upper: largest})


def measure_goto(
    config: CampaignConfig, *, way: float, stand: float, look: bool, trials: int, jobs: int
) -> GotoReport:
    """Walk to many poses.

    Args:
        config: What the trials share.
        way: Distance to the target, m.
        stand: Time in the stance before the wish, s.
        look: The robot shall see where it goes.
        trials: Number of walks.
        jobs: Number of processes.
    """
    numbered = [GotoTrial(number, way, stand, look) for number in range(trials)]
    results = run_campaign(config, numbered, go_once, jobs=jobs, label="walks to poses")
    return GotoReport(tuple(results))
