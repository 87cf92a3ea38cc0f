"""`hsm measure tune`: searches for better parameters with Optuna and writes them as a patch.

The same tuning file, plant, tries, seeds and sampler seed give the same study. Its first try uses
the shipped values. The best values were selected on the study's own robots, so both are evaluated
again on robots that the study has never seen: ten others, with other noise, ground and, if they are
drawn, plants.
"""

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from hsm.campaigns.context import INDIVIDUALS, CampaignConfig, TrialContext
from hsm.campaigns.trials import run_groups
from hsm.campaigns.tuning.objectives import OBJECTIVES, Parts
from hsm.campaigns.tuning.patches import Values, is_whole, matching, shipped, with_values
from hsm.campaigns.tuning.study import Effort, Judged, Study
from hsm.campaigns.tuning.tuning_file import Tuning
from hsm.console import note
from hsm.control.assembly import load_settings
from hsm.errors import ConfigError, HsmError, demand_package
from hsm.output_files import demand_file, write_whole

UNSEEN = 100_000
"""First of the seeds that a study never uses."""
_DIGITS = 3


def demand_free(path: Path) -> None:
    """Check that a path does not exist and can be written.

    Raises:
        HsmError: If it exists or cannot be written.
    """
    if path.exists():
        raise HsmError(f"{path} exists and is never overwritten: give another --out")
    demand_file(path)


def write_patch(study: Study, path: Path) -> None:
    """Write the patch of a study to a new file.

    Raises:
        HsmError: If the file exists.
    """
    demand_free(path)
    write_whole(path, study.patch())


def measure_tune(config: CampaignConfig, tuning: Tuning, effort: Effort) -> Study:
    """Search for better parameters.

    Args:
        config: Plant of every trial.
        tuning: Tunable parameters and objective.
        effort: Effort of the search.

    Raises:
        HsmError: If Optuna is not installed.
    """
    demand_package("optuna", "tune")
    import optuna

    # A failing try ends the study and is reported by the command, not by Optuna's log.
    logging.getLogger("optuna").setLevel(logging.CRITICAL)
    settings, known = load_settings(), shipped(tuning.file)
    before_values = {path: next(iter(matching(path, known).values())) for path in tuning.parameters}
    whole = {
        path
        for path, tunable in tuning.parameters.items()
        if is_whole(settings, tuning.file, path, tunable.range)
    }
    judged: dict[int, Judged] = {}
    note(
        f"{effort.tries} tries on {effort.seeds} robots each, then two on {effort.unseen} unseen"
        " ones; the first try shows how long that takes"
    )
    begin = monotonic()

    def attempt(trial: Any) -> float:
        values: dict[str, float] = {}
        for path, tunable in tuning.parameters.items():
            low, high = tunable.range
            if path in whole:
                values[path] = trial.suggest_int(path, int(low), int(high))
            else:
                values[path] = trial.suggest_float(path, low, high)
        # The first try uses exactly the shipped values, even outside a range.
        tried = before_values if trial.number == 0 else _short(values)
        try:
            with_values(settings, tuning.file, tried)
        except ConfigError as error:  # each value is valid, their combination is not
            raise optuna.TrialPruned from error
        label = f"try {trial.number + 1} of {effort.tries}"
        found = judge(config, tuning, tried, range(effort.seeds), jobs=effort.jobs, label=label)
        judged[trial.number] = found
        best = min(one.cost.value for one in judged.values())
        a_try = (monotonic() - begin) / (trial.number + 1)
        left = a_try * (effort.tries - trial.number - 1 + 2.0 * effort.unseen / effort.seeds)
        note(f"{label}: cost {found.cost}, best {best:.4g}; about {left / 60.0:.1f} min left")
        return found.cost.value

    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=effort.seed))
    inside = {
        path: min(max(value, tuning.parameters[path].range[0]), tuning.parameters[path].range[1])
        for path, value in before_values.items()
    }
    study.enqueue_trial(inside)
    study.optimize(attempt, n_trials=effort.tries)
    best = min(judged.values(), key=lambda one: one.cost.value)
    unseen = range(UNSEEN, UNSEEN + effort.unseen)
    others = replace(config, first_robot=config.first_robot + INDIVIDUALS)
    return Study(
        config=config,
        tuning=tuning,
        effort=effort,
        library=f"Optuna {optuna.__version__}, TPE",
        before=judged[0],
        best=best,
        before_unseen=judge(others, tuning, before_values, unseen, jobs=effort.jobs),
        best_unseen=judge(others, tuning, best.values, unseen, jobs=effort.jobs),
    )


def _short(values: Values) -> dict[str, float]:
    """Return values with three digits, so that the tried values are those written to the patch."""
    return {path: float(f"{value:.{_DIGITS}g}") for path, value in values.items()}


def judge(
    config: CampaignConfig,
    tuning: Tuning,
    values: Values,
    seeds: range,
    *,
    jobs: int,
    label: str = "unseen robots",
) -> Judged:
    """Evaluate a set of parameters on some robots.

    Args:
        config: Plant and robots.
        tuning: The objective.
        values: The parameters.
        seeds: Numbers of the trials.
        jobs: Number of processes.
        label: Label of the progress bar.
    """
    objective = OBJECTIVES[tuning.objective]
    trials = {number: objective.trials(number, tuning.conditions) for number in seeds}
    run = partial(_run, tuning, dict(values))
    results = run_groups(config, trials, run, jobs=jobs, label=label)
    by_seed = [list(zip(trials[number], results[number], strict=True)) for number in seeds]
    parts = objective.judge([pair for found in by_seed for pair in found])
    costs = tuple(_cost(tuning, objective.judge(found)) for found in by_seed)
    return Judged(dict(values), parts, costs, seeds.start)


def _cost(tuning: Tuning, parts: Parts) -> float:
    return sum(tuning.weights[name] * part.value for name, part in parts.items())


def _run(tuning: Tuning, values: Values, context: TrialContext, trial: Any) -> Any:
    """Run one trial of an objective with some parameters."""
    settings = with_values(context.settings, tuning.file, values)
    return OBJECTIVES[tuning.objective].run(replace(context, settings=settings), trial)
