"""Files of records: a first line, numbered records with checksums, one end.

Runs and their ground truth are such files. A file only grows, one record at a time: a killed
process loses only its last moment, and a reader reports that the end is missing.
"""

import hashlib
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Generic, NamedTuple, Self, TypeVar

import msgpack

from hsm.errors import HsmError
from hsm.output_files import whole_file
from hsm.runs.format import BLOCK, END, FRONT_SIZE, HEADER, LARGEST_BODY, front_of, record

T = TypeVar("T")
_RECORD_AGAIN: Final = "Record it again with `hsm run SCENARIO`; a damaged run proves nothing."
_LIMITS: Final = {
    "max_str_len": 1 << 16,
    "max_bin_len": 1 << 12,
    "max_array_len": 1 << 12,
    "max_map_len": 1 << 12,
    "max_ext_len": 0,
}
"""Far more than is ever written: a forged length must not exhaust the memory."""


class RunError(HsmError):
    """A file that cannot be read as a run.

    Attributes:
        path: The file.
        place: Place of the problem, such as `byte 300` or `row 17 (byte 9000)`; may be empty.
        hint: What to do about it.
    """

    def __init__(self, path: Path, place: str, what: str, hint: str = _RECORD_AGAIN) -> None:
        self.path = path
        self.place = place
        self.hint = hint
        super().__init__(f"{path}: {place}: {what}" if place else f"{path}: {what}")


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A record with valid checksums, and the byte at which it begins."""

    byte: int
    kind: bytes
    body: bytes


class _Written(NamedTuple):
    """The complete records on disk; replaced as a whole, so that an interrupt leaves it valid."""

    size: int
    records: int
    rows: int
    hashed: Any


def _opened(path: Path) -> BinaryIO:
    """Open a new file that replaces an existing one.

    The path exists at every moment, so that a claim to it is kept.
    """
    if path.exists() and not path.is_file():
        return path.open("wb")  # a device cannot be replaced
    with whole_file(path) as new:
        return new.open("wb")


class RecordWriter:
    """Writes one file of records."""

    def __init__(self, place: Path | BinaryIO, first_line: bytes, header: bytes) -> None:
        """Open the file, or take an open one, and write its header.

        The folder must exist. An existing file is replaced; processes that have it open keep it.
        """
        self._file: BinaryIO = _opened(place) if isinstance(place, Path) else place
        self._written = _Written(0, 0, 0, hashlib.sha256())
        self.write(HEADER, header, before=first_line)

    @property
    def closed(self) -> bool:
        """Return whether the file is closed."""
        return self._file.closed

    @property
    def rows(self) -> int:
        """Return the number of rows in the complete records."""
        return self._written.rows

    def write(self, kind: bytes, body: bytes, rows: int = 0, *, before: bytes = b"") -> None:
        """Write a record with the given number of rows, after raw bytes outside of any record."""
        size, records, written, hashed = self._written
        data = before + record(kind, records, body)
        hashed = hashed.copy()
        hashed.update(data)
        self._file.write(data)
        self._file.flush()
        self._written = _Written(size + len(data), records + 1, written + rows, hashed)

    def drop_half_a_record(self) -> None:
        """Remove the remains of an interrupted write."""
        self._file.seek(self._written.size)
        self._file.truncate()

    def end(self) -> None:
        """Write the end record and close the file."""
        end = {"rows": self._written.rows, "sha256": self._written.hashed.digest()}
        self.write(END, msgpack.packb(end))
        self.close()

    def close(self) -> None:
        """Close the file without an end record."""
        self._file.close()


class RowWriter(ABC, Generic[T]):
    """Writes rows in blocks.

    As a context manager it closes its file. After an error the rows are kept, but the missing end
    record marks the file as truncated.
    """

    def __init__(self, records: RecordWriter, rows_per_block: int) -> None:
        """Write blocks of `rows_per_block` rows to a file that has its header."""
        self._records = records
        self._rows_per_block = rows_per_block
        self._block: tuple[int, list[T]] = 0, []
        """The number of rows before the next block, and its rows so far; replaced as a whole."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(in_order=kind is None)

    def close(self, *, in_order: bool = True) -> None:
        """Write the waiting rows and, unless an error ended the run, the end record."""
        if not self._records.closed:
            self._records.drop_half_a_record()
            self._write_block()
            if in_order:
                self._records.end()
            else:
                self._records.close()

    def _put(self, row: T, *, later: int = 0) -> None:
        """Add a row to its block, which may be `later` rows longer than usual."""
        _, rows = self._block
        rows.append(row)
        if len(rows) >= self._rows_per_block + later:
            self._write_block()

    def _write_block(self) -> None:
        """Write the rows that are not in the file yet; all or none are if this is interrupted."""
        before, rows = self._block
        left = rows[self._records.rows - before :]
        if left:
            try:
                self._records.write(BLOCK, self._packed(left), len(left))
            except BaseException:
                self._begin_anew()  # these rows may have been packed already, and will be again
                raise
        self._block = self._records.rows, []

    def _begin_anew(self) -> None:
        """Make the next row complete, if rows hold only what differs from the one before."""

    @abstractmethod
    def _packed(self, rows: list[T]) -> bytes:
        """Return the body of a block."""


