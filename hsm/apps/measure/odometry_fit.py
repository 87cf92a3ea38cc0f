"""`hsm measure odometry --fit`: the correction of the odometry that suits a robot and its ground.

Many steady walks are measured by an odometry that corrects nothing, and by the truth.
The correction that makes the relative errors of the speeds smallest is the answer, as lines for
`config/perception.yaml`.
"""

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from hsm.apps.measure.campaign import Setting, World, run_campaign
from hsm.apps.measure.walking_trial import (
    RAMP,
    SETTLE,
    STAND,
    FallWatch,
    Speed,
    WalkMeter,
    ramped,
)

FORWARD = (-0.15, -0.12, -0.09, -0.06, 0.06, 0.12, 0.18, 0.24)
"""Speeds whose walks make the forward correction, m/s."""
LEFT = (-0.15, -0.08, 0.08, 0.15)
"""Speeds whose walks make the sideways correction, m/s."""
HOLD = SETTLE + 10.0
"""Time at the full speed, the last 10 s of it measured, s: forty steps."""
_SLOWEST = 0.02
"""Relative errors of slower walks say nothing, m/s."""


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
    """What one walk showed.

    Attributes:
        fell: It ended with a fall.
        sideways: It went to a side, not forward or back.
        measured: Speed that odometry saw without a correction, m/s.
        true: Speed of the torso, m/s.
    """

    fell: bool
    sideways: bool
    measured: float
    true: float


@dataclass(frozen=True, slots=True)
class FitReport:
    """Result of the campaign; fallen trials are counted and left out."""

    results: tuple[FitResult, ...]

    @property
    def unmeasured(self) -> str:
        """Return why there is no correction; empty if there is one."""
        record = self.record()
        if None not in (record["forward_scale"], record["side_scale"]):
            return ""
        return f"{record['falls']} of {record['trials']} walks fell: too few are left to fit"

    def record(self) -> dict[str, object]:
        """Return the correction and what it leaves, as plain values; None where walks are few."""
        upright = [result for result in self.results if not result.fell]
        ahead = _fit([result for result in upright if not result.sideways], loses=True)
        aside = _fit([result for result in upright if result.sideways], loses=False)
        return {
            "forward_scale": ahead and round(ahead.scale, 3),
            "forward_loss_mm_per_s": ahead and round(1e3 * ahead.loss, 1),
            "side_scale": aside and round(aside.scale, 3),
            "forward_error": ahead and round(ahead.error, 4),
            "side_error": aside and round(aside.error, 4),
            "falls": len(self.results) - len(upright),
            "trials": len(self.results),
        }

    def text(self) -> str:
        """Return the lines for the file, and what is left, for people."""
        record = self.record()
        if self.unmeasured:
            return self.unmeasured
        keys = ("forward_scale", "forward_loss_mm_per_s", "side_scale")
        return "\n".join(
            [
                "odometry:                       # in config/perception.yaml",
                *(f"  {key}: {record[key]}" for key in keys),
                f"leaves {record['forward_error']:.1%} of the speed forward and back, "
                f"{record['side_error']:.1%} sideways (rms); "
                f"{record['falls']} falls in {record['trials']} trials",
            ]
        )


def measure_fit(setting: Setting, *, seeds: int, jobs: int) -> FitReport:
    """Walk forward, back and to both sides at several speeds, and fit the correction.

    Args:
        setting: What the walks share.
        seeds: Walks per speed.
        jobs: Number of processes.
    """
    speeds: list[Speed] = [(speed, 0.0, 0.0) for speed in FORWARD]
    speeds += [(0.0, speed, 0.0) for speed in LEFT]
    trials = [FitTrial(number, speed) for speed in speeds for number in range(seeds)]
    return FitReport(tuple(run_campaign(setting, trials, walk_uncorrected, jobs=jobs)))


def walk_uncorrected(world: World, trial: FitTrial) -> FitResult:
    """Walk once with an odometry that corrects nothing."""
    simulation = _uncorrected(world).simulation(trial.number)
    watch = FallWatch(simulation.truth().torso_height)
    request = partial(ramped, trial.speed)
    axis = 1 if trial.speed[1] else 0
    meter, measured = WalkMeter(), 0.0
    end = STAND + RAMP + HOLD
    while simulation.time < end and math.isnan(watch.fell_at):
        outcome = simulation.step(request(simulation.time))
        watch.look(simulation, outcome)
        if simulation.time >= end - HOLD + SETTLE:
            meter.look(simulation, outcome)
            step = outcome.robot.odometry_step
            measured += (step.x, step.y)[axis]
    return FitResult(
        fell=not math.isnan(watch.fell_at),
        sideways=axis == 1,
        measured=measured / max(meter.time, 1e-9),
        true=meter.speed[axis],
    )


def _uncorrected(world: World) -> World:
    """Return the world with an odometry that corrects nothing."""
    perception = world.settings.perception
    plain = replace(perception.odometry, forward_scale=1.0, forward_loss=0.0, side_scale=1.0)
    return replace(
        world,
        settings=replace(world.settings, perception=replace(perception, odometry=plain)),
    )


@dataclass(frozen=True, slots=True)
class _Correction:
    """True speed = `scale` u - `loss` of the measured one; `error` is rms and relative."""

    scale: float
    loss: float
    error: float


def _fit(results: list[FitResult], *, loses: bool) -> _Correction | None:
    """Return the correction of walks along one axis; None if they are too few.

    Args:
        results: The walks.
        loses: Some of the measured speed is none; otherwise the loss is 0.
    """
    counting = [result for result in results if abs(result.true) >= _SLOWEST]
    if len(counting) < 3:
        return None
    u = np.array([result.measured for result in counting])
    true = np.array([result.true for result in counting])
    columns = np.stack([u, -np.sign(u)] if loses else [u], axis=1) / true[:, None]
    found = np.linalg.lstsq(columns, np.ones(len(counting)), rcond=None)[0]
    error = float(np.sqrt(np.mean((columns @ found - 1.0) ** 2)))
    return _Correction(float(found[0]), float(found[1]) if loses else 0.0, error)
