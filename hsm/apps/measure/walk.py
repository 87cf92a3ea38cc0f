"""`hsm measure walk`: how fast and how safely the robot walks."""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from hsm.apps.measure.campaign import Setting, World, run_campaign
from hsm.apps.measure.random_requests import RandomRequests
from hsm.apps.measure.walking_trial import Speed, WalkResult, ramped, walk

ON_THE_SPOT: Speed = (1e-6, 0.0, 0.0)
"""A request that steps without going anywhere: exactly zero would mean to stand."""


@dataclass(frozen=True, slots=True)
class WalkTrial:
    """One trial of the campaign.

    Attributes:
        number: Chooses the robot and the seed.
        speed: Forward and left, m/s, and turn, rad/s.
        hold: Time at the full request, s.
    """

    number: int
    speed: Speed
    hold: float


@dataclass(frozen=True, slots=True)
class WalkReport:
    """Result of the campaign.

    Attributes:
        requested: What was asked for, m/s and rad/s; None when that changed all the time.
        results: One per trial.
    """

    requested: Speed | None
    results: tuple[WalkResult, ...]

    @property
    def falls(self) -> int:
        """Return how many trials ended with a fall."""
        return sum(result.fell for result in self.results)

    @property
    def unmeasured(self) -> str:
        """Return why there is no speed to tell; empty if there is one."""
        trials = len(self.results)
        return f"all of {trials} walks fell" if self.falls == trials else ""

    def record(self) -> dict[str, object]:
        """Return the report as plain values; fallen trials do not count for the speed."""
        upright = [result for result in self.results if not result.fell]
        return {
            "requested": "random" if self.requested is None else list(self.requested),
            "reached": [_mean([result.speed[axis] for result in upright]) for axis in range(3)],
            "falls": self.falls,
            "trials": len(self.results),
            "metres": round(sum(result.metres for result in self.results), 3),
            "step_duration_s": _mean([result.step_duration for result in upright]),
            "pitch_deg": _mean([math.degrees(result.mean_pitch) for result in upright]),
            "fell_at_s": [round(result.fell_at, 2) for result in self.results if result.fell],
        }

    def text(self) -> str:
        """Return the report as one line for people."""
        record = self.record()
        reached = record["reached"]
        assert isinstance(reached, list)
        asked = "another speed every 2 s"
        if self.requested is not None:
            forward, left, turn = self.requested
            asked = f"{forward:.2f} m/s forward, {left:.2f} m/s left, {turn:.2f} rad/s"
        return (
            f"asked {asked}; reached "
            + ", ".join("-" if value is None else f"{value:.3f}" for value in reached)
            + f"; {self.falls} falls in {len(self.results)} trials, {record['metres']} m"
        )


def measure_random_walk(setting: Setting, *, trials: int, hold: float, jobs: int) -> WalkReport:
    """Walk many times at speeds that change every two seconds; speeds reached mean nothing."""
    numbered = [WalkTrial(number, (0.0, 0.0, 0.0), hold) for number in range(trials)]
    results = run_campaign(setting, numbered, _run_random, jobs=jobs, label="walks")
    return WalkReport(None, tuple(results))


def measure_walk(
    setting: Setting, speed: Speed, *, trials: int, hold: float, jobs: int
) -> WalkReport:
    """Walk many times at one speed."""
    numbered = [WalkTrial(number, speed, hold) for number in range(trials)]
    results = run_campaign(setting, numbered, _run, jobs=jobs, label="walks")
    return WalkReport(speed, tuple(results))


def _run(world: World, trial: WalkTrial) -> WalkResult:
    return walk(world, trial.number, partial(ramped, trial.speed), trial.hold)


def _run_random(world: World, trial: WalkTrial) -> WalkResult:
    rng = np.random.default_rng((trial.number, 1))
    return walk(world, trial.number, RandomRequests(world.settings.profile, rng), trial.hold)


def _mean(values: list[float]) -> float | None:
    """Return the mean of what was measured."""
    known = [value for value in values if not math.isnan(value)]
    return round(sum(known) / len(known), 4) if known else None
