"""The ground truth of a run in physics, on disk: `truth.hsm`, beside the recording.

It serves plots and verdicts only: the control cycle never reads it, and a replay neither needs nor
writes it. It is a table with one row per cycle; the header gives names and units of the columns,
which are up to the writer.
"""

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgpack

from hsm.runs.format import BLOCK, FILE_NAME, HEADER
from hsm.runs.reader import RecordedRun, place_of
from hsm.runs.records import FileRecord, RecordReader, RecordWriter, RowWriter, RunError

TRUTH_NAME: Final = "truth.hsm"
_FIRST_LINE: Final = b"nao-hsm truth 1\n"
_ROWS_PER_BLOCK: Final = 32
"""A killed process loses fewer cycles than this, 0.4 s."""
_TIME: Final = "time"
_ONE_RUN: Final = ("scenario", "plant", "robot", "seed")
"""Entries that must agree between a run and its truth."""


def truth_beside(run: Path) -> Path:
    """Return the path of a run's truth: in its folder, or named after the file of the run."""
    return run.with_name(TRUTH_NAME if run.name == FILE_NAME else f"{run.stem}.{TRUTH_NAME}")


class TruthWriter(RowWriter[bytes]):
    """Writes the truth of one run."""

    def __init__(self, path: Path, about: Mapping[str, object], columns: Mapping[str, str]) -> None:
        """Open the file in an existing folder, replacing a previous one; `time` must be first."""
        assert next(iter(columns)) == _TIME
        header = msgpack.packb({"about": dict(about), "columns": dict(columns)})
        super().__init__(RecordWriter(path, _FIRST_LINE, header), _ROWS_PER_BLOCK)
        self._row = _row_of(len(columns))

    def add(self, values: Sequence[float]) -> None:
        """Add a row, in the order of the columns."""
        self._put(self._row.pack(*values))

    def _packed(self, rows: list[bytes]) -> bytes:
        return b"".join(rows)


@dataclass(frozen=True, slots=True, repr=False)
class RecordedTruth:
    """The truth of a run that was read from disk.

    Attributes:
        path: The file.
        about: What was run.
        units: Units of the columns, by name.
        columns: Columns by name, one number per cycle; the first is `time`, s.
        closed: The file was closed properly.
    """

    path: Path
    about: Mapping[str, Any]
    units: Mapping[str, str]
    columns: Mapping[str, tuple[float, ...]]
    closed: bool

    def __repr__(self) -> str:
        count = len(self.columns[_TIME])
        return f"<RecordedTruth {self.path}: {len(self.columns)} columns of {count} cycles>"


def read_truth(recorded: RecordedRun | Path | str) -> RecordedTruth:
    """Read the truth of a run, given as an object, or as the file or folder of the truth.

    Raises:
        RunError: If it is no truth, damaged, or without a cycle; not if its end is missing.
        HsmError: If it is no path.
    """
    if isinstance(recorded, RecordedRun):
        recorded = truth_beside(recorded.path)
    path = place_of(recorded, "truth of the run")
    path = path / TRUTH_NAME if path.is_dir() else path
    try:
        with path.open("rb") as file:
            return _read(path, file)
    except OSError as error:
        hint = f"A run in physics writes {TRUTH_NAME} to the folder of `hsm run --out DIR`."
        raise RunError(path, "", f"cannot be read: {error.strerror}", hint) from error


def truth_of(run: RecordedRun) -> RecordedTruth | None:
    """Return the truth of a run; None if there is none.

    Raises:
        RunError: If the file beside the run is no truth, damaged, without a cycle, or of another
            run.
    """
    beside = truth_beside(run.path)
    if not beside.exists():
        return None
    truth = read_truth(beside)
    here, there = run.header.about, truth.about
    for name in _ONE_RUN:
        if here.get(name) != there.get(name):
            what = (
                f"is of another run: {name} {there.get(name)}, and {here.get(name)} in {run.path}"
            )
            raise RunError(
                beside, "", what, "Each run has its own truth in its folder; move it there."
            )
    return truth


def cut_short(run: RecordedRun, truth: RecordedTruth | None) -> str:
    """Return a remark if the truth ends before its run; empty if it does not."""
    if truth is None or len(truth.columns[_TIME]) >= len(run.rows):
        return ""
    ends, goes_on = truth.columns[_TIME][-1], run.rows[-1].time
    told = f"{truth.path} ends at {ends:.2f} s, the run at {goes_on:.2f} s"
    return f"{told}: the ground truth after that is unknown"


def remarks(run: RecordedRun, truth: RecordedTruth | None) -> tuple[str, ...]:
    """Return remarks about a truncated run or truth."""
    return tuple(filter(None, (run.warning, cut_short(run, truth))))


def _read(path: Path, file: BinaryIO) -> RecordedTruth:
    reader = RecordReader(path, file)
    if reader.first_line(_FIRST_LINE) is not None:
        hint = f"Give a {TRUTH_NAME} written by a run in physics, or its folder."
        raise RunError(path, "", "is not the ground truth of a run", hint)
    records = reader.records()
    about, units = _header(reader, path, next(records, None))
    row = _row_of(len(units))

    def of_block(block: FileRecord, _: int) -> Iterable[tuple[float, ...]]:
        if block.kind != BLOCK or not block.body or len(block.body) % row.size:
            raise reader.damaged(block.byte, "this is not a block of rows")
        return row.iter_unpack(block.body)

    rows, closed = reader.rows(records, of_block)
    columns = dict(zip(units, zip(*rows, strict=True), strict=True))
    times = columns[_TIME]
    if not all(map(math.isfinite, times)) or list(times) != sorted(times):
        raise RunError(path, "", "its time goes backwards")
    return RecordedTruth(path, about, units, columns, closed)


def _header(
    reader: RecordReader, path: Path, record: FileRecord | None
) -> tuple[dict[str, Any], dict[str, str]]:
    if record is None:
        raise RunError(path, "", "ends within its header")
    data = reader.unpacked(record)
    if record.kind != HEADER or not isinstance(data, dict) or set(data) != {"about", "columns"}:
        raise reader.damaged(record.byte, "the header is missing or has other contents")
    about, units = data["about"], data["columns"]
    named = isinstance(units, dict) and all(
        isinstance(text, str) for pair in units.items() for text in pair
    )
    if not isinstance(about, dict) or not named or next(iter(units), "") != _TIME:
        raise reader.damaged(record.byte, "the header does not name the columns")
    return about, units


def _row_of(columns: int) -> struct.Struct:
    """Return the binary format of a row: time in double precision, the rest in single."""
    return struct.Struct(f"<d{columns - 1}f")
