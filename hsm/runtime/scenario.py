"""A run as a file: where it takes place, what is asked and done, and what has to happen.

Scenarios in `config/scenarios/` are shared by tests, demonstration and command line. Times count
from the start of the run. A leaf is named as the table names it, or by a part of its name:
`WalkPhase` stands for all its leaves, `GetUp.Execute` for `KeyframePhase.GetUp.Execute`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.units import Angle, Count, Length, Temperature, Unit, Voltage
from hsm.runtime.expectation import Ban, Expectation, lies_in
from hsm.runtime.settings import config_folder, load
from hsm.runtime.timeline import Entry

DataPath = tuple[str | int, ...]

_NO_PLANT = "randomisation"
"""A file beside the plants that says how far campaigns stray from them."""


class Posture(Enum):
    """How the robot's body is at the start."""

    STANDING = "standing"
    SITTING = "sitting"
    LYING_FRONT = "lying_front"
    LYING_BACK = "lying_back"
    LYING_LEFT = "lying_left"
    LYING_RIGHT = "lying_right"


@dataclass(frozen=True, slots=True)
class PlantChanges:
    """Single values of the plant that the scenario sets; None leaves the plant's own.

    Attributes:
        winding_temperature: Of the motors, degrees Celsius.
        battery_voltage: Open circuit, V.
        turf_roughness: Rms height, m.
        friction: Of soles and hands on the ground.
        floor_tilt_roll: Positive lowers the robot's right side at the start, rad.
        floor_tilt_pitch: Positive lowers the front, rad.
    """

    winding_temperature: Temperature | None = None
    battery_voltage: Voltage | None = None
    turf_roughness: Length | None = None
    friction: Annotated[float, Unit(""), Gt(0.0)] | None = None
    floor_tilt_roll: Angle | None = None
    floor_tilt_pitch: Angle | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """How the run begins.

    Attributes:
        posture: Of the body.
        state: Leaf in which the machine begins; None is its own beginning.
    """

    posture: Posture
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One file of `config/scenarios/`.

    Attributes:
        name: For tables.
        description: What it shows, in a sentence.
        plant: Name of a file in `config/plants/`.
        robot: Individual, 0 to 9: its play, friction and offsets.
        seed: Of noise and ground.
        start: How the run begins.
        duration: s.
        timeline: What is asked and done; requests hold, the first one is "stand".
        expect: What has to happen, in this order, with anything in between.
        never: What must not happen.
        finally_: The leaf at the end.
        plant_changes: Single values of the plant.
    """

    name: str
    description: str
    plant: str
    robot: Annotated[int, Unit(""), Ge(0), Le(9)]
    seed: Count
    start: Start
    duration: Annotated[float, Unit("s"), Gt(0.0)]
    timeline: tuple[Entry, ...]
    expect: tuple[Expectation, ...]
    never: tuple[Ban, ...] = ()
    finally_: str | None = None
    plant_changes: PlantChanges = PlantChanges()


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
