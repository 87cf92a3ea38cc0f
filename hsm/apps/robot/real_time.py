"""What a process does to be in time: priority, memory that stays, no garbage, unwaiting lines."""

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
"""Above everything that is not in real time, below the robot's own processes."""
_BEHIND: Final = 10
_CURRENT_AND_FUTURE: Final = 1 | 2
_ERRORS: Final = 2
"""The open file of the errors."""


def claim() -> str:
    """Ask for priority and for memory that is never swapped out.

    Returns:
        One line about what was refused; empty if all was granted.
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
    """Go behind the control cycle, whose priority every process of a robot is born with.

    Args:
        may_wait: It may be as late as the computer is busy; otherwise it only lets the cycle go
            first.
    """
    with suppress(OSError, AttributeError):
        if may_wait:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        elif os.sched_getscheduler(0) == os.SCHED_FIFO:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_BEHIND))


def keep() -> None:
    """Forget what loading has left and keep the rest for good: to look through it takes cycles."""
    gc.collect()
    gc.freeze()


def settle() -> None:
    """Keep what is loaded, and collect no garbage by itself."""
    # A second thread that wants the interpreter waits at most this long for it.
    sys.setswitchinterval(0.0005)
    keep()
    gc.disable()


class NonBlockingHandler(logging.Handler):
    """Writes lines to where errors go, and waits for nobody.

    A terminal stops when somebody holds its output, a pipe when nobody reads it. What cannot be
    written at once is lost.
    """

    def __init__(self) -> None:
        super().__init__()
        mode = os.fstat(_ERRORS).st_mode
        self._is_socket = stat.S_ISSOCK(mode)  # as that of systemd's journal
        self._file = _ERRORS
        if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
            # Opened anew: whoever shares the terminal waits for it as before.
            with suppress(OSError):  # another user's
                flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
                self._file = os.open(f"/proc/self/fd/{_ERRORS}", flags)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or lose it."""
        line = f"{self.format(record)}\n".encode(errors="replace")
        with suppress(OSError):
            if not self._is_socket:
                os.write(self._file, line)
                return
            with socket.socket(fileno=os.dup(_ERRORS)) as reader:
                reader.send(line, socket.MSG_DONTWAIT)


if __name__ == "__main__":  # for `hsm doctor`: what a robot's process would be refused
    print(claim())
