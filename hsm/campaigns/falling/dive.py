"""`hsm measure dive`: a goalkeeper's reach, the force of landing, and the get-up afterwards."""

from dataclasses import dataclass

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.falling.dive_trial import DiveResult, DiveTrial, dive_once
from hsm.campaigns.falling.impact_forces import with_impact_physics
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Rate, median
from hsm.campaigns.trials import run_groups
from motions.requests import Dive

DIVES = {dive.value: dive for dive in Dive if dive is not Dive.PREPARE}
"""The measured dives; readiness is only the starting pose of every third jump."""


@dataclass(frozen=True, slots=True)
class DiveReport(CampaignReport):
    """Results by name of the dive."""

    results: dict[str, tuple[DiveResult, ...]]

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        found = [result for results in self.results.values() for result in results]
        return "" if any(r.finished for r in found) else f"none of {len(found)} dives was finished"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            finished: dives that were played to their end.
            first_try: robots that got up on the first try.
            median_s: time to get up.
            reach_m: largest lateral distance of a hand from the feet at the height of a ball.
            low_s: time from the request until a hand was that low.
            hit: dives in which head or torso hit the ground.
            head_n: largest force on the head; `torso_n`: on the torso.
            rms: largest rms torque of a joint, as a share of its stall torque.
            peak: largest torque before landing, as a share of the stall torque.
        """
        return {name: Group(_figures(found)) for name, found in self.results.items()}


def measure_dive(
    config: CampaignConfig, dives: tuple[str, ...], *, trials: int, jobs: int
) -> DiveReport:
    """Measure many dives and the get-ups afterwards."""
    asked = {name: [DiveTrial(DIVES[name], number) for number in range(trials)] for name in dives}
    return DiveReport(
        run_groups(with_impact_physics(config), asked, dive_once, jobs=jobs, label="dives")
    )


def _figures(results: tuple[DiveResult, ...]) -> dict[str, object]:
    hardest = max(results, key=lambda result: result.rms)
    return {
        "trials": len(results),
        "finished": Rate.of(results, lambda result: result.finished),
        "got_up": Rate.of(results, lambda result: result.up.succeeded),
        "first_try": Rate.of(results, lambda result: result.up.at_once),
        "median_s": median([result.up.stood_after for result in results], digits=2),
        "reach_m": median([result.reach for result in results], digits=2),
        "least_reach_m": round(min(result.reach for result in results), 2),
        "low_s": median([result.low_after for result in results], digits=2),
        "hit": Rate.of(results, lambda result: max(result.head, result.torso) > 0.0),
        "head_n": median([result.head for result in results], digits=0),
        "worst_head_n": round(max(result.head for result in results)),
        "torso_n": median([result.torso for result in results], digits=0),
        "worst_torso_n": round(max(result.torso for result in results)),
        "rms": round(hardest.rms, 2),
        "rms_joint": hardest.hardest.key,
        "peak": round(max(result.peak for result in results), 2),
    }
