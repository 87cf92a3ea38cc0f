"""Recording of a run: through a pipe that never blocks, to disk by a process of its own.

The kernel holds the data in the pipe, so that a control cycle that is killed loses only its
unfinished block. While the disk is busy, first the pipe fills, then a bounded buffer in memory; if
that overflows, only the recording ends. The size on disk is bounded too: the oldest runs are
deleted first, the minute around a fall, a defect or a NaN is kept longest.
"""

import fcntl
import io
import logging
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from time import localtime, strftime
from typing import Any, Final, cast

from hsm.apps.robot.process_queues import PIPE_SIZE
from hsm.control.assembly import MotionSettings
from hsm.control.cycle import ControlCycle
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.output_files import lead_to_latest
from hsm.runs.format import FILE_NAME
from hsm.runs.incidents import INCIDENT, Incidents, RecordStream
from hsm.runs.writer import RunWriter, header_of

_LOG = logging.getLogger("hsm.robot")
_WAITING: Final = 1 << 23
"""Largest buffer in memory, bytes: more than a minute."""
_ROWS: Final = 4
"""Cycles per block: a killed process loses up to 48 ms."""
_WHOLE_EVERY: Final = 100
"""Blocks between two complete ones, 5 s: an incident's file starts late by at most that."""
_TIDY_EVERY: Final = 1 << 22
"""Bytes between two checks of the total size of all runs: two minutes."""
_NAME: Final = "%Y-%m-%d_%H-%M-%S"
_RUNS: Final = "[0-9]*-[0-9]*-[0-9]*_[0-9]*-[0-9]*-[0-9]*"
"""Names of our folders; only runs and incidents in them are deleted."""


class RecordingError(HsmError):
    """A run that cannot be recorded any longer."""

    hint = "Make room on the disk, or give a smaller --record-mb; the next run is recorded again."

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path}: the recording ends: {error.strerror}")


class Outbox(io.RawIOBase):
    """File that buffers all data at once and passes it on as fast as the pipe accepts it.

    Attributes:
        overflowed: The buffer is full or the pipe has no reader; further data is dropped.
        unread: The pipe has no reader.
    """

    def __init__(self, number: int) -> None:
        """Take over the pipe by its file descriptor."""
        super().__init__()
        self._number = number
        os.set_blocking(number, False)
        self._waiting = bytearray()
        self.overflowed = self.unread = False

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Buffer bytes without blocking."""
        size = memoryview(data).nbytes
        if not self.overflowed:
            self._waiting += data
            self._pass_on()
            self.overflowed |= len(self._waiting) > _WAITING
        return size

    def seek(self, offset: int, whence: int = 0) -> int:
        """Ignore the request: a pipe has no positions."""
        return offset

    def truncate(self, size: int | None = None) -> int:
        """Ignore the request: a pipe has no length."""
        return size or 0

    def drop(self) -> None:
        """Discard the buffered data and close the pipe, without blocking."""
        self._waiting.clear()
        self.close()

    def close(self) -> None:
        """Write the buffered data, however long that takes, and close the pipe."""
        if not self.closed:
            os.set_blocking(self._number, True)
            self._pass_on()
            os.close(self._number)
        super().close()

    def _pass_on(self) -> None:
        try:
            while self._waiting:
                del self._waiting[: os.write(self._number, self._waiting[:PIPE_SIZE])]
        except BlockingIOError:
            pass
        except OSError:
            self.overflowed = self.unread = True
            self._waiting.clear()


class RunRecording:
    """Observer that records a run.

    A context manager, which completes the file. After an error the rows are kept, but the end mark
    is missing, which shows that the run was cut off.
    """

    def __init__(
        self, number: int, control: ControlCycle, settings: MotionSettings, about: dict[str, str]
    ) -> None:
        """Start recording a control cycle, still in Off, into the pipe of a file descriptor."""
        self._outbox = Outbox(number)
        self._control = control
        header = header_of(control.machine.chart, settings, about, None)
        # An Outbox implements everything of a binary file that a writer uses.
        place = cast(io.BufferedWriter, self._outbox)
        self._writer: RunWriter | None = RunWriter(
            place, header, rows_per_block=_ROWS, whole_every=_WHOLE_EVERY
        )

    def __enter__(self) -> "RunRecording":
        return self

    def __exit__(self, *raised: Any) -> None:
        if self._writer is not None:
            self._writer.__exit__(*raised)
            self._writer = None

    def look(self, made: Cycle) -> None:
        """Record a cycle."""
        if self._writer is None:
            return
        self._writer.add(made, self._control.machine.ticks)
        if self._outbox.overflowed:
            why = "its recorder has ended" if self._outbox.unread else "the disk is too slow"
            _LOG.warning("the recording ends: %s", why)
            self._writer = None
            self._outbox.drop()  # the moving robot must not wait for the disk


def record(number: int, folder: Path, limit_mb: float) -> int:
    """Store the data of a pipe as a run; the main function of the recorder process.

    Args:
        number: File descriptor of the pipe.
        folder: Every run gets a folder of its own in it; `latest` points to the newest.
        limit_mb: Maximum total size of all runs, MB. The oldest are deleted; of a run that is
            larger by itself, only the beginning and the incidents are kept.

    Returns:
        Exit code.

    Raises:
        RecordingError: If the disk accepts no more data; the robot continues.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the recorder ends with its pipe
    with open(number, "rb", buffering=0) as pipe:
        begin = pipe.read(PIPE_SIZE)
        if not begin:
            return 0  # the cycle has found no robot, so there is no run
        place = _new_folder(folder)
        try:
            _keep(chain([begin], iter(partial(pipe.read, PIPE_SIZE), b"")), place, limit_mb)
        except OSError as error:
            raise RecordingError(place / FILE_NAME, error) from error
    return 0


