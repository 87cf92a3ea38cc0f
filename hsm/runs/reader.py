"""Reads a run back from disk, strictly: it returns what was written, or says what is wrong.

A file that was cut off is read to its last whole block and says so. Any other damage is an error
of one sentence with its place, and nothing is returned.
"""

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgpack

from hsm.control.assembly import MotionSettings
from hsm.errors import HsmError
from hsm.runs.format import (
    BLOCK,
    END,
    FILE_NAME,
    FIRST_LINE,
    FORMAT,
    FRONT_SIZE,
    HEADER,
    LARGEST_BODY,
    VERSION,
    Header,
    RunRow,
    frame_fields,
    front_of,
)
from hsm.runs.rows import RowDecoder, header_from
from hsm.runs.serialisation import ValuesError, value

_RECORD_AGAIN: Final = "Record it again with `hsm run SCENARIO`; a damaged run proves nothing."
_LIMITS: Final = {
    "max_str_len": 1 << 16,
    "max_bin_len": 1 << 12,
    "max_array_len": 1 << 12,
    "max_map_len": 1 << 12,
    "max_ext_len": 0,
}
"""Far beyond what is written: a length that is made up must not cost memory."""


class RunError(HsmError):
    """A file that cannot be read as a run.

    Attributes:
        path: The file.
        place: Where in it the trouble is, such as `byte 300` or `row 17 (byte 9000)`; may be empty.
        hint: What to do about it.
    """

    def __init__(self, path: Path, place: str, what: str, hint: str = _RECORD_AGAIN) -> None:
        self.path = path
        self.place = place
        self.hint = hint
        super().__init__(f"{path}: {place}: {what}" if place else f"{path}: {what}")


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run as it was read.

    Attributes:
        path: The file.
        header: What it was made with.
        rows: Its cycles, at least one.
        closed: It ended in good order; if not, the process was stopped and cycles may be lost.
    """

    path: Path
    header: Header
    rows: tuple[RunRow, ...]
    closed: bool

    @property
    def warning(self) -> str:
        """Return what has to be said about a run that was cut off; empty if it was not."""
        if self.closed:
            return ""
        return f"{self.path} ends at {self.rows[-1].time:.2f} s: the run was not closed"

    def settings(self) -> MotionSettings:
        """Return the parameters that the run was made with.

        Raises:
            RunError: If this program's parameters are others by name or type.
        """
        try:
            return value(MotionSettings, self.header.parameters)
        except ValuesError as error:
            made = ", ".join(f"{name} {text}" for name, text in self.header.versions.items())
            what = f"was made with parameters of another program: {error}"
            hint = f"Replay it with the version that wrote it ({made})."
            raise RunError(self.path, "header", what, hint) from error


def read_run(path: Path) -> RecordedRun:
    """Read a run.

    Args:
        path: The file, or the folder that a run has left.

    Raises:
        RunError: If it is no run, one of another version, damaged, or without a cycle; not if its
            end is missing.
    """
    if path.is_dir():
        path = path / FILE_NAME
    try:
        with path.open("rb") as file:
            return _Reader(path, file).run()
    except OSError as error:
        hint = f"Runs are left by `hsm run SCENARIO --out DIR` as DIR/{FILE_NAME}."
        raise RunError(path, "", f"cannot be read: {error.strerror}", hint) from error


@dataclass(frozen=True, slots=True)
class _Record:
    """A record whose checksums are right, and the byte at which it begins."""

    byte: int
    kind: bytes
    body: bytes


class _Reader:
    """Reads one open file from its beginning to its end."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._hashed = hashlib.sha256()
        self._byte = 0

    def run(self) -> RecordedRun:
        """Return the run."""
        self._first_line()
        records = self._records()
        header, frame = self._header(next(records, None))
        decoder = RowDecoder(header, frame)
        rows: list[RunRow] = []
        closed = False
        for record in records:
            if record.kind == END:
                self._end(record, len(rows))
                closed = True
                break
            rows += self._rows(decoder, record, len(rows))
        if not rows:
            raise RunError(self._path, "", "has no cycles", "Record a run that lasts longer.")
        return RecordedRun(self._path, header, tuple(rows), closed)

    def _first_line(self) -> None:
        line = self._file.read(len(FIRST_LINE))
        if line != FIRST_LINE:
            raise self._no_run(line + self._file.read(64))
        self._hashed.update(line)
        self._byte = len(line)

    def _no_run(self, start: bytes) -> RunError:
        if start and FIRST_LINE.startswith(start):
            return RunError(self._path, "", "ends within its first line")
        version = start[len(FORMAT) :].split(b"\n")[0] if start.startswith(FORMAT) else b""
        if start[1:8] == b"\xa6format" and b"nao-hsm run" in start:  # its first key, in msgpack
            version = b"1"
        if not version.isdigit():
            hint = f"Give a {FILE_NAME} that `hsm run` or `hsm demo` has left, or its folder."
            return RunError(self._path, "", "is no recorded run", hint)
        what = f"is a run of version {version.decode()}, not {VERSION}: record it again"
        hint = f"`hsm run SCENARIO --out DIR` leaves a run of version {VERSION}."
        return RunError(self._path, "", what, hint)

    def _records(self) -> Iterator[_Record]:
        """Yield every whole record in its order; none where the file is cut off."""
        number = 0
        while True:
            byte, start = self._byte, self._file.read(FRONT_SIZE)
            if len(start) < FRONT_SIZE:
                return
            front = front_of(start)
            if front is None:
                raise self._damaged(byte, "the checksum of the record's first bytes is wrong")
            if front.number != number:
                what = f"record {front.number} stands in the place of record {number}"
                raise self._damaged(byte, f"{what}: records were lost, added or moved")
            if front.size > LARGEST_BODY:
                raise self._damaged(byte, f"no record has {front.size} bytes")
            body = self._file.read(front.size)
            if len(body) < front.size:
                return
            if zlib.crc32(body) != front.checksum:
                raise self._damaged(byte, f"the checksum of record {number} is wrong")
            yield _Record(byte, front.kind, body)
            number += 1
            self._byte += len(start) + len(body)
            self._hashed.update(start + body)

    def _header(self, record: _Record | None) -> tuple[Header, tuple[str, ...]]:
        """Return the header, and the fields of the frames that come."""
        if record is None:
            raise RunError(self._path, "", "ends within its header")
        if record.kind != HEADER:
            raise self._damaged(record.byte, "the header is missing")
        data = self._unpacked(record)
        if not isinstance(data, dict) or set(data) != {"layout", "run"}:
            raise self._damaged(record.byte, "the header holds something else")
        frame = frame_fields(data["layout"])
        if frame is None:
            what = "was written with another layout of its rows"
            raise RunError(self._path, "header", what, "Read it with the version that wrote it.")
        try:
            return header_from(data["run"]), frame
        except ValuesError as error:
            raise self._damaged(record.byte, str(error)) from error

    def _rows(self, decoder: RowDecoder, record: _Record, before: int) -> Iterator[RunRow]:
        """Yield the rows of a block that comes after so many others."""
        data = self._unpacked(record)
        if record.kind != BLOCK or not isinstance(data, list) or not data:
            raise self._damaged(record.byte, "this is no block of rows")
        for number, item in enumerate(data, start=before + 1):
            try:
                yield decoder.row(item)
            except ValuesError as error:
                place = f"row {number} (block at byte {record.byte})"
                raise RunError(self._path, place, str(error)) from error

    def _end(self, record: _Record, rows: int) -> None:
        data = self._unpacked(record)
        if not isinstance(data, dict) or set(data) != {"rows", "sha256"}:
            raise self._damaged(record.byte, "the end holds something else")
        if data["rows"] != rows:
            raise self._damaged(record.byte, f"there are {rows} rows, not {data['rows']}")
        if data["sha256"] != self._hashed.digest():
            raise self._damaged(record.byte, "the digest of all that comes before is wrong")
        if self._file.read(1):
            raise self._damaged(record.byte, "something follows the end")

    def _unpacked(self, record: _Record) -> Any:
        try:
            return msgpack.unpackb(record.body, strict_map_key=False, **_LIMITS)
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            what = f"holds no data ({str(error) or type(error).__name__})"
            raise self._damaged(record.byte, what) from error

    def _damaged(self, byte: int, what: str) -> RunError:
        return RunError(self._path, f"byte {byte}", what)
