"""Finds and loads scenarios by file or by name; whatever they name exists and can happen.

All mistakes of all files are told at once.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from shlex import quote

from hsm.chart import Chart, robot_chart
from hsm.control.assembly import load_robot
from hsm.errors import Mistakes, UnknownNameError
from hsm.scenarios.plausibility import Transitions, mistakes
from hsm.scenarios.scenario import Scenario
from hsm.settings.loader import config_folder, load
from hsm.settings.schema import Names


def find_scenario(name: str) -> Path:
    """Return the file of a scenario: a file, a pipe as of `<(...)`, or one in `config/scenarios/`.

    Raises:
        UnknownNameError: If there is none.
    """
    path = Path(name)
    if path.exists() and not path.is_dir():
        return path
    folder = config_folder() / "scenarios"
    known = sorted(file.stem for file in folder.glob("*.yaml"))
    if name in known:
        return folder / f"{name}.yaml"
    if path.suffix == ".yaml":
        raise MissingScenarioError(name, known)
    raise UnknownNameError("scenario", name, known)


class MissingScenarioError(UnknownNameError):
    """A file of a scenario that is not there."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__("scenario", name, known)
        self.args = (f"no file {name} here",)
        self.hint = f"`hsm scenario new {quote(name.removesuffix('.yaml'))}` writes one."


def load_scenarios(names: Sequence[str], *, judged: bool = True) -> list[Scenario]:
    """Load scenarios by file or name, in this order.

    Args:
        names: Of each.
        judged: Their runs shall pass or fail, so each has to expect something.

    Raises:
        UnknownNameError: If one does not exist.
        ConfigError: With all mistakes of all files.
        TypeError: If it is one name and no list.
    """
    if isinstance(names, str):
        raise TypeError(f"expected a list of names, such as [{names!r}]")
    leaves, transitions = names_of(robot_chart(load_robot().cycle))
    found = Mistakes()
    loaded = [
        found.take(partial(load_scenario, path, leaves, transitions, judged=judged))
        for path in map(find_scenario, names)
    ]
    found.demand_none()
    return [scenario for scenario in loaded if scenario is not None]


def names_of(chart: Chart) -> tuple[list[str], set[tuple[str, str]]]:
    """Return the short names of a chart's leaves, and every event with the leaves it leads to."""
    leaves = [chart.short(path) for path in chart.tree.leaves]
    transitions = {(arrow.event, chart.short(arrow.dest_leaf)) for arrow in chart.arrows}
    # A caught exception is no row of the table; the machine records it under this name.
    return leaves, transitions | {("defect", chart.short(chart.fault))}


def plant_names(folder: Path | None = None) -> set[str]:
    """Return the names of the plants there are, perhaps in a copy of `config/`."""
    return {path.stem for path in (config_folder(folder) / "plants").glob("*.yaml")}


def load_scenario(
    path: Path, leaves: Collection[str], transitions: Transitions, *, judged: bool = True
) -> Scenario:
    """Load one scenario, of a chart with these leaves; its runs shall pass or fail if it is judged.

    Raises:
        ConfigError: With all mistakes: unknown names of leaves, events and plants, and what is
            sound in its shape but can never come or never fail.
    """
    names = _names(leaves, {event for event, _ in transitions})
    return load(
        path, Scenario, names=names, check=lambda made: mistakes(made, transitions, judged=judged)
    )


def _names(leaves: Collection[str], events: set[str]) -> Names:
    states = {part for leaf in leaves for part in _parts(leaf)}
    return {
        "leaf": states,
        "leaf to start in": set(leaves),
        "event": events,
        "event or leaf": states | events,
        "plant": plant_names(),
    }


def _parts(leaf: str) -> Iterator[str]:
    """Yield everything that names a leaf in a scenario (see `expectation.lies_in`)."""
    words = leaf.split(".")
    for begin in range(len(words)):
        for end in range(begin, len(words)):
            yield ".".join(words[begin : end + 1])
