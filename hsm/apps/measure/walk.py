"""`hsm measure walk`: how fast and how safely the robot walks."""

import math
from dataclasses import dataclass
from functools import partial

from hsm.apps.measure.campaign import Setting, World, run_campaign
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
        requested: What was asked for, m/s and rad/s.
        results: One per trial.
    """

    requested: Speed
    results: tuple[WalkResult, ...]

    @property
    def falls(self) -> int:
        """Return how many trials ended with a fall."""
        return sum(result.fell for result in self.results)

    def record(self) -> dict[str, object]:
        """Return the report as plain values; fallen trials do not count for the speed."""
        upright = [result for result in self.results if not result.fell]
        return {
            "requested": list(self.requested),
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
        return (
            f"asked {self.requested[0]:.2f} m/s forward, {self.requested[1]:.2f} m/s left, "
            f"{self.requested[2]:.2f} rad/s; reached "
            + ", ".join("-" if value is None else f"{value:.3f}" for value in reached)
            + f"; {self.falls} falls in {len(self.results)} trials, {record['metres']} m"
        )


def measure_walk(
    setting: Setting, speed: Speed, *, trials: int, hold: float, jobs: int
) -> WalkReport:
    """Walk many times at one speed."""
    numbered = [WalkTrial(number, speed, hold) for number in range(trials)]
    results = run_campaign(setting, numbered, _run, jobs=jobs, label="walks")
    return WalkReport(speed, tuple(results))


def _run(world: World, trial: WalkTrial) -> WalkResult:
    return walk(world, trial.number, partial(ramped, trial.speed), trial.hold)


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
