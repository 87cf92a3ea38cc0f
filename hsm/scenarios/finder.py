"""Finds and loads scenarios by file or by name, with the mistakes of all files at once."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from hsm.chart import Chart, robot_chart
from hsm.control.assembly import load_robot
from hsm.errors import Mistakes, UnknownNameError
from hsm.scenarios.files import load_scenario
from hsm.scenarios.scenario import Scenario
from hsm.settings.loader import config_folder


def find_scenario(name: str) -> Path:
    """Return the file of a scenario.

    Args:
        name: A file, or the name of one in `config/scenarios/`.

    Raises:
        UnknownNameError: If there is neither.
    """
    path = Path(name)
    if path.is_file():
        return path
    folder = config_folder() / "scenarios"
    known = sorted(file.stem for file in folder.glob("*.yaml"))
    if name in known:
        return folder / f"{name}.yaml"
    raise UnknownNameError("scenario", name, known)


def load_scenarios(names: Sequence[str]) -> list[Scenario]:
    """Load scenarios by file or name, in this order.

    Raises:
        UnknownNameError: If one does not exist.
        ConfigError: With all mistakes of all files.
    """
    leaves, transitions = names_of(robot_chart(load_robot().cycle))
    mistakes = Mistakes()
    loaded = [
        mistakes.take(partial(load_scenario, path, leaves, transitions))
        for path in map(find_scenario, names)
    ]
    mistakes.demand_none()
    return [scenario for scenario in loaded if scenario is not None]


def names_of(chart: Chart) -> tuple[list[str], set[tuple[str, str]]]:
    """Return the short names of a chart's leaves, and every event with the leaves it leads to."""
    leaves = [chart.short(path) for path in chart.tree.leaves]
    transitions = {(arrow.event, chart.short(arrow.dest_leaf)) for arrow in chart.arrows}
    # A caught exception is no row of the table; the machine records it under this name.
    return leaves, transitions | {("defect", chart.short(chart.fault))}
