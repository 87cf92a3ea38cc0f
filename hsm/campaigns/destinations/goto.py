"""`hsm measure goto`: how reliably, fast and accurately the robot walks to a pose."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.destinations.goto_trial import GotoResult, GotoTrial, go_once
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, distribution, mean
from hsm.campaigns.trials import run_campaign


@dataclass(frozen=True, slots=True)
class GotoReport(CampaignReport):
    """Results of all walks, one per trial."""

    results: tuple[GotoResult, ...]

    @property
    def arrived(self) -> Rate:
        """Return the rate of robots that stood at their target."""
        return Rate.of(self.results, lambda result: result.arrived)

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        return "" if self.arrived.successes else f"none of {len(self.results)} robots arrived"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            contacts: walks that touched a post.
            seconds: time from the request until the robot stood at the target.
            ratio: that time, relative to steps that are executed exactly.
            believed_mm: distance from the target by the robot's own estimate.
            believed_deg: heading error by its own estimate.
            true_mm: true distance from the target.
            true_deg: true heading error.
            in_view: share of the steps with the target in view, once it was.
            extra_way: walked distance over the shortest path, minus 1.
        """
        return {
            "arrived": self.arrived,
            "trials": len(self.results),
            "falls": Rate.of(self.results, lambda result: result.fell),
            "contacts": Rate.of(self.results, lambda result: result.touched > 0),
            "seconds": self._spread(lambda result: result.seconds),
            "ratio": self._spread(lambda result: result.seconds / result.exact),
            "believed_mm": self._spread(lambda result: 1e3 * result.believed, "max"),
            "believed_deg": self._spread(lambda result: math.degrees(result.believed_turn), "max"),
            "true_mm": self._spread(lambda result: 1e3 * result.true, "max"),
            "true_deg": self._spread(lambda result: math.degrees(result.true_turn), "max"),
            # Steps of one walk are correlated: the walks count, not their steps.
            "in_view": mean([r.viewed / r.steps if r.steps else math.nan for r in self.results]),
            "extra_way": self._spread(lambda result: result.walked / result.shortest - 1.0),
        }

    def _spread(self, value: Callable[[GotoResult], float], most: str = "p90") -> dict[str, object]:
        """Return the median over robots that arrived, and the 90th percentile or the maximum."""
        return distribution(map(value, self.results), "median", most, digits=2)


def measure_goto(config: CampaignConfig, asked: GotoTrial, *, trials: int, jobs: int) -> GotoReport:
    """Measure walks to many poses; the number in `asked` is ignored."""
    numbered = [replace(asked, number=number) for number in range(trials)]
    return GotoReport(run_campaign(config, numbered, go_once, jobs=jobs, label="walks to poses"))
