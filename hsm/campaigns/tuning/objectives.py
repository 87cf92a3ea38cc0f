"""Objectives of studies: trials per seed, how to run one, and the parts of the cost.

An objective is an entry of `OBJECTIVES`. A new one needs trials, a function that runs one, and a
function that computes rates and means of the results.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.ablation.ablation import AblationTrial, run_trial
from hsm.campaigns.context import TrialContext, TrialFunction
from hsm.campaigns.get_up.get_up import ALLOWED, SIDES, GetUpResult, GetUpTrial, run_get_up
from hsm.campaigns.kicks.kick_trial import KickResult, KickTrial, kick_once
from hsm.campaigns.statistics import Average, Rate, mean
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.walking.courses import COURSES
from hsm.campaigns.walking.push import PHASES
from hsm.campaigns.walking.walking_trial import SETTLE, WalkResult
from motions.kicks.wish import Kick, KickKind

Parts = Mapping[str, Rate | Average]
"""Parts of a cost by name, before weighting."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A measure of how good a set of parameters is.

    Attributes:
        parts: Names of the parts of the cost; less is better.
        conditions: Smallest and largest value of the parameters of its trials, by name.
        ranges: Pairs of conditions that are the lower and the upper end of a range.
        one_of: Conditions of which at least one must be above 0; none if empty.
        trials: Returns the trials of a seed, given the seed and the conditions.
        run: Runs a trial in a context.
        judge: Returns the value of every part, given all trials and their results.
    """

    parts: tuple[str, ...]
    conditions: Mapping[str, tuple[float, float]]
    trials: Callable[[int, Mapping[str, float]], Sequence[Any]]
    run: TrialFunction[Any, Any]
    judge: Callable[[Sequence[tuple[Any, Any]]], Parts]
    ranges: tuple[tuple[str, str], ...] = ()
    one_of: tuple[str, ...] = ()


def _walk_trials(number: int, conditions: Mapping[str, float]) -> Sequence[AblationTrial]:
    """Return every course, and a push in every direction, whose phase changes with the seed."""
    hold, impulse = conditions["hold_s"], conditions["impulse_ns"]
    courses = [AblationTrial(None, number, course, 0.0, hold, impulse) for course in COURSES]
    pushes = [
        AblationTrial(None, number, side, PHASES[(number + turn) % len(PHASES)], hold, impulse)
        for turn, side in enumerate(DIRECTIONS)
    ]
    return courses + pushes


def _judge_walk(results: Sequence[tuple[AblationTrial, WalkResult | bool]]) -> Parts:
    walks = [(trial, found) for trial, found in results if isinstance(found, WalkResult)]
    upright = [found for _, found in results if isinstance(found, bool)]
    numbers = [trial.number for trial, _ in walks]
    errors = [math.nan if walk.fell else COURSES[trial.course].error(walk) for trial, walk in walks]
    return {
        "falls": Rate.of(walks, lambda pair: pair[1].fell),
        "pushes_lost": Rate.of(upright, lambda stays: not stays),
        "speed_error": _mean_or_worst(errors, numbers),
        "oscillation": _mean_or_worst([walk.oscillation for _, walk in walks], numbers),
    }


def _mean_or_worst(values: Sequence[float], numbers: Sequence[int]) -> Average:
    """Return the mean; 1, a complete failure, if no walk counts."""
    found = mean(values, numbers)
    return found if found.values else mean([1.0] * len(values), numbers)


@dataclass(frozen=True, slots=True)
class PlacedGetUp:
    """A get-up with its own ground friction and motor temperature.

    Attributes:
        get_up: The get-up.
        friction: Friction coefficient of the ground.
        winding: Temperature of the motors' windings, degrees Celsius.
    """

    get_up: GetUpTrial
    friction: float
    winding: float


def _get_up_trials(number: int, conditions: Mapping[str, float]) -> Sequence[PlacedGetUp]:
    """Return the get-ups of one robot from the requested sides, each in random conditions."""
    rng = stream(number, Stream.GET_UP_PLACE)
    listed = []
    for side in SIDES:
        friction = float(rng.uniform(conditions["least_friction"], conditions["largest_friction"]))
        winding = float(
            rng.uniform(conditions["coldest_winding_c"], conditions["hottest_winding_c"])
        )
        if conditions[side]:
            listed.append(PlacedGetUp(GetUpTrial(side, number), friction, winding))
    return listed


def _run_get_up(context: TrialContext, trial: PlacedGetUp) -> GetUpResult:
    plant = context.plant_of(trial.get_up.number)
    plant = plant.with_friction(trial.friction).with_winding_temperature(trial.winding)
    return run_get_up(replace(context, plant=plant, randomisation=None), trial.get_up)


def _judge_get_up(results: Sequence[tuple[PlacedGetUp, GetUpResult]]) -> Parts:
    found = [result for _, result in results]
    numbers = [trial.get_up.number for trial, _ in results]
    times = [result.stood_after if result.succeeded else ALLOWED for result in found]
    return {
        "failures": Rate.of(found, lambda result: not result.succeeded),
        "broken": Rate.of(found, lambda result: result.break_ups > 0),
        "time": mean(times, numbers),
        "rms": mean([result.load.rms.value for result in found], numbers),
        "peak": mean([result.load.largest.value for result in found], numbers),
        "head": mean([result.head for result in found], numbers),
    }


def _kick_trials(
    kind: KickKind, number: int, conditions: Mapping[str, float]
) -> Sequence[KickTrial]:
    """Return a short and a long kick, with the foot and the direction chosen by the seed."""
    return [
        KickTrial(number, Kick(kind, length=conditions[length]), speed=conditions["speed"])
        for length in ("short_m", "long_m")
    ]


def _judge_kick(results: Sequence[tuple[KickTrial, KickResult]]) -> Parts:
    found = [result for _, result in results]
    numbers = [trial.number for trial, _ in results]
    return {
        "falls": Rate.of(found, lambda result: result.fell),
        "missed": Rate.of(found, lambda result: not result.hit),
        "touched_before": Rate.of(found, lambda result: result.touched_before),
        # A ball that rolls half as far is as wrong as one that rolls twice as far.
        "length_error": _mean_or_worst(
            [abs(math.log(result.length_ratio)) for result in found], numbers
        ),
        "direction_error": _mean_or_worst([abs(result.direction) for result in found], numbers),
    }


def _kick(kind: KickKind) -> Objective:
    """Return the objective of a kind of kick."""
    return Objective(
        parts=("falls", "missed", "touched_before", "length_error", "direction_error"),
        conditions={"short_m": (0.05, 10.0), "long_m": (0.05, 10.0), "speed": (0.1, 1.0)},
        trials=partial(_kick_trials, kind),
        run=kick_once,
        judge=_judge_kick,
    )


OBJECTIVES = {
    "walk": Objective(
        parts=("falls", "pushes_lost", "speed_error", "oscillation"),
        conditions={"hold_s": (SETTLE + 1.0, 600.0), "impulse_ns": (0.01, 100.0)},
        trials=_walk_trials,
        run=run_trial,
        judge=_judge_walk,
    ),
    "get_up": Objective(
        parts=("failures", "broken", "time", "rms", "peak", "head"),
        conditions={
            **dict.fromkeys(SIDES, (0.0, 1.0)),
            **dict.fromkeys(("least_friction", "largest_friction"), (0.01, 5.0)),
            **dict.fromkeys(("coldest_winding_c", "hottest_winding_c"), (0.0, 150.0)),
        },
        trials=_get_up_trials,
        run=_run_get_up,
        judge=_judge_get_up,
        ranges=(
            ("least_friction", "largest_friction"),
            ("coldest_winding_c", "hottest_winding_c"),
        ),
        one_of=tuple(SIDES),
    ),
    **{f"kick_{kind.value}": _kick(kind) for kind in KickKind},
}
