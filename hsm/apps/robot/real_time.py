"""Real-time settings: priority, locked memory, no garbage collection, non-blocking logs."""

import ctypes
import gc
import logging
import os
import socket
import stat
import sys
from contextlib import suppress
from typing import Final

_PRIORITY: Final = 30
"""SCHED_FIFO priority, below those of the robot's own processes."""
_BEHIND: Final = 10
"""That of processes that load or serve programs: no running control cycle waits for them."""
_CURRENT_AND_FUTURE: Final = 1 | 2
_ERRORS: Final = 2
"""File descriptor of standard error."""


def claim() -> str:
    """Request real-time priority, and lock the memory against swapping.

    Returns:
        One line that names what was refused; empty if everything was granted.
    """
    refused = []
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
    except (OSError, AttributeError):
        refused.append(f"SCHED_FIFO {_PRIORITY} (LimitRTPRIO)")
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mlockall(_CURRENT_AND_FUTURE) != 0:
            refused.append("mlockall (LimitMEMLOCK)")
    except (OSError, AttributeError):
        refused.append("mlockall")
    if not refused:
        return ""
    return f"not granted: {', '.join(refused)}; cycles may be late while the computer is busy"


def step_back(*, may_wait: bool) -> None:
    """Lower the priority below that of a control cycle, which every process has inherited.

    Args:
        may_wait: Give up real-time priority altogether; otherwise keep a lower one.
    """
    with suppress(OSError, AttributeError):
        if may_wait:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        else:
            _keep_real_time(_BEHIND)


def step_forward() -> None:
    """Raise real-time priority, if any, to that of a control cycle: this process has loaded."""
    with suppress(OSError, AttributeError):
        _keep_real_time(_PRIORITY)


def _keep_real_time(priority: int) -> None:
    if os.sched_getscheduler(0) == os.SCHED_FIFO:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(priority))


def keep() -> None:
    """Collect garbage, and exempt what remains from later collections, which would take cycles."""
    gc.collect()
    gc.freeze()


def settle() -> None:
    """Freeze all loaded objects and switch off automatic garbage collection."""
    # Longest time that one thread waits for another to release the interpreter.
    sys.setswitchinterval(0.0005)
    keep()
    gc.disable()


class NonBlockingHandler(logging.Handler):
    """Log handler that writes to standard error and never blocks.

    A terminal blocks while its output is stopped, a pipe while it is full. A line that cannot be
    written at once is lost.
    """

    def __init__(self) -> None:
        super().__init__()
        if sys.stderr is None:  # closed: no socket may get its number, and the lines with it
            os.dup2(os.open(os.devnull, os.O_WRONLY), _ERRORS)
        mode = os.fstat(_ERRORS).st_mode
        self._file = _ERRORS
        self._socket: socket.socket | None = None  # such as that of systemd's journal
        if stat.S_ISSOCK(mode):
            self._socket = socket.socket(fileno=os.dup(_ERRORS))
        if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
            # A new descriptor: other users of the terminal keep their blocking mode.
            with suppress(OSError):  # it belongs to another user
                flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
                self._file = os.open(f"/proc/self/fd/{_ERRORS}", flags)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; drop it if that would block."""
        line = f"{self.format(record)}\n".encode(errors="replace")
        with suppress(OSError):
            if self._socket is None:
                os.write(self._file, line)
            else:
                self._socket.send(line, socket.MSG_DONTWAIT)


if __name__ == "__main__":  # for `hsm doctor`: which settings would be refused
    print(claim())
