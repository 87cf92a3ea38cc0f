"""Tunable parameters and objective of a study: the files in `config/tuning/`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from annotated_types import Ge

from hardware.units import NumberRange, Unit
from hsm.campaigns.tuning.objectives import OBJECTIVES, Objective
from hsm.campaigns.tuning.patches import Values, matching, patchable_files, shipped, with_values
from hsm.control.assembly import MotionSettings, load_settings
from hsm.errors import ConfigError, UnknownNameError, did_you_mean
from hsm.settings.loader import config_folder, load
from hsm.settings.located_yaml import DataPath

Weight = Annotated[float, Unit(""), Ge(0.0)]


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter that a study may change.

    Attributes:
        range: Smallest and largest value, in the unit of its key.
        because: Reason for this range.
    """

    range: NumberRange
    because: str


@dataclass(frozen=True, slots=True)
class Tuning:
    """One file of `config/tuning/`.

    Attributes:
        file: The tuned file, relative to `config/`.
        objective: Name of the objective.
        weights: Cost of one unit of each part of the objective.
        conditions: Parameters of the objective's trials, with their units in the names.
        parameters: Tunable parameters by path.
    """

    file: str
    objective: str
    weights: dict[str, Weight]
    conditions: dict[str, Weight]
    parameters: dict[str, Tunable]


def find_tuning(name: str) -> Path:
    """Return the file of a tuning, given by its path or its name in `config/tuning/`.

    Raises:
        UnknownNameError: If there is no such file or name.
    """
    if Path(name).is_file():
        return Path(name)
    folder = config_folder() / "tuning"
    known = sorted(path.stem for path in folder.glob("*.yaml"))
    if name not in known:
        raise UnknownNameError("tuning", name, known)
    return folder / f"{name}.yaml"


def load_tuning(path: Path) -> Tuning:
    """Load a file of `config/tuning/`.

    Raises:
        ConfigError: With all mistakes, including ranges whose ends are invalid in the tuned file.
    """
    return load(path, Tuning, check=_mistakes)


def _mistakes(tuning: Tuning) -> Iterator[tuple[DataPath, str]]:
    objective = OBJECTIVES.get(tuning.objective)
    if objective is None:
        yield ("objective",), f"expected one of {', '.join(OBJECTIVES)} (got '{tuning.objective}')"
    else:
        yield from _unfit(tuning, objective)
    files = patchable_files()
    if tuning.file not in files:
        yield ("file",), f"expected one of {', '.join(files)} (got '{tuning.file}')"
        return
    known = shipped(tuning.file)
    fine: dict[str, Tunable] = {}
    for path, tunable in tuning.parameters.items():
        values = set(matching(path, known).values())
        if len(values) == 1:
            fine[path] = tunable
        else:
            yield ("parameters", path), _not_one(tuning.file, path, values, known)
    settings = load_settings()
    for end in (0, 1):
        together = {path: tunable.range[end] for path, tunable in fine.items()}
        if _mistake(settings, tuning.file, together):
            # One by one, to find the culprit; each may be valid, and only the combination not.
            for path, value in together.items():
                if text := _mistake(settings, tuning.file, {path: value}):
                    yield ("parameters", path, "range"), text


def _unfit(tuning: Tuning, objective: Objective) -> Iterator[tuple[DataPath, str]]:
    """Yield the mistakes in the weights and conditions of the objective."""
    for key, wanted, given in (
        ("weights", objective.parts, tuning.weights),
        ("conditions", objective.conditions, tuning.conditions),
    ):
        if set(wanted) != set(given):
            yield (key,), f"expected exactly {', '.join(wanted)} (got {', '.join(given)})"
    for name, (least, most) in objective.conditions.items():
        value = tuning.conditions.get(name, least)
        if not least <= value <= most:
            text = f"must lie between {least:g} and {most:g} (got {value:g})"
            yield ("conditions", name), text
    if not set(objective.conditions) <= set(tuning.conditions):
        return
    for low, high in objective.ranges:
        if tuning.conditions[low] > tuning.conditions[high]:
            text = f"must not exceed {high} {tuning.conditions[high]:g}"
            yield ("conditions", low), f"{text} (got {tuning.conditions[low]:g})"
    if objective.one_of and not any(tuning.conditions[name] for name in objective.one_of):
        yield ("conditions",), f"one of {', '.join(objective.one_of)} must be above 0"


def _mistake(settings: MotionSettings, file: str, values: Values) -> str:
    """Return why these values are invalid in a file; empty if they are valid."""
    try:
        with_values(settings, file, values)
    except ConfigError as error:
        return error.problems[0].message
    return ""


def _not_one(file: str, path: str, values: set[float], known: Mapping[str, float]) -> str:
    """Return the error of a path that matches no number, or different ones."""
    if values:
        told = ", ".join(f"{value:g}" for value in sorted(values))
        return f"'{path}' must match equal numbers in {file} (got {told})"
    return f"{file} has no number '{path}'{did_you_mean(path, known, after='; ')}"
