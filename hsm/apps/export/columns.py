"""A recorded run as arrays: what stands in its rows, and nothing made again.

So incidents, runs of older programs and runs of robots that no replay can repeat are exported too.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hsm.json_text import json_text
from hsm.runs.format import COMMAND, FRAME, RunRow
from hsm.runs.reader import RecordedRun

_UNITS: Final = {**{name: item.unit for name, item in FRAME.items()}, "fsr": "N"}
_COMMAND_UNITS: Final = {name: COMMAND[name].unit for name in ("positions", "stiffness")}


def arrays_of(run: RecordedRun, joints: tuple[str, ...]) -> dict[str, NDArray[Any]]:
    """Return the columns of a run, one row per cycle; `joints` names the values of the wire.

    Returns:
        `time` (s) and `leaf`, `facts`; `frame.NAME` of every field of a frame, NaN (status: -1) in
        a cycle without one; `command.positions` (rad), `command.stiffness`; `transition.row`, the
        number of the row of every transition, with `transition.event` and `transition.because`;
        `joints`; `facts.names` in the order of the bits; `about`, a text of JSON with units,
        versions and what was run.
    """
    rows = run.rows
    columns: dict[str, NDArray[Any]] = {
        "time": np.array([row.time for row in rows]),
        "leaf": np.array([row.leaf for row in rows]),
        "facts": np.array([row.facts for row in rows], dtype=np.uint64),
    }
    for name in FRAME:
        columns[f"frame.{name}"] = _measured(rows, name)
    for name in _COMMAND_UNITS:
        told = [getattr(row.command, name) for row in rows]
        columns[f"command.{name}"] = np.array(told, dtype=np.float32)
    taken = [(at, row.transition) for at, row in enumerate(rows) if row.transition is not None]
    columns["transition.row"] = np.array([at for at, _ in taken], dtype=np.int64)
    for name in ("event", "because"):
        words = [str(getattr(transition, name)) for _, transition in taken]
        columns[f"transition.{name}"] = np.array(words, dtype=np.str_)
    columns["joints"] = np.array(joints)
    columns["facts.names"] = np.array(run.header.facts)
    columns["about"] = np.array(json_text(about(run)))
    return columns


def about(run: RecordedRun) -> dict[str, Any]:
    """Return what a run was made with, and the units of its columns, as plain values."""
    return {
        "run": run.header.about,
        "versions": run.header.versions,
        "closed": run.closed,
        "units": {
            "time": "s",
            **{f"frame.{name}": unit for name, unit in _UNITS.items()},
            **{f"command.{name}": unit for name, unit in _COMMAND_UNITS.items()},
        },
    }


def _measured(rows: tuple[RunRow, ...], name: str) -> NDArray[Any]:
    """Return a field of all frames; what nobody sent is no number."""
    some = next((row.frame for row in rows if row.frame is not None), None)
    if some is None:
        return np.full(len(rows), np.nan)
    shape = np.shape(getattr(some, name))
    whole = isinstance(np.asarray(getattr(some, name)).flat[0], np.integer)
    kind: Any = np.int32 if whole else np.float64 if name == "time" else np.float32
    found = np.full((len(rows), *shape), -1 if whole else np.nan, dtype=kind)
    for number, row in enumerate(rows):
        if row.frame is not None:
            found[number] = getattr(row.frame, name)
    return found
