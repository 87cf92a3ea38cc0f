"""`hsm measure falls`: whether protection precedes the impact, and how often alarms are false."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.demands import demand_counts
from hsm.campaigns.falling.detector_curve import CurvePoint
from hsm.campaigns.falling.falling_trial import FallResponse, FallResult, FallTrial, push_over
from hsm.campaigns.falling.impact_forces import CONTACTS, USUAL, force_ratio, with_impact_physics
from hsm.campaigns.falling.pushed_walk import EPISODE, PushedWalk, walk_pushed
from hsm.campaigns.report import CampaignReport, Findings, Group
from hsm.campaigns.statistics import Average, Estimate, Frequency, Rate, extreme, mean, median
from hsm.campaigns.trials import run_campaign, run_groups

THRESHOLDS = (-0.02, -0.01, 0.0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15)
"""Thresholds of the curve, m; the robot's own comes first in every trial."""
STAGGER = 0.55
"""Share of the impulse with which a robot staggers but rarely falls."""
FEWER = 0.25
"""Share of the trials repeated at each other softness of contacts."""
WALK_PUSH = 1.0
"""Impulse of the pushes in a long walk, N s."""

ByDirection = dict[str, tuple[FallResult, ...]]
Falls = dict[FallResponse, ByDirection]


@dataclass(frozen=True, slots=True)
class FallsReport(CampaignReport):
    """Results of all trials.

    Attributes:
        impulse: Impulse of the pushes meant to throw the robot, N s.
        falls: Results by response and direction, at the usual softness of contacts.
        walks: Results of long walks with small pushes.
        curve: One point per threshold; the robot's own is the first.
        elsewhere: As `falls`, by other contact softnesses, s.
    """

    impulse: float
    falls: Falls
    walks: tuple[PushedWalk, ...]
    curve: tuple[CurvePoint, ...]
    elsewhere: dict[float, Falls] = field(default_factory=dict)

    @property
    def unmeasured(self) -> str:
        """Return why no fall was measured; empty if one was."""
        pushed = _all(self.falls["protected"])
        if any(result.fell for result in pushed):
            return ""
        return f"none of {len(pushed)} pushes of {self.impulse:g} N s threw the robot"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            before_impact: falls with protection before the impact.
            lead_ms: time from protection to impact; the least is `least_lead_ms`.
            latency_ms: time from a tilt of 45 deg to protection, mostly negative; the latest is
                `latest_ms`.
            uncomputed: falls with an impact that the physics could not compute.
            hit: falls in which head or torso hit the ground.
            head_n: largest force on the head; `torso_n`: on the torso; `worse_n`: the larger of
                both.
            arms_percent: largest torque of an arm motor, of its stall torque; `unstruck`: outside
                impacts.
            blows: force on head or torso relative to a stiff robot's, by softness of the contacts.
        """
        return {
            "impulse_ns": self.impulse,
            "falls": {
                response: {direction: Group(_figures(found)) for direction, found in by.items()}
                for response, by in self.falls.items()
            },
            "blows": {
                f"{1e3 * contact:g} ms": {response: Group(found) for response, found in by.items()}
                for contact, by in self._ratios().items()
            },
            "walk": Group(self._walked()),
            "curve": [point.figures() for point in self.curve],
        }

    def _ratios(self) -> dict[float, dict[FallResponse, dict[str, Estimate | None]]]:
        """Return the impact forces as a share of a stiff robot's, by softness and response."""
        return {
            contact: {
                response: {way: force_ratio(by[way], falls["stiff"][way]) for way in by}
                for response, by in falls.items()
                if response != "stiff" and "stiff" in falls
            }
            for contact, falls in sorted({USUAL: self.falls, **self.elsewhere}.items())
        }

    def _walked(self) -> dict[str, object]:
        seconds = sum(walk.seconds for walk in self.walks)
        falls = sum(walk.fell for walk in self.walks)
        false_alarms = sum(walk.false_alarms[0] for walk in self.walks)
        return {
            "seconds": round(seconds),
            "walks": len(self.walks),
            "pushes": sum(walk.pushes for walk in self.walks),
            "falls": Rate(falls, len(self.walks)),
            "falls_per_hour": Frequency(falls, seconds / 3600.0),
            "false_alarms": false_alarms,
            "false_alarms_per_hour": Frequency(false_alarms, seconds / 3600.0),
        }


