"""What a study may change: the files in `config/tuning/`, and the patches that come out of it.

A patch is a small file of the shape of the file that is tuned; laid over it, it wins key by key.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Protocol

import yaml
from annotated_types import Ge

from hardware.units import Ordered, Unit
from hsm.errors import ConfigError, UnknownNameError
from hsm.runtime.assembly import MotionSettings
from hsm.runtime.located_yaml import DataPath, read
from hsm.runtime.settings import config_folder, load
from motions.walking.configuration import WalkingParameters

TUNED_FILES: dict[str, tuple[str, type]] = {
    "walking/engine.yaml": ("walking", WalkingParameters),
}
"""Files whose values may be tuned: the part of the settings that each is, and its class."""

Range = Annotated[tuple[float, float], Unit(""), Ordered()]
Weight = Annotated[float, Unit(""), Ge(0.0)]
Values = Mapping[str, float]
"""Value by path, such as `step.lift_mm`, in the units of the file."""


@dataclass(frozen=True, slots=True)
class Tunable:
    """A parameter that a study may change.

    Attributes:
        range: Least and largest value, in the unit of its key.
        because: Why this range.
    """

    range: Range
    because: str


@dataclass(frozen=True, slots=True)
class Tuning:
    """One file of `config/tuning/`.

    Attributes:
        file: The file that is tuned, below `config/`.
        objective: Name of what is judged.
        weights: What one unit of each part of the objective costs.
        conditions: Numbers that the objective's trials need, with their units in the names.
        parameters: What may be changed, by path.
    """

    file: str
    objective: str
    weights: dict[str, Weight]
    conditions: dict[str, Weight]
    parameters: dict[str, Tunable]


class Demands(Protocol):
    """What a file must say for an objective.

    Attributes:
        parts: Names of what is weighed.
        conditions: Names of the numbers that its trials need.
    """

    @property
    def parts(self) -> tuple[str, ...]:
        """Return what is weighed."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """Return what its trials need."""


def find_tuning(name: str) -> Path:
    """Return the file of a tuning: a file, or one by its name in `config/tuning/`.

    Raises:
        UnknownNameError: If there is neither.
    """
    if Path(name).is_file():
        return Path(name)
    folder = config_folder() / "tuning"
    known = sorted(path.stem for path in folder.glob("*.yaml"))
    if name not in known:
        raise UnknownNameError("tuning", name, known)
    return folder / f"{name}.yaml"


def load_tuning(path: Path, objectives: Mapping[str, Demands]) -> Tuning:
    """Load a file of `config/tuning/`.

    Args:
        path: The file.
        objectives: What there is to judge by, by name.

    Raises:
        ConfigError: With all mistakes, also of ranges whose ends the tuned file could not hold.
    """
    return load(path, Tuning, check=lambda tuning: _mistakes(tuning, objectives))


def _mistakes(tuning: Tuning, objectives: Mapping[str, Demands]) -> Iterator[tuple[DataPath, str]]:
    objective = objectives.get(tuning.objective)
    if objective is None:
        yield ("objective",), f"expected one of {', '.join(objectives)} (got '{tuning.objective}')"
    else:
        for key, wanted, given in (
            ("weights", objective.parts, tuning.weights),
            ("conditions", objective.conditions, tuning.conditions),
        ):
            if set(wanted) != set(given):
                yield (key,), f"expected exactly {', '.join(wanted)} (got {', '.join(given)})"
    if tuning.file not in TUNED_FILES:
        yield ("file",), f"expected one of {', '.join(TUNED_FILES)} (got '{tuning.file}')"
        return
    known = shipped(tuning.file)
    for path, tunable in tuning.parameters.items():
        if path not in known:
            near = get_close_matches(path, known, n=1)
            meant = f"; did you mean '{near[0]}'?" if near else ""
            yield ("parameters", path), f"{tuning.file} has no number '{path}'{meant}"
            continue
        for value in tunable.range:
            try:
                patched(tuning.file, {path: value})
            except ConfigError as error:
                yield ("parameters", path, "range"), error.problems[0].message


def shipped(file: str) -> dict[str, float]:
    """Return every number of a file as it is written there, by path."""
    return dict(_numbers(read(config_folder() / file).data, ""))


def _numbers(data: Any, prefix: str) -> Iterator[tuple[str, float]]:
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield f"{prefix}{key}", value
        else:
            yield from _numbers(value, f"{prefix}{key}.")


def is_whole(file: str, path: str) -> bool:
    """Return whether a parameter takes whole numbers only: a count or a number of cycles."""
    try:
        patched(file, {path: math.floor(shipped(file)[path]) + 0.5})
    except ConfigError:
        return True
    return False


def patch_text(values: Values) -> str:
    """Return a patch as YAML."""
    tree: dict[str, Any] = {}
    for path, value in values.items():
        *groups, key = path.split(".")
        below = tree
        for group in groups:
            below = below.setdefault(group, {})
        # A whole number is written as one: counts must be, lengths may be.
        below[key] = int(value) if float(value).is_integer() else value
    return str(yaml.safe_dump(tree, sort_keys=False))


def patched(file: str, values: Values) -> Any:
    """Return the parameters of a file with some values changed.

    Raises:
        ConfigError: If the file could not hold them.
    """
    with TemporaryDirectory() as folder:
        patch = Path(folder) / "patch.yaml"
        patch.write_text(patch_text(values), encoding="utf-8")
        return load(config_folder() / file, TUNED_FILES[file][1], overrides=[patch])


def with_values(settings: MotionSettings, file: str, values: Values) -> MotionSettings:
    """Return the settings with some values of one file changed."""
    changes: dict[str, Any] = {TUNED_FILES[file][0]: patched(file, values)}
    return replace(settings, **changes)
