"""Loads the folder of the kicks: the table, what stand kicks have in common, and each of them."""

from functools import partial
from pathlib import Path

from hsm.errors import Mistakes
from hsm.settings.loader import load
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import (
    KickParameters,
    KickTable,
    StandKickMotion,
    StandKickParameters,
)


def load_kicks(folder: Path) -> KickParameters:
    """Load all kicks.

    Args:
        folder: Like `config/kicks/`.

    Raises:
        ConfigError: With all mistakes of all files.
    """
    mistakes = Mistakes()
    table = mistakes.take(lambda: load(folder / "table.yaml", KickTable))
    stand = mistakes.take(lambda: load(folder / "stand.yaml", StandKickParameters))
    motions = {
        path.stem: mistakes.take(partial(load, path, StandKickMotion))
        for path in sorted((folder / "stand").glob("*.yaml"))
    }
    steps = {
        path.stem: mistakes.take(partial(load, path, InWalkKick))
        for path in sorted((folder / "in_walk").glob("*.yaml"))
    }
    mistakes.demand_none()
    assert table is not None and stand is not None
    found = {name: motion for name, motion in motions.items() if motion is not None}
    in_walk = {name: kick for name, kick in steps.items() if kick is not None}
    return KickParameters(table, stand, found, in_walk)
