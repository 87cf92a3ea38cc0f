"""Loads scenarios and checks their names: leaves, events and plants have to exist."""

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from hsm.runtime.expectation import Ban, Expectation, lies_in
from hsm.runtime.scenario import Scenario
from hsm.runtime.settings import config_folder, load

DataPath = tuple[str | int, ...]

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
    return load(path, Scenario, check=_names_exist(leaves, events))


def _names_exist(
    leaves: Collection[str], events: Collection[str]
) -> Callable[[Scenario], Iterator[tuple[DataPath, str]]]:
    files = (config_folder() / "plants").glob("*.yaml")
    plants = [path.stem for path in files if path.stem != _NO_PLANT]

    def check(scenario: Scenario) -> Iterator[tuple[DataPath, str]]:
        for path, name in _names(scenario):
            is_event = path[-1] == "event" or (path[-1] == "after" and name[:1].islower())
            if is_event and name not in events:
                yield path, _unknown("event", name, events)
            elif not is_event and not any(lies_in(leaf, name) for leaf in leaves):
                yield path, _unknown("leaf", name, leaves)
        if scenario.plant not in plants:
            yield ("plant",), _unknown("plant", scenario.plant, plants)

    return check


def _names(scenario: Scenario) -> Iterator[tuple[DataPath, str]]:
    """Yield every name of a leaf or event, with its place in the file."""
    named: list[tuple[DataPath, str | None]] = [
        (("start", "state"), scenario.start.state),
        (("finally",), scenario.finally_),
    ]
    named += [(("timeline", i, "after"), entry.after) for i, entry in enumerate(scenario.timeline)]
    named += _pairs("expect", scenario.expect) + _pairs("never", scenario.never)
    yield from ((path, name) for path, name in named if name is not None)


def _pairs(key: str, items: Sequence[Expectation | Ban]) -> list[tuple[DataPath, str | None]]:
    pairs: list[tuple[DataPath, str | None]] = []
    for index, item in enumerate(items):
        pairs += [((key, index, "event"), item.event), ((key, index, "leaf"), item.leaf)]
    return pairs


def _unknown(kind: str, name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f", did you mean '{near[0]}'?" if near else ""
    return f"unknown {kind} (got '{name}'){hint}"