class RecordReader:
    """Reads the records of one open file."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._hashed = hashlib.sha256()
        self._byte = 0

    def first_line(self, expected: bytes) -> bytes | None:
        """Read the first line; return None if it is the expected one, else the file's start."""
        line = self._file.read(len(expected))
        if line != expected:
            return line + self._file.read(64)
        self._hashed.update(line)
        self._byte = len(line)
        return None

    def records(self) -> Iterator[FileRecord]:
        """Yield every complete record, in order, until the end or a truncation."""
        number = 0
        while True:
            byte, start = self._byte, self._file.read(FRONT_SIZE)
            if len(start) < FRONT_SIZE:
                return
            front = front_of(start)
            if front is None:
                raise self.damaged(byte, "the checksum of the record's first bytes is wrong")
            if front.number != number:
                what = f"found record {front.number} in place of record {number}"
                raise self.damaged(byte, f"{what}: records were lost, added or moved")
            if front.size > LARGEST_BODY:
                raise self.damaged(byte, f"no record has {front.size} bytes")
            body = self._file.read(front.size)
            if len(body) < front.size:
                return
            if zlib.crc32(body) != front.checksum:
                raise self.damaged(byte, f"the checksum of record {number} is wrong")
            yield FileRecord(byte, front.kind, body)
            number += 1
            self._byte += len(start) + len(body)
            self._hashed.update(start + body)

    def rows(
        self, blocks: Iterator[FileRecord], read: Callable[[FileRecord, int], Iterable[T]]
    ) -> tuple[list[T], bool]:
        """Return the rows of all blocks, at least one, and whether the file has its end record.

        Args:
            blocks: The records after the header.
            read: Returns the rows of a block, given the number of rows before it.
        """
        rows: list[T] = []
        closed = False
        for block in blocks:
            if block.kind == END:
                self._demand_end(block, len(rows))
                closed = True
                break
            rows += read(block, len(rows))
        if not rows:
            raise RunError(self._path, "", "has no cycles", "Record a run that lasts longer.")
        return rows, closed

    def _demand_end(self, found: FileRecord, rows: int) -> None:
        """Check the end record of a file with the given number of rows."""
        data = self.unpacked(found)
        if not isinstance(data, dict) or set(data) != {"rows", "sha256"}:
            raise self.damaged(found.byte, "the end has other contents")
        if data["rows"] != rows:
            raise self.damaged(found.byte, f"there are {rows} rows, not {data['rows']}")
        if data["sha256"] != self._hashed.digest():
            raise self.damaged(found.byte, "the digest of everything before it is wrong")
        if self._file.read(1):
            raise self.damaged(found.byte, "there is data after the end")

    def unpacked(self, found: FileRecord) -> Any:
        """Return the data of a record."""
        try:
            return msgpack.unpackb(found.body, strict_map_key=False, **_LIMITS)
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            what = f"holds no data ({str(error) or type(error).__name__})"
            raise self.damaged(found.byte, what) from error

    def damaged(self, byte: int, what: str) -> RunError:
        """Return the error for damage at a byte."""
        return RunError(self._path, f"byte {byte}", what)
