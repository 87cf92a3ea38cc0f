"""The set-up of a scenario's run apart from plant, robot and seed, in words."""

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from hardware.props import PROPS, Prop
from hsm.scenarios.scenario import PlantChanges, Scenario, ScenarioStart
from hsm.scenarios.timeline import TimelineEntry

_PROP: Final = re.compile(r"(?P<words>[^()]+?)(?: \((?P<fields>[^()]+)\))?")


def set_up(scenario: Scenario) -> dict[str, object]:
    """Return start, plant changes, props and disturbances, each only if there is one.

    The words identify the set-up: the numbers of a prop, and those that the words of a disturbance
    leave out, are appended if they are not the default. Appended numbers are in SI.
    """
    start = scenario.start
    told: dict[str, object] = {
        "start": "" if _begins(start) == _begins(ScenarioStart()) else _begins(start),
        "plant_changes": _unusual(scenario.plant_changes, PlantChanges()),
        "props": [_told(entry.prop, entry.prop.words) for entry in scenario.props],
        "disturbances": [_disturbance(entry) for entry in scenario.timeline if entry.disturb],
    }
    return {name: words for name, words in told.items() if words}


def props_told(told: Iterable[str]) -> tuple[Prop, ...]:
    """Return the props of a recorded run, parsed from its words.

    Raises:
        ValueError: If a text does not describe a prop.
    """
    return tuple(map(_prop, told))


def _prop(told: str) -> Prop:
    found = _PROP.fullmatch(told)
    kinds = {kind.words: kind for kind in PROPS.values()}
    if found is None or found["words"] not in kinds:
        raise ValueError(f"'{told}' is not a prop")
    pairs = [item.rsplit(" ", 1) for item in (found["fields"] or "").split(", ") if item]
    return kinds[found["words"]](**{name: float(number) for name, number in pairs})


def _begins(start: ScenarioStart) -> str:
    return f"{start.posture.value} in {start.begins_in}"


def _unusual(changes: PlantChanges, usual: PlantChanges) -> dict[str, object]:
    return {
        item.name: value
        for item in fields(changes)
        if (value := getattr(changes, item.name)) != getattr(usual, item.name)
    }


def _disturbance(entry: TimelineEntry) -> str:
    assert entry.disturb is not None
    kind = entry.disturb.kind
    words = _told(kind, str(kind), said=kind.words)
    if entry.at is not None:
        return f"{words} at {entry.at:.2f} s"
    later = f" by {entry.delay:g} s" if entry.delay else ""
    since = f", from {entry.from_:g} s on" if entry.from_ else ""
    return f"{words} after {entry.after}{later}{since}"


def _told(thing: Any, words: str, *, said: str = "") -> str:
    """Return words, with the fields appended that they omit and that differ from the default."""
    more = [
        f"{item.name} {value:g}" if isinstance(value, float) else f"{item.name} {value}"
        for item in fields(thing)
        if (value := getattr(thing, item.name)) != item.default and f"{{{item.name}}}" not in said
    ]
    return f"{words} ({', '.join(more)})" if more else words
