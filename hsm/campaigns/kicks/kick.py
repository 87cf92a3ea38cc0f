"""`hsm measure kick`: where the ball goes, how far, and whether the robot stands afterwards."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hsm.campaigns.kicks.kick_trial import KickResult, KickTrial, kick_once
from hsm.campaigns.records import with_intervals
from hsm.campaigns.statistics import Average, Rate, distribution, median
from hsm.campaigns.trials import CampaignConfig, run_campaign
from motions.kicks.wish import KickKind


@dataclass(frozen=True, slots=True)
class KickReport:
    """What came of all kicks, per kind, one result per trial."""

    results: dict[str, tuple[KickResult, ...]]

    @property
    def unmeasured(self) -> str:
        """Return why there is nothing to tell; empty if there is something."""
        silent = [
            kind
            for kind, of_kind in self.results.items()
            if not any(r.kicked or r.swung for r in of_kind)
        ]
        return f"no ball was kicked: {', '.join(silent)}" if silent else ""

    def record(self) -> dict[str, object]:
        """Return the report as plain values."""
        return with_intervals({kind: _figures(kind, found) for kind, found in self.results.items()})

    def text(self) -> str:
        """Return the report as lines for people."""
        return "\n".join(f"{kind}: {_line(found)}" for kind, found in self.results.items())


def measure_kick(
    config: CampaignConfig, asked: Sequence[KickTrial], *, trials: int, jobs: int
) -> KickReport:
    """Kick many balls of every kind as asked; the numbers of what is asked do not count."""
    results = {}
    for each in asked:
        kind = each.kick.kind.value
        numbered = [replace(each, number=number) for number in range(trials)]
        found = run_campaign(config, numbered, kick_once, jobs=jobs, label=f"kicks {kind}")
        results[kind] = tuple(found)
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
        "direction_deg": distribution(away, "median", "p90", digits=2),
        "length_m": distribution([result.length for result in results], "median", digits=2),
        "length_ratio": distribution(ratios, "p10", "median", "p90", digits=2),
        "speed_kept": median([result.speed_kept for result in results], digits=2),
        "seconds": distribution([result.seconds for result in results], "median", digits=2),
    }


def _line(results: Sequence[KickResult]) -> str:
    def typical(value: Callable[[KickResult], float]) -> Average:
        return median(list(map(value, results)), digits=2)

    hit = Rate.of(results, lambda result: result.hit)
    kicked = Rate.of(results, lambda result: result.kicked)
    fell = Rate.of(results, lambda result: result.fell)
    before = Rate.of(results, lambda result: result.touched_before)
    return (
        f"{hit} hit, {kicked} kicked, {fell} fell, {before} touched before; "
        f"{typical(lambda r: r.length):.1f} m, "
        f"{typical(lambda r: math.degrees(abs(r.direction))):.1f} deg off, "
        f"after {typical(lambda r: r.seconds):.1f} s"
    )
