"""Reads a run back from disk, as far as it is whole; says what is wrong with any other file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack

from hardware.frames import CYCLE, JointCommand, SensorFrame
from hardware.nao import Joint
from hsm.errors import HsmError
from hsm.runtime.recording import (
    FILE_NAME,
    FORMAT,
    FRAME_UNITS,
    ROW_UNITS,
    VERSION,
    Header,
    Row,
    Start,
    request_from,
)
from motions.requests import MotionRequest

_RECORD_AGAIN = "Record it again; what comes before this byte was read without trouble."


class RecordingError(HsmError):
    """A file that cannot be read as a run.

    Attributes:
        path: The file.
        byte: Where in it the trouble begins.
        hint: What to do about it.
    """

    def __init__(self, path: Path, byte: int, what: str, hint: str) -> None:
        self.path = path
        self.byte = byte
        self.hint = hint
        where = f"{path}: byte {byte}" if byte else f"{path}"
        super().__init__(f"{where}: {what}")


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run as it was read.

    Attributes:
        path: The file.
        header: What it was made with.
        rows: Its cycles.
        whole: It ended in good order; if not, the process was stopped and some cycles may be lost.
    """

    path: Path
    header: Header
    rows: tuple[Row, ...]
    whole: bool

    @property
    def warning(self) -> str:
        """Return what has to be said about a run that is not whole; empty if it is."""
        if self.whole:
            return ""
        return f"{self.path} ends without a proper end: the first {len(self.rows)} cycles are there"


def read_run(path: Path) -> RecordedRun:
    """Read a run.

    Args:
        path: The file, or the folder that a run has left.

    Raises:
        RecordingError: If it is no run, one of another version, or damaged; not if its end is
            missing.
    """
    if path.is_dir():
        path = path / FILE_NAME
    try:
        data = path.read_bytes()
    except OSError as error:
        hint = f"Runs are left by `hsm run SCENARIO --out DIR` as DIR/{FILE_NAME}."
        raise RecordingError(path, 0, f"cannot be read: {error.strerror}", hint) from error
    objects = _objects(path, data)
    _, first = next(objects, (0, None))
    header = _header(path, first)
    decoder = _Decoder(header)
    rows: list[Row] = []
    for byte, item in objects:
        if isinstance(item, int):
            if item != byte:
                what = f"says that its rows end at byte {item}: some were lost or added"
                raise RecordingError(path, byte, what, _RECORD_AGAIN)
            return RecordedRun(path, header, tuple(rows), whole=True)
        rows.append(_row(path, decoder, byte, item))
    return RecordedRun(path, header, tuple(rows), whole=False)


def _objects(path: Path, data: bytes) -> Iterator[tuple[int, Any]]:
    """Yield every whole object with the byte at which it begins."""
    unpacker = msgpack.Unpacker(use_list=False, max_buffer_size=len(data))
    unpacker.feed(data)
    while True:
        byte = unpacker.tell()
        try:
            item = unpacker.unpack()
        except msgpack.OutOfData:
            return
        except (ValueError, msgpack.UnpackException) as error:
            what = f"is damaged ({str(error) or type(error).__name__})"
            raise RecordingError(path, byte, what, _RECORD_AGAIN) from error
        yield byte, item


def _header(path: Path, plain: Any) -> Header:
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        hint = f"Give a {FILE_NAME} that `hsm run` or `hsm demo` has left, or its folder."
        raise RecordingError(path, 0, "is no recorded run", hint)
    found = {
        "version": plain.get("version"),
        "period": plain.get("period"),
        "frame": plain.get("frame"),
        "row": plain.get("row"),
        "joints": plain.get("joints"),
    }
    known = {
        "version": VERSION,
        "period": CYCLE,
        "frame": tuple(FRAME_UNITS.items()),
        "row": tuple(ROW_UNITS.items()),
        "joints": tuple(joint.name for joint in Joint),
    }
    for name, value in known.items():
        if found[name] != value:
            what = f"was written with another format: its '{name}' is not this program's"
            raise RecordingError(path, 0, what, "Read it with the version that wrote it.")
    try:
        start = plain["start"]
        return Header(
            structure=plain["structure"],
            settings=plain["settings"],
            about=plain["about"],
            start=None if start is None else Start(start[0], SensorFrame(*start[1])),
            leaves=plain["leaves"],
            facts=plain["facts"],
        )
    except (KeyError, TypeError, IndexError) as error:
        raise RecordingError(
            path, 0, f"has a damaged header ({error})", "Record it again."
        ) from error


def _row(path: Path, decoder: "_Decoder", byte: int, item: Any) -> Row:
    try:
        return decoder.row(item)
    except (ValueError, TypeError, IndexError) as error:
        raise RecordingError(path, byte, f"is no row of a run ({error})", _RECORD_AGAIN) from error


class _Decoder:
    """Makes rows whole again: what did not change was left out."""

    def __init__(self, header: Header) -> None:
        self._leaves = header.leaves
        self._request: MotionRequest | None = None
        self._stiffness: tuple[float, ...] = ()

    def row(self, item: Any) -> Row:
        """Return the next row."""
        time, frame, request, leaf, age, facts, positions, stiffness, transition = item
        if stiffness is not None:
            self._stiffness = stiffness
        if request is not None and request is not True:
            self._request = request_from(request)
        return Row(
            time=time,
            frame=None if frame is None else SensorFrame(*frame),
            request=None if request is None else self._request,
            leaf=self._leaves[leaf],
            age=age,
            facts=facts,
            command=JointCommand(positions, self._stiffness),
            transition=transition,
        )
