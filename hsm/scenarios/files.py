"""Loads scenarios; whatever they name has to exist and has to be able to happen."""

from collections.abc import Collection, Iterator
from pathlib import Path

from hsm.scenarios.check import Transitions, mistakes
from hsm.scenarios.scenario import Scenario
from hsm.settings.loader import config_folder, load
from hsm.settings.schema import Names


def plant_names() -> set[str]:
    """Return the names of the plants there are."""
    return {path.stem for path in (config_folder() / "plants").glob("*.yaml")}


def load_scenario(path: Path, leaves: Collection[str], transitions: Transitions) -> Scenario:
    """Load one scenario.

    Args:
        path: The file.
        leaves: Short names of the leaves that exist.
        transitions: Every event with the short name of every leaf that it leads to.

    Raises:
        ConfigError: With all mistakes: unknown names of leaves, events and plants, and what is
            sound in its shape but can never come or never fail.
    """
    names = _names(leaves, {event for event, _ in transitions})
    return load(path, Scenario, names=names, check=lambda made: mistakes(made, transitions))


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
