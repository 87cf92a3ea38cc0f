"""`hsm measure tune`: looks for better parameters with Optuna and writes them as a patch.

The same tuning file, plant, tries, seeds and seed of the sampler give the same study. Its first try
are the shipped values. What it finds was chosen because it did well on the study's own robots, so
both are judged once more on robots that the study has never seen.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hsm.apps.measure.campaign import Setting, World, run_campaign
from hsm.apps.measure.objectives import OBJECTIVES
from hsm.apps.measure.patches import (
    Values,
    is_whole,
    matching,
    patch_text,
    shipped,
    with_values,
)
from hsm.apps.measure.tuning import Tuning
from hsm.errors import ConfigError, HsmError
from hsm.runtime.assembly import load_settings

UNSEEN = 100_000
"""Number of the first seed that a study never uses."""
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a study may cost, and from where it begins.

    Attributes:
        tries: Sets of parameters, the shipped one included.
        seeds: Robots and seeds per try.
        seed: Of the sampler.
        jobs: Processes; changes nothing but the time.
    """

    tries: int
    seeds: int
    seed: int
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A set of parameters and what it came to.

    Attributes:
        values: Value by path, in the units of the file.
        parts: Value of every part of the objective.
        cost: Their weighted sum; less is better.
    """

    values: Values
    parts: Mapping[str, float]
    cost: float


@dataclass(frozen=True, slots=True)
class Study:
    """What a study found.

    Attributes:
        setting: The plant.
        tuning: What was tuned.
        effort: What it cost.
        library: Optimiser and its version.
        before: The shipped values on the study's robots.
        best: The best values on the study's robots.
        before_unseen: The shipped values on other robots.
        best_unseen: The best values on other robots.
    """

    setting: Setting
    tuning: Tuning
    effort: Effort
    library: str
    before: Judged
    best: Judged
    before_unseen: Judged
    best_unseen: Judged

    @property
    def improves(self) -> bool:
        """Return whether the best values are better than the shipped ones on unseen robots too."""
        return self.best_unseen.cost < self.before_unseen.cost

    def record(self) -> dict[str, object]:
        """Return plain values."""
        return {
            "values": dict(self.best.values),
            "shipped": dict(self.before.values),
            "improves": self.improves,
            **{
                name: {"cost": round(judged.cost, 4), **_rounded(judged.parts)}
                for name, judged in (
                    ("study_shipped", self.before),
                    ("study_best", self.best),
                    ("unseen_shipped", self.before_unseen),
                    ("unseen_best", self.best_unseen),
                )
            },
        }

    def text(self) -> str:
        """Return the values and what they are worth, for people."""
        changes = [
            f"  {path}: {self.before.values[path]:g} -> {value:g}"
            for path, value in self.best.values.items()
        ]
        return "\n".join([*self._account(), *changes])

    def patch(self) -> str:
        """Return the patch with the study's settings in its header."""
        header = [
            f"Found by `hsm measure tune`, to be laid over config/{self.tuning.file}.",
            "What it does, say the campaigns of `hsm measure` with --patch.",
            *self._account(),
        ]
        return "".join(f"# {line}\n" for line in header) + patch_text(
            self.tuning.file, self.best.values
        )

    def _account(self) -> list[str]:
        effort, setting = self.effort, self.setting
        plant = setting.plant + (", randomised" if setting.randomised else "")
        weights = ", ".join(f"{name} {weight:g}" for name, weight in self.tuning.weights.items())
        conditions = ", ".join(f"{name} {n:g}" for name, n in self.tuning.conditions.items())
        return [
            f"plant {plant}; objective {self.tuning.objective}",
            f"{effort.tries} tries of {effort.seeds} seeds, sampler seed {effort.seed}; "
            f"{self.library}",
            f"weights: {weights}; conditions: {conditions}",
            f"cost on the study's robots: shipped {_told(self.before)}",
            f"                            best    {_told(self.best)}",
            f"cost on {effort.seeds} unseen robots:  shipped {_told(self.before_unseen)}",
            f"                            best    {_told(self.best_unseen)}",
        ]


def _told(judged: Judged) -> str:
    parts = ", ".join(f"{name} {value:.3f}" for name, value in judged.parts.items())
    return f"{judged.cost:.3f} ({parts})"


def _rounded(parts: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in parts.items()}


