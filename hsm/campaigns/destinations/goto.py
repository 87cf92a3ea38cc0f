"""`hsm measure goto`: how surely, how fast and how exactly the robot walks to a pose."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from hsm.campaigns.destinations.goto_trial import GotoResult, GotoTrial, go_once
from hsm.campaigns.records import with_intervals
from hsm.campaigns.statistics import Average, Rate, extreme, mean, median, quantile
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
        return Rate.of(self.results, lambda result: result.arrived)

    @property
    def falls(self) -> Rate:
        """Return how many fell."""
        return Rate.of(self.results, lambda result: result.fell)

    @property
    def contacts(self) -> Rate:
        """Return how many robots touched a post."""
        return Rate.of(self.results, lambda result: result.touched > 0)

    @property
    def in_view(self) -> Average:
        """Return in which share of its steps a walk had the target in view, once it was there."""
        # Steps of one walk are alike: of the walks, not of the steps, there are so many.
        return mean([r.viewed / r.steps if r.steps else math.nan for r in self.results])

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
                "contacts": self.contacts,
                "seconds": self._spread(lambda result: result.seconds),
                "ratio": self._spread(lambda result: result.seconds / result.exact),
                "believed_mm": self._worst(lambda result: 1e3 * result.believed),
                "believed_deg": self._worst(lambda result: math.degrees(result.believed_turn)),
                "true_mm": self._worst(lambda result: 1e3 * result.true),
                "true_deg": self._worst(lambda result: math.degrees(result.true_turn)),
                "in_view": self.in_view,
                "extra_way": self._spread(lambda result: result.walked / result.shortest - 1.0),
            }
        )

    def text(self) -> str:
        """Return the report as lines for people."""
        seconds = self._median(lambda result: result.seconds)
        believed = self._median(lambda result: 1e3 * result.believed)
        true = self._median(lambda result: 1e3 * result.true)
        return (
            f"arrived {self.arrived}, {self.falls} fell, {self.contacts} touched a post; "
            f"{seconds:.1f} s; "
            f"off by {true:.0f} mm, believed {believed:.0f} mm; "
            f"target in view in {self.in_view:.1%} of the steps"
        )

    def _median(self, value: Callable[[GotoResult], float]) -> Average:
        return median(list(map(value, self.results)), digits=2)

    def _spread(self, value: Callable[[GotoResult], float]) -> dict[str, object]:
        """Return the median of what arrived robots showed, and what nine of ten keep to."""
        values = list(map(value, self.results))
        return {"median": self._median(value), "p90": quantile(values, 0.9, digits=2)}

    def _worst(self, value: Callable[[GotoResult], float]) -> dict[str, object]:
        """Return the median of what arrived robots showed, and the worst of them."""
        return {
            "median": self._median(value),
            "max": extreme(max, map(value, self.results), digits=2),
        }


def measure_goto(config: CampaignConfig, asked: GotoTrial, *, trials: int, jobs: int) -> GotoReport:
    """Walk to many poses.

    Args:
        config: What the trials share.
        asked: What every walk has in common; its number does not count.
        trials: Number of walks.
        jobs: Number of processes.
    """
    numbered = [replace(asked, number=number) for number in range(trials)]
    results = run_campaign(config, numbered, go_once, jobs=jobs, label="walks to poses")
    return GotoReport(tuple(results))
