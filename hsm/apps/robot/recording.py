"""A run on its way to disk: written into a pipe that never blocks, kept by a process of its own.

The system holds what is in the pipe, so that a control cycle that is killed loses nothing but the
block that it has not finished. While the disk is busy the pipe fills, then memory, to a bound; what
does not fit any more ends the recording and nothing else. On disk too there is a bound: the oldest
runs go first, the minute around a fall, a defect or a NaN stays longest.
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

from hsm.control.assembly import MotionSettings
from hsm.control.cycle import ControlCycle
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.output_files import lead_to_latest
from hsm.runs.format import FILE_NAME
from hsm.runs.incidents import INCIDENT, Incidents, RecordStream
from hsm.runs.writer import RunWriter, header_of

_LOG = logging.getLogger("hsm.robot")
PIPE_SIZE: Final = 1 << 20
"""Bytes: some seconds of a walk."""
_WAITING: Final = 1 << 23
"""Bytes that wait in memory at most: a minute and more."""
_ROWS: Final = 4
"""Cycles in a block: what a killed process loses, 48 ms."""
_WHOLE_EVERY: Final = 100
"""Blocks, five seconds: an incident's file begins at most so much later than it could."""
_TIDY_EVERY: Final = 1 << 22
"""Bytes between two looks at the size of all runs: two minutes."""
_NAME: Final = "%Y-%m-%d_%H-%M-%S"
_RUNS: Final = "[0-9]*-[0-9]*-[0-9]*_[0-9]*-[0-9]*-[0-9]*"
"""Folders of such names are ours; runs and incidents in them are deleted, and nothing else is."""


class RecordingError(HsmError):
    """A run that cannot be kept any longer."""

    hint = "Make room on the disk, or give a smaller --record-mb; the next run is recorded again."

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path}: the recording ends: {error.strerror}")


class Outbox(io.RawIOBase):
    """A file that takes everything at once and passes it on as fast as the pipe takes it.

    Attributes:
        overflowed: More waited than may, or nobody reads; nothing is taken any more.
        unread: Nobody reads.
    """

    def __init__(self, number: int) -> None:
        """Take over the pipe by its number."""
        super().__init__()
        self._number = number
        os.set_blocking(number, False)
        self._waiting = bytearray()
        self.overflowed = self.unread = False

    def writable(self) -> bool:
        """Return that it is."""
        return True

    def write(self, data: Any) -> int:
        """Take bytes; never wait."""
        size = memoryview(data).nbytes
        if not self.overflowed:
            self._waiting += data
            self._pass_on()
            self.overflowed |= len(self._waiting) > _WAITING
        return size

    def seek(self, offset: int, whence: int = 0) -> int:
        """Stay at the end: what was taken is gone."""
        return offset

    def truncate(self, size: int | None = None) -> int:
        """Leave all as it is."""
        return size or 0

    def drop(self) -> None:
        """Forget what still waits, and close the pipe; never wait."""
        self._waiting.clear()
        self.close()

    def close(self) -> None:
        """Pass on what still waits, however long that takes, and close the pipe."""
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
    """Records the run that it looks on.

    A context, which ends the run in good order, unless an error ended it: then the rows are kept,
    and the file says by its missing end that the run was cut off.
    """

    def __init__(
        self, number: int, control: ControlCycle, settings: MotionSettings, about: dict[str, str]
    ) -> None:
        """Begin to record a control cycle, still in Off, into the pipe of that number."""
        self._outbox = Outbox(number)
        self._control = control
        header = header_of(control.machine.chart, settings, about, None)
        # An Outbox is a binary file in all that a writer asks of one.
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
        """Write a cycle."""
        if self._writer is None:
            return
        self._writer.add(made, self._control.machine.ticks)
        if self._outbox.overflowed:
            why = "its recorder has ended" if self._outbox.unread else "the disk is too slow for it"
            _LOG.warning("the recording ends: %s", why)
            self._writer = None
            self._outbox.drop()  # the robot moves: nobody may wait for the disk


def record(number: int, folder: Path, limit_mb: float) -> int:
    """Keep what comes out of a pipe as a run; the process of the recorder.

    Args:
        number: Of the pipe.
        folder: Every run gets a folder of its own in it; `latest` leads to the newest.
        limit_mb: Largest size of all of them. The oldest give way; what a single run has beyond it
            is not kept, but for its incidents.

    Returns:
        Exit code.

    Raises:
        RecordingError: If the disk takes no more; the robot goes on.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the end of the pipe is the end
    with suppress(OSError):  # the system may have a smaller bound: memory takes the rest
        fcntl.fcntl(number, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
    with open(number, "rb", buffering=0) as pipe:
        begin = pipe.read(PIPE_SIZE)
        if not begin:
            return 0  # the cycle has found no robot: there is no run
        place = _new_folder(folder)
        try:
            _keep(chain([begin], iter(partial(pipe.read, PIPE_SIZE), b"")), place, limit_mb)
        except OSError as error:
            raise RecordingError(place / FILE_NAME, error) from error
    return 0


def _keep(pieces: Iterable[bytes], place: Path, limit_mb: float) -> None:
    """Write a run that comes in pieces, and beside it what is kept of its incidents."""
    limit = int(1e6 * limit_mb)
    stream, incidents = RecordStream(), Incidents(place)
    watches, kept = True, 0
    with (place / FILE_NAME).open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # so that no other recorder makes room here
        for data in pieces:
            if kept // _TIDY_EVERY < (kept + len(data)) // _TIDY_EVERY or not kept:
                stuck = make_room(place.parent, place, limit)
                if stuck and not kept:
                    what = "%s: cannot be deleted to make room, nor can %d others"
                    _LOG.warning(what, stuck[0], len(stuck) - 1)
            room = max(0, limit - kept)
            file.write(data[:room])
            file.flush()
            if room and len(data) > room:
                _LOG.warning("%s: has %g MB; the rest is not kept", file.name, limit_mb)
            kept += len(data)
            if watches:
                watches = _watched(stream, incidents, data)
    if watches:
        incidents.close()


def _watched(stream: RecordStream, incidents: Incidents, data: bytes) -> bool:
    """Look for incidents in what has come; return whether it could be read."""
    try:
        for kind, body in stream.feed(data):
            incidents.take(kind, body)
    except (ValueError, HsmError, OSError) as error:
        _LOG.warning("no incidents are kept any more: %s", error)
        return False
    return True


def make_room(folder: Path, newest: Path, limit: int) -> list[Path]:
    """Delete the oldest runs in a folder until what is there has so many bytes.

    First whole runs give way, then what was kept of their incidents; the newest run stays, and so
    does a run that another recorder writes, and what people have put beside. They may delete runs
    themselves meanwhile.

    Returns:
        What could not be deleted, as another user's.
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
    """Return whether a recorder still writes a run."""
    try:
        with file.open("rb") as run:
            fcntl.flock(run, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # it is gone, or another user's
        pass
    return False


def _size(file: Path) -> int:
    """Return how many bytes a file has; 0 if it is gone, or in a folder that is closed to us."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _new_folder(folder: Path) -> Path:
    """Return a folder for a run that begins now; `latest` leads to it."""
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
            _LOG.warning("%s: 'latest' beside it is somebody else's and stays as it is", place)
    except OSError as error:
        _LOG.warning("%s: 'latest' beside it does not lead to it: %s", place, error)
    return place
