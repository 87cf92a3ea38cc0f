"""Loads the folder of the kicks: the table, what stand kicks have in common, and each of them."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from hsm.errors import Mistakes, Problem
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import (
    KickParameters,
    KickTable,
    StandKickMotion,
    StandKickParameters,
)
from motions.kicks.wish import KickKind


def _without_place(table: KickTable) -> Iterator[tuple[DataPath, str]]:
    """Yield what is missing in a table, and what nobody can ask for."""
    kinds = [kind.value for kind in KickKind]
    for name in kinds:
        if name not in table.places:
            yield ("places",), f"there is no place for the kick '{name}': each kind needs one"
    for name, place in table.places.items():
        if name not in kinds:
            yield ("places", name), f"there is no such kick; there are {', '.join(kinds)}"
        if place.length[0] >= place.length[1]:
            yield (
                ("places", name, "length_mm"),
                "the strongest kick must be longer than the weakest",
            )


def load_kicks(folder: Path) -> KickParameters:
    """Load all kicks.

    Args:
        folder: Like `config/kicks/`.

    Raises:
        ConfigError: With all mistakes of all files.
    """
    mistakes = Mistakes()
    table = mistakes.take(lambda: load(folder / "table.yaml", KickTable, check=_without_place))
    stand = mistakes.take(lambda: load(folder / "stand.yaml", StandKickParameters))
    motions = {
        path.stem: mistakes.take(partial(load, path, StandKickMotion))
        for path in sorted((folder / "stand").glob("*.yaml"))
    }
    steps = {
        path.stem: mistakes.take(partial(load, path, InWalkKick))
        for path in sorted((folder / "in_walk").glob("*.yaml"))
    }
    for kind in KickKind:
        place, known = ("stand", motions) if kind.from_stand else ("in_walk", steps)
        if kind.value in known:
            continue
        problem = f"there is no kick '{kind.value}': add the file {place}/{kind.value}.yaml"
        mistakes.problems.append(Problem(str(folder / "stand.yaml"), 1, 1, "", problem))
    mistakes.demand_none()
    assert table is not None and stand is not None
    found = {name: motion for name, motion in motions.items() if motion is not None}
    in_walk = {name: kick for name, kick in steps.items() if kick is not None}
    return KickParameters(table, stand, found, in_walk)
