"""Reads a run from disk, strictly: it returns exactly what was written, or raises an error.

A truncated file is read to its last complete block, with a warning. Any other damage is an error of
one sentence with its place, and nothing is returned.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import BinaryIO

from hardware.declared import shortened
from hsm.control.assembly import MotionSettings
from hsm.errors import HsmError
from hsm.runs.format import (
    BLOCK,
    FILE_NAME,
    FIRST_LINE,
    FORMAT,
    HEADER,
    VERSION,
    Header,
    RunRow,
    is_supported,
)
from hsm.runs.incidents import INCIDENT
from hsm.runs.records import FileRecord, RecordReader, RunError
from hsm.runs.rows import RowDecoder, header_from
from hsm.runs.serialisation import ValuesError, value
from motions.walking.configuration import WalkingParameters

_OWN_TERM = (
    "If a program added it with `with_term`, `read_series(RUN, settings=...)` reads the run with "
    "that program's settings; commands need the term's line in motions/walking/terms/order.py."
)
_NAMED = 10
"""Most runs that are named if one is missing."""


@dataclass(frozen=True, slots=True, repr=False)
class RecordedRun:
    """A run that was read from disk; its repr is one line.

    Attributes:
        path: The file.
        header: Provenance of the run.
        rows: Its cycles, at least one.
        closed: The file was closed properly; otherwise the process was stopped and cycles may be
            lost.
    """

    path: Path
    header: Header
    rows: tuple[RunRow, ...]
    closed: bool

    def __repr__(self) -> str:
        begin, end = self.rows[0].time, self.rows[-1].time
        return f"<RecordedRun {self.path}: {len(self.rows)} cycles, {begin:.2f} to {end:.2f} s>"

    @property
    def warning(self) -> str:
        """Return a warning if the run is truncated; empty if it is complete."""
        if self.closed:
            return ""
        return f"{self.path} ends at {self.rows[-1].time:.2f} s: the run was not closed"

    def settings(self) -> MotionSettings:
        """Return the parameters of the run.

        Raises:
            RunError: If the parameters of this program differ in name or type.
        """
        try:
            return value(MotionSettings, _with_later_parameters(self.header.parameters))
        except ValuesError as error:
            made = ", ".join(f"{name} {text}" for name, text in self.header.versions.items())
            what = f"was recorded with the parameters of another program: {error}"
            hint = f"Replay it with the version that wrote it ({made})."
            if own := self._terms_of_others():
                terms = ", ".join(own)
                what = f"was recorded with {terms} in its walk, which is no term of the project"
                hint = f"{_OWN_TERM} {hint}"
            raise RunError(self.path, "header", what, hint) from error

    def _terms_of_others(self) -> list[str]:
        """Return the parameter groups of the run's walk that this program does not know."""
        walking = self.header.parameters.get("walking")
        known = {item.name for item in fields(WalkingParameters)}
        return sorted(set(walking) - known) if isinstance(walking, Mapping) else []


def _with_later_parameters(given: object) -> object:
    """Return parameters with those added that are newer than their file."""
    match given:
        case {"keyframes": {"engine": {**engine}, **keyframes}, **others}:
            own = {"specials": ["wave"], **engine}
            return {**others, "keyframes": {**keyframes, "engine": own}}
    return given


def read_run(path: Path | str) -> RecordedRun:
    """Read a run, given its file or folder.

    Raises:
        RunError: If it is no run, of another version, damaged, or without a cycle; not if its end
            is missing.
        HsmError: If it is no path, such as the `file` of a run that was not recorded.
    """
    path = file_of_run(place_of(path, "run"))
    try:
        with path.open("rb") as file:
            return _Reader(path, file).run()
    except OSError as error:
        hint = _runs_near(path) or f"`hsm run SCENARIO --out DIR` writes a run as DIR/{FILE_NAME}."
        raise RunError(path, "", f"cannot be read: {error.strerror}", hint) from error


def place_of(given: object, what: str) -> Path:
    """Return the path from which to read a run, or something else called `what`.

    Raises:
        HsmError: If it is no path.
    """
    if not isinstance(given, str | Path):
        raise HsmError(
            f"{what} is {shortened(given)}; expected its file, or the folder that it is in: "
            "`hsm.play(..., record=FOLDER)` writes one"
        )
    return Path(given)


def file_of_run(path: Path) -> Path:
    """Return the file of a run, given by its file or folder."""
    return path / FILE_NAME if path.is_dir() else path


def _runs_near(path: Path) -> str:
    """Return a sentence with the runs beside a missing one and in `runs/`; empty if none."""
    beside = path.parent.parent if path.name == FILE_NAME else path.parent
    found = {
        file.parent for folder in (beside, Path("runs")) for file in folder.glob(f"*/{FILE_NAME}")
    }
    kept = path.parent.glob(f"{INCIDENT}-*.hsm")  # incidents may outlive their run
    names = [*sorted(map(str, kept)), *sorted(map(str, found))]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"There are {', '.join(names[:_NAMED])}{more}." if names else ""


class _Reader:
    """Reads the run in one open file."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = RecordReader(path, file)

    def run(self) -> RecordedRun:
        """Return the run."""
        instead = self._file.first_line(FIRST_LINE)
        if instead is not None:
            raise self._no_run(instead)
        records = self._file.records()
        header = self._header(next(records, None))
        decoder = RowDecoder(header)
        rows, closed = self._file.rows(records, partial(self._rows, decoder))
        return RecordedRun(self._path, header, tuple(rows), closed)

    def _no_run(self, start: bytes) -> RunError:
        if start and FIRST_LINE.startswith(start):
            return RunError(self._path, "", "ends within its first line")
        version = start[len(FORMAT) :].split(b"\n")[0] if start.startswith(FORMAT) else b""
        if start[1:8] == b"\xa6format" and b"nao-hsm run" in start:  # its first key, in msgpack
            version = b"1"
        if not version.isdigit():
            hint = f"Give a {FILE_NAME} written by `hsm run` or `hsm demo`, or its folder."
            return RunError(self._path, "", "is not a recorded run", hint)
        what = f"is a run of version {version.decode()}, not {VERSION}: record it again"
        hint = f"`hsm run SCENARIO --out DIR` writes a run of version {VERSION}."
        return RunError(self._path, "", what, hint)

    def _header(self, record: FileRecord | None) -> Header:
        if record is None:
            raise RunError(self._path, "", "ends within its header")
        if record.kind != HEADER:
            raise self._file.damaged(record.byte, "the header is missing")
        data = self._file.unpacked(record)
        if not isinstance(data, dict) or set(data) != {"layout", "run"}:
            raise self._file.damaged(record.byte, "the header has other contents")
        if not is_supported(data["layout"]):
            what = "was written with another row layout"
            raise RunError(self._path, "header", what, "Read it with the version that wrote it.")
        try:
            return header_from(data["run"])
        except ValuesError as error:
            raise self._file.damaged(record.byte, str(error)) from error

    def _rows(self, decoder: RowDecoder, record: FileRecord, before: int) -> Iterator[RunRow]:
        """Yield the rows of a block; `before` is the number of rows before it."""
        data = self._file.unpacked(record)
        if record.kind != BLOCK or not isinstance(data, list) or not data:
            raise self._file.damaged(record.byte, "this is not a block of rows")
        for number, item in enumerate(data, start=before + 1):
            try:
                yield decoder.row(item)
            except ValuesError as error:
                place = f"row {number} (block at byte {record.byte})"
                raise RunError(self._path, place, str(error)) from error
