"""`hsm measure kick`: direction and distance of kicked balls, and falls of the robot."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.kicks.kick_trial import KickResult, KickTrial, kick_once
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, distribution, median
from hsm.campaigns.trials import run_campaign
from motions.kicks.wish import KickKind


@dataclass(frozen=True, slots=True)
class KickReport(CampaignReport):
    """Results of all trials, by kind of kick."""

    results: dict[str, tuple[KickResult, ...]]

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        silent = [
            kind
            for kind, of_kind in self.results.items()
            if not any(r.kicked or r.swung for r in of_kind)
        ]
        return f"no ball was kicked: {', '.join(silent)}" if silent else ""

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            taken: steals that moved the ball out of the reach of the opponent.
            kicked: trials in which the robot kicked and touched the ball.
            hit: kicks within 15 deg and 30 % of the requested direction and length, without a fall.
            swung: trials in which a kick was started, whatever became of the ball.
            touched_before: balls touched before the kick.
            touched_again: balls into which the robot walked after the kick.
            direction_deg: magnitude of the direction error.
            length_m: distance that the ball rolls by the kick alone.
            length_ratio: that distance relative to the requested one.
            speed_kept: walking speed around the kick, relative to the requested speed.
            seconds: time from the request to the touch.
        """
        return {kind: _figures(kind, found) for kind, found in self.results.items()}


def measure_kick(
    config: CampaignConfig, asked: Sequence[KickTrial], *, trials: int, jobs: int
) -> KickReport:
    """Run many trials of each kick in `asked`, whose numbers are ignored."""
    results = {}
    for each in asked:
        kind = each.kick.kind.value
        numbered = [replace(each, number=number) for number in range(trials)]
        label = f"kicks {kind}"
        results[kind] = run_campaign(config, numbered, kick_once, jobs=jobs, label=label)
    return KickReport(results)


def _figures(kind: str, results: Sequence[KickResult]) -> dict[str, object]:
    away = [math.degrees(abs(result.direction)) for result in results]
    ratios = [result.length_ratio for result in results]
    taken = {"taken": Rate.of(results, lambda result: result.taken)}
    return {
        **(taken if kind == KickKind.STEAL.value else {}),
        "kicked": Rate.of(results, lambda result: result.kicked),
        "hit": Rate.of(results, lambda result: result.hit),
        "swung": Rate.of(results, lambda result: result.swung),
        "trials": len(results),
        "falls": Rate.of(results, lambda result: result.fell),
        "touched_before": Rate.of(results, lambda result: result.touched_before),
        "touched_again": Rate.of(results, lambda result: result.again),
        "direction_deg": distribution(away, "median", "p90", digits=2),
        "length_m": distribution([result.length for result in results], "median", digits=2),
        "length_ratio": distribution(ratios, "p10", "median", "p90", digits=2),
        "speed_kept": median([result.speed_kept for result in results], digits=2),
        "seconds": distribution([result.seconds for result in results], "median", digits=2),
    }
