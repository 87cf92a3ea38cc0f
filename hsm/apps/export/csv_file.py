"""Export of a recorded run as CSV: one row per cycle, units in the header row.

Missing values, such as those of a lost frame, are empty cells.
"""

import csv
from collections.abc import Iterator, Sequence
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from hsm.apps.export.columns import BY_JOINT, PARTS, UNITS, arrays_of
from hsm.runs.reader import RecordedRun

_AT_ONCE: Final = 1000
"""Rows converted to text at a time: the text of an hour would not fit into memory."""


def write_csv(run: RecordedRun, joints: Sequence[str], file: IO[str]) -> None:
    """Write a run to an open file; `joints` are the joint names in wire order."""
    columns = dict(_columns(run, joints))
    writer = csv.writer(file)
    writer.writerow(columns)
    for begin in range(0, len(run.rows), _AT_ONCE):
        cells = (map(_cell, column[begin : begin + _AT_ONCE]) for column in columns.values())
        writer.writerows(zip(*cells, strict=True))


def _columns(run: RecordedRun, joints: Sequence[str]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield every column with its title."""
    arrays = arrays_of(run, joints)
    taken = arrays.pop("transition.row")
    for name in ("joints", "facts.names", "about"):
        del arrays[name]
    parts = {**PARTS, **{name: joints for name in BY_JOINT}}
    for name, array in arrays.items():
        if name == "facts":
            for bit, fact in enumerate(run.header.facts):
                yield f"fact.{fact}", array >> np.uint64(bit) & np.uint64(1)
        elif name.startswith("transition."):
            told = np.full(len(run.rows), "", dtype=object)
            told[taken] = array
            yield name, told
        else:
            yield from _titled(name, array, parts.get(name.rpartition(".")[2], ()))


def _titled(name: str, array: NDArray[Any], parts: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the columns of an array with their titles: one, or one per component."""
    unit = UNITS.get(name, "")
    if array.ndim == 1:
        yield _with_unit(name, unit), array
    else:
        for part, column in zip(parts, array.T, strict=True):
            yield _with_unit(f"{name}.{part}", UNITS.get(f"{name}.{part}", unit)), column


def _with_unit(name: str, unit: str) -> str:
    return f"{name} [{unit}]" if unit else name


def _cell(value: Any) -> str:
    """Return the shortest text that reads back as the value; empty for NaN."""
    if isinstance(value, np.bool_):
        return str(int(value))
    return "" if value != value else str(value)