@dataclass(frozen=True, slots=True)
class TuneTrial:
    """One trial of one set of parameters.

    Attributes:
        objective: Name of the objective.
        file: The file that is tuned.
        values: The parameters.
        trial: What the objective runs.
    """

    objective: str
    file: str
    values: tuple[tuple[str, float], ...]
    trial: Any


def demand_free(path: Path) -> None:
    """Refuse a path at which there is something already.

    Raises:
        HsmError: If there is.
    """
    if path.exists():
        raise HsmError(f"{path} exists and is never overwritten: give another --out")


def write_patch(study: Study, path: Path) -> None:
    """Write the patch of a study to a new file.

    Raises:
        HsmError: If the file exists.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(study.patch())
    except FileExistsError:
        demand_free(path)
        raise


def measure_tune(setting: Setting, tuning: Tuning, effort: Effort) -> Study:
    """Look for better parameters.

    Args:
        setting: Plant of every trial.
        tuning: What may be changed, and what is judged.
        effort: How much to try.

    Raises:
        HsmError: If Optuna is not installed.
    """
    try:
        import optuna
    except ImportError as error:
        message = "Optuna is not installed; fix: pip install 'nao-hsm[tune]'"
        raise HsmError(message) from error

    logging.getLogger("optuna").setLevel(logging.WARNING)
    settings, known = load_settings(), shipped(tuning.file)
    before_values = {path: next(iter(matching(path, known).values())) for path in tuning.parameters}
    whole = {
        path
        for path, tunable in tuning.parameters.items()
        if is_whole(settings, tuning.file, path, tunable.range)
    }
    judged: dict[int, Judged] = {}

    def attempt(trial: Any) -> float:
        values: dict[str, float] = {}
        for path, tunable in tuning.parameters.items():
            low, high = tunable.range
            if path in whole:
                values[path] = trial.suggest_int(path, int(low), int(high))
            else:
                values[path] = trial.suggest_float(path, low, high)
        # The first try is exactly what is shipped, also where that lies outside a range.
        tried = before_values if trial.number == 0 else _short(values)
        try:
            with_values(settings, tuning.file, tried)
        except ConfigError as error:  # each value is possible, together they are not
            raise optuna.TrialPruned from error
        label = f"try {trial.number + 1} of {effort.tries}"
        judged[trial.number] = judge(setting, tuning, effort, tried, first=0, label=label)
        return judged[trial.number].cost

    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=effort.seed))
    inside = {
        path: min(max(value, tuning.parameters[path].range[0]), tuning.parameters[path].range[1])
        for path, value in before_values.items()
    }
    study.enqueue_trial(inside)
    study.optimize(attempt, n_trials=effort.tries)
    best = min(judged.values(), key=lambda one: one.cost)
    return Study(
        setting=setting,
        tuning=tuning,
        effort=effort,
        library=f"Optuna {optuna.__version__}, TPE",
        before=judged[0],
        best=best,
        before_unseen=judge(setting, tuning, effort, before_values, first=UNSEEN),
        best_unseen=judge(setting, tuning, effort, best.values, first=UNSEEN),
    )


def _short(values: Values) -> dict[str, float]:
    """Return values with the digits that a person would write: what is tried is what is written."""
    return {path: float(f"{value:.{_DIGITS}g}") for path, value in values.items()}


def judge(
    setting: Setting,
    tuning: Tuning,
    effort: Effort,
    values: Values,
    *,
    first: int,
    label: str = "unseen robots",
) -> Judged:
    """Return what a set of parameters is worth on some robots.

    Args:
        setting: The plant.
        tuning: What is judged.
        effort: How many seeds.
        values: The parameters.
        first: Number of the first seed.
        label: What the progress bar shows.
    """
    objective = OBJECTIVES[tuning.objective]
    trials = [
        TuneTrial(tuning.objective, tuning.file, tuple(values.items()), trial)
        for number in range(first, first + effort.seeds)
        for trial in objective.trials(number, tuning.conditions)
    ]
    results = run_campaign(setting, trials, run_tuned, jobs=effort.jobs, label=label)
    parts = objective.judge([(t.trial, r) for t, r in zip(trials, results, strict=True)])
    cost = sum(tuning.weights[name] * value for name, value in parts.items())
    return Judged(dict(values), parts, cost)


def run_tuned(world: World, trial: TuneTrial) -> Any:
    """Run one trial with its parameters."""
    settings = with_values(world.settings, trial.file, dict(trial.values))
    changed = replace(world, settings=settings)
    return OBJECTIVES[trial.objective].run(changed, trial.trial)
