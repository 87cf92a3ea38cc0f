"""Loads scenarios; whatever they name has to exist: leaves, events and plants."""

from collections.abc import Collection, Iterator
from pathlib import Path

from hsm.runtime.scenario import Scenario
from hsm.runtime.schema import Names
from hsm.runtime.settings import config_folder, load


def plant_names() -> set[str]:
    """Return the names of the plants there are."""
    return {path.stem for path in (config_folder() / "plants").glob("*.yaml")}


def load_scenario(path: Path, leaves: Collection[str], events: Collection[str]) -> Scenario:
    """Load one scenario.

    Args:
        path: The file.
        leaves: Short names of the leaves that exist.
        events: Names of the events that exist.

    Raises:
        ConfigError: With all mistakes, unknown names of leaves, events and plants among them.
    """
    return load(path, Scenario, names=_names(leaves, events))


def _names(leaves: Collection[str], events: Collection[str]) -> Names:
    states = {part for leaf in leaves for part in _parts(leaf)}
    return {
        "leaf": states,
        "event": set(events),
        "event or leaf": states | set(events),
        "plant": plant_names(),
    }


def _parts(leaf: str) -> Iterator[str]:
    """Yield everything that names a leaf in a scenario (see `expectation.lies_in`)."""
    words = leaf.split(".")
    for begin in range(len(words)):
        for end in range(begin, len(words)):
            yield ".".join(words[begin : end + 1])