def _keep(pieces: Iterable[bytes], place: Path, limit_mb: float) -> None:
    """Write a run that arrives in pieces, and its incidents beside it."""
    limit = int(1e6 * limit_mb)
    stream, incidents = RecordStream(), Incidents(place)
    watches, kept = True, 0
    with (place / FILE_NAME).open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # so that no other recorder deletes it
        for data in pieces:
            if kept // _TIDY_EVERY < (kept + len(data)) // _TIDY_EVERY or not kept:
                stuck = make_room(place.parent, place, limit)
                if stuck and not kept:
                    what = "%s: cannot be deleted to free space, nor can %d others"
                    _LOG.warning(what, stuck[0], len(stuck) - 1)
            room = max(0, limit - kept)
            file.write(data[:room])
            file.flush()
            if room and len(data) > room:
                _LOG.warning("%s: has reached %g MB; the rest is not recorded", file.name, limit_mb)
            kept += len(data)
            if watches:
                watches = _watched(stream, incidents, data)
    if watches:
        incidents.close()


def _watched(stream: RecordStream, incidents: Incidents, data: bytes) -> bool:
    """Search new data for incidents; return whether it was readable."""
    try:
        for kind, body in stream.feed(data):
            incidents.take(kind, body)
    except (ValueError, HsmError, OSError) as error:
        _LOG.warning("no more incidents are saved: %s", error)
        return False
    return True


def make_room(folder: Path, newest: Path, limit: int) -> list[Path]:
    """Delete the oldest runs in a folder until its runs have at most `limit` bytes.

    All old runs are deleted before any of their incidents. The newest run, runs that another
    recorder is writing, and other files stay. Other programs may delete runs at the same time.

    Returns:
        Files that could not be deleted, for example because they belong to another user.
    """
    others = sorted(place for place in folder.glob(_RUNS) if place.is_dir() and place != newest)
    written = [place for place in others if _is_written(place / FILE_NAME)]
    old = [place for place in others if place not in written]
    runs = [place / FILE_NAME for place in old]
    incidents = [file for place in old for file in sorted(place.glob(f"{INCIDENT}-*.hsm"))]
    stays = [file for place in (*written, newest) for file in place.glob("*.hsm")]
    total = sum(map(_size, (*runs, *incidents, *stays)))
    stuck: list[Path] = []
    for file in (*runs, *incidents):
        if total <= limit:
            break
        size = _size(file)
        try:
            file.unlink(missing_ok=True)
        except OSError:
            stuck.append(file)
            continue
        total -= size
        with suppress(OSError):  # not empty
            file.parent.rmdir()
    return stuck


def _is_written(file: Path) -> bool:
    """Return whether a recorder is still writing a run."""
    try:
        with file.open("rb") as run:
            fcntl.flock(run, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # it is gone or belongs to another user
        pass
    return False


def _size(file: Path) -> int:
    """Return the size of a file in bytes; 0 if it is gone or not accessible."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _new_folder(folder: Path) -> Path:
    """Create a folder for a new run and let `latest` point to it."""
    name = strftime(_NAME, localtime())
    number, place = 1, folder / name
    while True:
        try:
            place.mkdir(parents=True)
            break
        except FileExistsError:
            number += 1
            place = folder / f"{name}_{number}"
    try:
        if not lead_to_latest(place):
            _LOG.warning(
                "%s: 'latest' beside it is not a link of this program and is left unchanged", place
            )
    except OSError as error:
        _LOG.warning("%s: 'latest' beside it does not point to it: %s", place, error)
    return place
