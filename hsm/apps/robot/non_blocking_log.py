"""Lines for people that wait for nobody: who writes them moves a robot, or guards it.

A terminal stops when somebody holds its output, a pipe when nobody reads it. What cannot be
written at once is lost.
"""

import logging
import os
import socket
import stat
from contextlib import suppress
from typing import Final

_ERRORS: Final = 2
"""The open file of the errors."""


class NonBlockingHandler(logging.Handler):
    """Writes lines to where errors go."""

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
