"""Incidents: the minute around a failure, mostly before it, saved as a run of its own.

Watches a run while it is written and buffers its latest records. When the robot falls, has a defect
or sends a non-finite value, they are saved in a file with the header of the run - parameters,
versions, robot - and the reason. It can be read, drawn and exported like any run; only a replay
needs the whole run, because the file lacks what the robot had learnt before.
"""

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgpack

from hsm.chart.leaves import FALL_PROTECTION, FAULT
from hsm.runs.format import (
    BLOCK,
    COMMAND,
    FIRST_LINE,
    FRAME,
    FRONT_SIZE,
    HEADER,
    LARGEST_BODY,
    ROW,
    front_of,
)
from hsm.runs.records import RecordWriter

LASTS: Final = 60.0
"""Duration of a file, s."""
_AFTER: Final = 5.0
"""Part of it after the incident, to show its consequences, s."""
_FOLLOWS: Final = 1.0
"""Further incidents within this time belong to the first one, s."""
_MOST: Final = 20
"""Most files per run, of two megabytes each; the newest are kept."""
INCIDENT: Final = "incident"
"""Key of the reason in the header of such a file."""

_PLACES: Final = {name: place for place, name in enumerate(ROW)}
_MEASURED: Final = (
    "positions", "stiffness", "currents", "gyro", "accelerometer", "angles", "fsr", "touch",
)  # fmt: skip
"""Fields of a frame that every robot measures: a NaN in one of them is a broken value."""
_LOOKED_AT: Final = [
    (place, name, quantity.packed)
    for place, (name, quantity) in enumerate(FRAME.items())
    if name in _MEASURED
]


class RecordStream:
    """Parses a file of records that arrives in pieces of any size."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._begun = False

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Yield kind and body of every record that is now complete.

        Raises:
            ValueError: If the data is not such a file.
        """
        self._data += data
        if not self._begun and len(self._data) >= len(FIRST_LINE):
            if not self._data.startswith(FIRST_LINE):
                raise ValueError("this is not a run")
            del self._data[: len(FIRST_LINE)]
            self._begun = True
        while self._begun and len(self._data) >= FRONT_SIZE:
            front = front_of(bytes(self._data[:FRONT_SIZE]))
            if front is None or front.size > LARGEST_BODY:
                raise ValueError("the run was damaged in transfer")
            end = FRONT_SIZE + front.size
            if len(self._data) < end:
                return
            body = bytes(self._data[FRONT_SIZE:end])
            del self._data[:end]
            yield front.kind, body


@dataclass(frozen=True, slots=True)
class _Block:
    """A buffered block of rows."""

    time: float
    body: bytes
    rows: int
    whole: bool


class Incidents:
    """Buffers the latest records of a run, and saves them after an incident.

    Attributes:
        files: The saved files, oldest first.
    """

    def __init__(self, folder: Path) -> None:
        """Save files in a folder."""
        self._folder = folder
        self._header: dict[str, Any] = {}
        self._leaves: tuple[str, ...] = ()
        self._blocks: deque[_Block] = deque()
        self._happened: dict[str, float] = {}
        self._was = ""
        self._broken = set[str]()
        self._number = 0
        self.files: deque[Path] = deque()

    def take(self, kind: bytes, body: bytes) -> None:
        """Process a record of the run."""
        if kind == HEADER:
            self._header = msgpack.unpackb(body, strict_map_key=False)
            self._leaves = tuple(map(str, self._header["run"]["leaves"]))
        elif kind == BLOCK:
            self._take_rows(body)

    def close(self) -> None:
        """Save the pending incidents."""
        for what, time in self._happened.items():
            self._write(time, what)
        self._happened.clear()

    def _take_rows(self, body: bytes) -> None:
        rows = msgpack.unpackb(body)
        time = float(rows[-1][_PLACES["time"]])
        self._blocks.append(_Block(time, body, len(rows), _is_whole(rows[0])))
        while self._blocks and self._blocks[0].time < time - LASTS:
            self._blocks.popleft()
        for row in rows:
            what = self._looks(row)
            now = float(row[_PLACES["time"]])
            # Incidents that follow at once are consequences and are in the file of the first one.
            if what and not any(now < begun + _FOLLOWS for begun in self._happened.values()):
                self._happened.setdefault(what, now)
        for what, when in list(self._happened.items()):
            if time >= when + _AFTER:
                del self._happened[what]
                self._write(when, what)

    def _looks(self, row: Sequence[Any]) -> str:
        """Return the incident that is new in a row; empty if there is none."""
        leaf = str(self._leaves[row[_PLACES["leaf"]]])
        before, self._was = self._was, leaf
        for group in (FALL_PROTECTION, FAULT):
            if leaf in group and before not in group:
                return leaf
        frame = row[_PLACES["frame"]]
        if frame is None:
            return ""
        names = []
        for place, name, packed in _LOOKED_AT:
            piece = frame[place]
            if piece is None:  # unchanged since the previous frame
                continue
            if math.isfinite(sum(packed.unpack(piece))):
                self._broken.discard(name)
            elif name not in self._broken:
                self._broken.add(name)
                names.append(name)
        return f"{', '.join(names)} not finite" if names else ""

    def _write(self, time: float, what: str) -> None:
        blocks = list(self._blocks)
        while blocks and not blocks[0].whole:
            blocks.pop(0)
        if not blocks:
            return
        self._number += 1
        path = self._folder / f"{INCIDENT}-{self._number}.hsm"
        about = {**self._header["run"]["about"], INCIDENT: f"{what} at {time:.2f} s"}
        header: Mapping[str, Any] = {**self._header, "run": {**self._header["run"], "about": about}}
        file = RecordWriter(path, FIRST_LINE, msgpack.packb(header))
        for block in blocks:
            file.write(BLOCK, block.body, block.rows)
        file.end()
        self.files.append(path)
        if len(self.files) > _MOST:
            self.files.popleft().unlink(missing_ok=True)


def _is_whole(row: Sequence[Any]) -> bool:
    """Return whether a row is complete, so that a file may begin with it."""
    frame = row[_PLACES["frame"]]
    command = [row[_PLACES[name]] for name in COMMAND]
    request = row[_PLACES["request"]]
    return frame is not None and None not in frame and None not in command and request is not True
