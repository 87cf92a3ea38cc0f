"""`hsm measure odometry --fit`: fits the correction of the odometry to a robot and its ground.

Many steady walks are measured by uncorrected odometry and by ground truth. The result is the
correction with the smallest relative errors of the speeds, as lines for `config/perception.yaml`.
"""

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from hsm.campaigns.changed import changed
from hsm.campaigns.context import INDIVIDUALS, CampaignConfig, TrialContext
from hsm.campaigns.intervals import bootstrap_interval
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Estimate, Rate
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import (
    RAMP,
    SETTLE,
    STAND,
    FallWatch,
    Speed,
    WalkMeter,
    ramped,
)

FORWARD = (-0.15, -0.12, -0.09, -0.06, 0.06, 0.12, 0.18, 0.24)
"""Speeds of the walks used for the forward correction, m/s."""
LEFT = (-0.15, -0.08, 0.08, 0.15)
"""Speeds of the walks used for the lateral correction, m/s."""
HOLD = SETTLE + 10.0
"""Time at the full speed, the last 10 s of it measured, s: forty steps."""
_SLOWEST = 0.02
"""Walks slower than this are ignored, as their relative error is meaningless, m/s."""


@dataclass(frozen=True, slots=True)
class FitTrial:
    """One walk.

    Attributes:
        number: Chooses the robot and the seed.
        speed: Forward and left, m/s, and turn, rad/s.
    """

    number: int
    speed: Speed


@dataclass(frozen=True, slots=True)
class FitResult:
    """Result of one walk.

    Attributes:
        robot: Number of the robot.
        fell: It ended with a fall.
        sideways: It was a lateral walk, not forward or backward.
        measured: Speed by odometry without a correction, m/s.
        true: True speed of the torso, m/s.
    """

    robot: int
    fell: bool
    sideways: bool
    measured: float
    true: float


@dataclass(frozen=True, slots=True)
class FitReport(CampaignReport):
    """Result of the campaign; fallen trials are counted and left out."""

    results: tuple[FitResult, ...]

    @property
    def unmeasured(self) -> str:
        """Return why no correction was fitted; empty if one was."""
        figures = self.findings()
        if None not in (figures["forward_scale"], figures["side_error"]):
            return ""
        fell = sum(result.fell for result in self.results)
        return f"{fell} of {len(self.results)} walks fell: too few are left to fit"

    def text(self) -> str:
        """Return the lines for the file, and the remaining errors, for people."""
        figures = self.findings()
        if self.unmeasured:
            return self.unmeasured
        value, interval = str(figures["forward_scale"]).split(" ", 1)
        return (
            "odometry:                       # in config/perception.yaml\n"
            f"  forward_scale: {value}  # {interval}\n"
            f"remaining rms error: {figures['forward_error']:.1%} forward and backward, "
            f"{figures['side_error']:.1%} sideways; {figures['falls']} fell"
        )

    def findings(self) -> Findings:
        """Return the correction and the remaining error; None for too few walks."""
        upright = [result for result in self.results if not result.fell]
        scale, forward_error = _fit([result for result in upright if not result.sideways])
        _, side_error = _fit([result for result in upright if result.sideways], scale=1.0)
        return {
            "forward_scale": scale,
            "forward_error": forward_error,
            "side_error": side_error,
            "falls": Rate.of(self.results, lambda result: result.fell),
            "trials": len(self.results),
        }


def measure_fit(config: CampaignConfig, *, seeds: int, jobs: int) -> FitReport:
    """Measure walks forward, backward and to both sides at several speeds; fit the correction."""
    speeds: list[Speed] = [(speed, 0.0, 0.0) for speed in FORWARD]
    speeds += [(0.0, speed, 0.0) for speed in LEFT]
    trials = [FitTrial(number, speed) for speed in speeds for number in range(seeds)]
    return FitReport(run_campaign(config, trials, walk_uncorrected, jobs=jobs))


def walk_uncorrected(context: TrialContext, trial: FitTrial) -> FitResult:
    """Run one walk with uncorrected odometry."""
    context = changed(context, "settings.perception.odometry.forward_scale", 1.0)
    simulation = context.simulation(trial.number)
    watch = FallWatch(simulation.observed.torso_height)
    request = partial(ramped, trial.speed)
    axis = 1 if trial.speed[1] else 0
    meter, measured = WalkMeter(), 0.0
    end = STAND + RAMP + HOLD
    while simulation.time < end and math.isnan(watch.fell_at):
        outcome = simulation.step(request(simulation.time))
        watch.look(simulation, outcome)
        if simulation.time >= end - HOLD + SETTLE:
            meter.look(simulation, outcome)
            # The meter's path begins at its first look; the odometry step before it does not count.
            if meter.time > 0.0:
                step = outcome.robot.odometry_step
                measured += (step.x, step.y)[axis]
    return FitResult(
        robot=trial.number % INDIVIDUALS,
        fell=not math.isnan(watch.fell_at),
        sideways=axis == 1,
        measured=measured / max(meter.time, 1e-9),
        true=meter.speed[axis],
    )


def _fit(
    results: list[FitResult], scale: float | None = None
) -> tuple[Estimate, Estimate] | tuple[None, None]:
    """Return the scale from measured to true speeds, and the remaining relative rms error.

    Args:
        results: Walks along one axis; too few have no fit.
        scale: The scale to evaluate; None for the best one.
    """
    counting = [result for result in results if abs(result.true) >= _SLOWEST]
    if len(counting) < 3:
        return None, None
    seen = np.array([result.measured / result.true for result in counting])
    found, error = _least_squares(seen, np.ones((1, len(counting))), scale)[0].tolist()
    robots = [result.robot for result in counting]

    def fitted(at: int, drawn: Any) -> Any:
        return _least_squares(seen, drawn, scale)[:, at]

    of_scale, of_error = (bootstrap_interval(robots, partial(fitted, at)) for at in (0, 1))
    return Estimate(found, of_scale, digits=3), Estimate(error, of_error, digits=4)


def _least_squares(seen: Any, weights: Any, scale: float | None) -> Any:
    """Return scale and rms error of the fit to each row of weights."""
    best = weights @ seen / (weights @ seen**2)
    scales = best if scale is None else np.full(len(weights), scale)
    squares = (scales[:, None] * seen - 1.0) ** 2
    error = np.sqrt((weights * squares).sum(axis=1) / weights.sum(axis=1))
    return np.column_stack([scales, error])
