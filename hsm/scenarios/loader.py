"""Finds and loads scenarios by file or name, and checks that everything they name can happen.

All mistakes in all files are reported at once.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from shlex import quote

from hsm.chart import Chart, robot_chart
from hsm.control.assembly import MotionSettings
from hsm.errors import Mistakes, UnknownNameError
from hsm.scenarios.plausibility import Transitions, mistakes, wrong_changes
from hsm.scenarios.scenario import Scenario
from hsm.settings.keyframe_files import special_motions
from hsm.settings.loader import config_folder, load, plant_names
from hsm.settings.robot_file import load_robot
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
    if path.suffix in (".yaml", ".yml") or len(path.parts) > 1 or _meant(name).is_file():
        raise MissingScenarioError(name, known)
    raise UnknownNameError("scenario", name, known, "`hsm scenario list` lists them")


class MissingScenarioError(UnknownNameError):
    """The file of a scenario does not exist."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__("scenario", name, known)
        self.args = (f"there is no file {name}",)
        meant = _meant(name)
        self.hint = f"`hsm scenario new {quote(str(meant.with_suffix('')))}` creates {meant}."
        if meant.is_file():
            self.hint = f"There is {meant}."


def _meant(name: str) -> Path:
    """Return the file that is meant by a path without the ending of a scenario."""
    return Path(f"{name.removesuffix('.yaml').removesuffix('.yml')}.yaml")


def load_scenarios(
    names: Sequence[str],
    *,
    judged: bool = True,
    specials: Sequence[str] | None = None,
    settings: MotionSettings | None = None,
) -> list[Scenario]:
    """Load scenarios by file or name, in this order.

    Args:
        names: File or name of each.
        judged: Whether runs are to be judged, so that each scenario needs an expectation.
        specials: Names of the special motions that may be requested; None for those of the
            settings.
        settings: Parameters of the robot, of which the walk is changed; None for those that ship
            with the program.

    Raises:
        UnknownNameError: If one does not exist.
        ConfigError: With all mistakes in all files.
        TypeError: If a single name is given instead of a list.
    """
    if isinstance(names, str):
        raise TypeError(f"expected a list of names, such as [{names!r}]")
    leaves, transitions = names_of(robot_chart(load_robot().cycle))
    if specials is None:
        specials = special_motions() if settings is None else settings.keyframes.engine.specials
    found = Mistakes()
    load_one = partial(
        load_scenario,
        leaves=leaves,
        transitions=transitions,
        specials=specials,
        judged=judged,
        settings=settings,
    )
    loaded = [found.take(partial(load_one, path)) for path in map(find_scenario, names)]
    found.demand_none()
    return [scenario for scenario in loaded if scenario is not None]


def names_of(chart: Chart) -> tuple[list[str], set[tuple[str, str]]]:
    """Return the short names of a chart's leaves, and every event with the leaves it leads to."""
    leaves = [chart.short(path) for path in chart.tree.leaves]
    transitions = {(arrow.event, chart.short(arrow.dest_leaf)) for arrow in chart.arrows}
    # A caught exception is not a row of the table; the machine records it under this name.
    return leaves, transitions | {("defect", chart.short(chart.fault))}


def load_scenario(
    path: Path,
    leaves: Collection[str],
    transitions: Transitions,
    specials: Sequence[str],
    *,
    judged: bool,
    settings: MotionSettings | None = None,
) -> Scenario:
    """Load one scenario for a chart with these leaves; if judged, it needs an expectation.

    Settings are those that ship with the program unless given.

    Raises:
        ConfigError: With all mistakes, including unknown leaves, events and plants, and valid
            entries that can never happen or never fail.
    """
    names = _names(leaves, {event for event, _ in transitions})
    return load(
        path,
        Scenario,
        names=names,
        check=lambda made: chain(
            mistakes(made, transitions, specials, judged=judged), wrong_changes(made, settings)
        ),
    )


def _names(leaves: Collection[str], events: set[str]) -> Names:
    states = {part for leaf in leaves for part in _parts(leaf)}
    return {
        "leaf": states,
        "leaf to start in": set(leaves),
        "event": events,
        "event or leaf": states | events,
        "plant": plant_names(),
        "profile": {path.stem for path in (config_folder() / "walking" / "profiles").iterdir()},
    }


def _parts(leaf: str) -> Iterator[str]:
    """Yield all patterns that name a leaf in a scenario (see `expectation.lies_in`)."""
    words = leaf.split(".")
    for begin in range(len(words)):
        for end in range(begin, len(words)):
            yield ".".join(words[begin : end + 1])
