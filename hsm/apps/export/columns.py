"""Columns of a recorded run as arrays, without replaying it.

Incidents, runs of older programs and other runs that cannot be replayed are exported as well.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hardware.robots.nao import HAND_JOINTS
from hardware.sensors_and_commands import Touch
from hsm.json_text import json_text
from hsm.runs.format import COMMAND, FRAME, RunRow
from hsm.runs.mcap_log import ANGLES, AXES, CELLS
from hsm.runs.reader import RecordedRun

BY_JOINT: Final = ("positions", "stiffness", "currents", "temperatures", "status")
"""Fields of a frame with a value per joint."""
PARTS: Final = {
    "gyro": AXES,
    "accelerometer": AXES,
    "angles": ANGLES,
    "fsr": CELLS,
    "touch": tuple(pad.name.lower() for pad in Touch),
    "sonar": ("left", "right"),
}
"""Names of the components of the other fields with several values."""
_COMMAND: Final = ("positions", "stiffness")
_SPEED: Final = {"forward": "m/s", "left": "m/s", "turn": "rad/s"}
UNITS: Final = {
    "time": "s",
    **{f"frame.{name}": item.unit for name, item in FRAME.items()},
    "frame.fsr": "N",
    **{f"command.{name}": COMMAND[name].unit for name in _COMMAND},
    **{f"{of}.positions.{hand.key}": "0..1" for of in ("frame", "command") for hand in HAND_JOINTS},
    **{f"request.{name}": unit for name, unit in _SPEED.items()},
}
"""Units of the columns, by name; a hand, closed (0) to open (1), has its own within its column."""


def arrays_of(run: RecordedRun, joints: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Return the columns of a run, one row per cycle; `joints` are the joint names in wire order.

    Returns:
        `time` (s), `leaf`, `facts`; `frame.NAME` for every field of a frame, NaN (status: -1) in
        a cycle without one; `command.positions` (rad, hands 0..1), `command.stiffness`;
        `request.motion`, empty in a cycle without a request, and `request.forward`, `left`, `turn`,
        then NaN, which are shares of the profile's speeds if `request.relative`; `transition.row`,
        the row number of every transition, with `transition.event` and `transition.because`;
        `joints`; `facts.names` in the order of the bits; `about`, a JSON text with units, versions
        and the header's description of the run.
    """
    rows = run.rows
    columns: dict[str, NDArray[Any]] = {
        "time": np.array([row.time for row in rows]),
        "leaf": np.array([row.leaf for row in rows]),
        "facts": np.array([row.facts for row in rows], dtype=np.uint64),
    }
    for name in FRAME:
        columns[f"frame.{name}"] = _measured(rows, name)
    for name in _COMMAND:
        told = [getattr(row.command, name) for row in rows]
        columns[f"command.{name}"] = np.array(told, dtype=np.float32)
    wishes = [row.request for row in rows]
    said = ["" if wish is None else wish.motion.value for wish in wishes]
    columns["request.motion"] = np.array(said, dtype=np.str_)
    for name in _SPEED:
        speeds = [np.nan if wish is None else getattr(wish, name) for wish in wishes]
        columns[f"request.{name}"] = np.array(speeds)
    columns["request.relative"] = np.array([w is not None and w.relative for w in wishes])
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
    """Return description, versions and units of a run as plain values."""
    return {
        "run": run.header.about,
        "versions": run.header.versions,
        "closed": run.closed,
        "units": UNITS,
    }


def _measured(rows: tuple[RunRow, ...], name: str) -> NDArray[Any]:
    """Return a field of all frames; NaN, or -1 for integers, in cycles without a frame."""
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
