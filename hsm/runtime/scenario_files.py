"""Loads scenarios; whatever they name has to exist: leaves, events and plants."""

from collections.abc import Collection, Iterator
from pathlib import Path

from hsm.runtime.scenario import Scenario
from hsm.runtime.schema import Names
from hsm.runtime.settings import config_folder, load

_NO_PLANT = "randomisation"
"""A file beside the plants that says how far campaigns stray from them."""


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
    files = (config_folder() / "plants").glob("*.yaml")
    return {
        "leaf": states,
        "event": set(events),
        "event or leaf": states | set(events),
        "plant": {path.stem for path in files} - {_NO_PLANT},
    }


def _parts(leaf: str) -> Iterator[str]:
    """Yield everything that names a leaf in a scenario (see `expectation.lies_in`)."""
    words = leaf.split(".")
    for begin in range(len(words)):
        for end in range(begin, len(words)):
            yield ".".join(words[begin : end + 1])