def measure_falls(
    config: CampaignConfig, impulse: float, *, seeds: int, hours: float, limp: bool, jobs: int
) -> FallsReport:
    """Measure falls, staggers without a fall, and hours of pushed walking.

    Args:
        config: Settings shared by all trials.
        impulse: Impulse of the pushes meant to throw the robot, N s.
        seeds: Trials per direction.
        hours: Hours of pushed walking.
        limp: Measure limp falls too, besides protected and stiff ones.
        jobs: Number of processes.

    Raises:
        HsmError: If there is not even one trial or process.
    """
    demand_counts(seeds=seeds)
    own = build_context(config).settings.perception.fall.excess
    thresholds = (own, *(t for t in THRESHOLDS if not math.isclose(t, own)))
    responses: tuple[FallResponse, ...] = ("protected", "stiff", "limp")

    def pushed(contact: float, response: FallResponse, seeds: int) -> ByDirection:
        world = with_impact_physics(config, contact)
        return _push(world, response, impulse, thresholds, seeds=seeds, jobs=jobs)

    falls = {each: pushed(USUAL, each, seeds) for each in (responses if limp else responses[:2])}
    few = math.ceil(FEWER * seeds)
    elsewhere = {
        contact: {each: pushed(contact, each, few) for each in responses[:2]}
        for contact in CONTACTS
        if contact != USUAL
    }
    staggers = _all(_push(config, "stiff", STAGGER * impulse, thresholds, seeds=seeds, jobs=jobs))
    walk = partial(walk_pushed, WALK_PUSH, thresholds)
    walks = range(math.ceil(hours * 3600.0 / EPISODE))
    walked = run_campaign(config, walks, walk, jobs=jobs, label="walks")
    unanswered = _all(falls["stiff"]) + staggers
    curve = tuple(
        _point(index, threshold, unanswered, walked) for index, threshold in enumerate(thresholds)
    )
    return FallsReport(impulse, falls, walked, curve, elsewhere)


def _push(
    config: CampaignConfig,
    response: FallResponse,
    impulse: float,
    thresholds: tuple[float, ...],
    *,
    seeds: int,
    jobs: int,
) -> ByDirection:
    """Run pushes in every direction."""
    trials: dict[str, list[FallTrial]] = {
        direction: [
            FallTrial(number, direction, impulse, response, thresholds) for number in range(seeds)
        ]
        for direction in DIRECTIONS
    }
    label = f"{response}, {impulse:.1f} N s"
    return run_groups(config, trials, push_over, jobs=jobs, label=label)


def _all(by_direction: ByDirection) -> tuple[FallResult, ...]:
    return tuple(result for found in by_direction.values() for result in found)


def _point(
    index: int, threshold: float, pushed: Sequence[FallResult], walks: Sequence[PushedWalk]
) -> CurvePoint:
    """Return the point of a threshold, from robots without fall protection."""
    fallen = [result for result in pushed if result.fell and not math.isnan(result.over_at)]
    caught = [result for result in pushed if not result.fell]
    latencies = [1e3 * (result.alarms[index] - result.over_at) for result in fallen]
    numbers = [result.number for result in fallen]
    missed = sum(math.isnan(latency) for latency in latencies)
    false = sum(not math.isnan(result.alarms[index]) for result in caught)
    return CurvePoint(
        threshold=threshold,
        missed=Rate(missed, len(fallen)),
        median=median(latencies, numbers, digits=0),
        latest=extreme(max, latencies, digits=0),
        false_in_staggers=Rate(false, len(caught)),
        false_in_walks=sum(walk.false_alarms[index] for walk in walks),
        walked=sum(walk.seconds for walk in walks),
    )


def _figures(results: tuple[FallResult, ...]) -> dict[str, object]:
    fallen = [result for result in results if result.fell]
    leads = [1e3 * (result.impact_at - result.protected_at) for result in fallen]
    latencies = [1e3 * (result.protected_at - result.over_at) for result in fallen]
    worse = [result.worse for result in fallen]
    arms = [1e2 * result.arms.largest.value for result in fallen]
    numbers = [result.number for result in fallen]

    def middle(values: list[float]) -> Average:
        return median(values, numbers, digits=0)

    return {
        "trials": len(results),
        "fell": Rate(len(fallen), len(results)),
        "before_impact": Rate.of(fallen, lambda result: result.in_time),
        "lead_ms": middle(leads),
        "least_lead_ms": extreme(min, leads, digits=0),
        "latency_ms": middle(latencies),
        "latest_ms": extreme(max, latencies, digits=0),
        "uncomputed": Rate.of(fallen, lambda result: not result.computed),
        "hit": Rate(sum(force > 0.0 for force in worse), sum(r.computed for r in fallen)),
        "head_n": middle([result.head for result in fallen]),
        "torso_n": middle([result.torso for result in fallen]),
        "worse_n": middle(worse),
        "worse_mean_n": mean(worse, numbers, digits=0),
        "worst_n": extreme(max, worse, digits=0),
        "arms_percent": middle(arms),
        "arms_most_percent": extreme(max, arms, digits=0),
        "arms_unstruck_percent": extreme(
            max, [1e2 * result.arms.peak.value for result in fallen], digits=0
        ),
    }
