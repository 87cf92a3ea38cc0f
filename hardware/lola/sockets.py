"""Local stream sockets: found, opened for others, and told apart when something is in the way."""

import os
import socket
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.errors import HsmError

_LONGEST_PATH: Final = 107
"""Bytes of a socket's path that the system takes."""
READ_SIZE: Final = 1 << 14
"""Bytes taken at once: some messages, less than a stream may hold."""
READS: Final = 16
"""So often at once, as much as a socket holds: who says more without end is not waited for."""


class SocketError(HsmError):
    """A socket that cannot be opened or reached."""

    def __init__(self, path: Path, what: str, hint: str) -> None:
        self.path = path
        self.hint = hint
        super().__init__(f"{path}: {what}")


@dataclass(frozen=True, slots=True)
class SocketFile:
    """The file of a socket that has been opened; its name may become another one's.

    Attributes:
        path: Where it is.
        number: Of the file itself.
    """

    path: Path
    number: int

    @classmethod
    def of(cls, path: Path) -> "SocketFile":
        """Return the one that `listen` has just put there."""
        return cls(path, path.lstat().st_ino)

    def remove(self) -> None:
        """Take it away; what somebody else has put in its place stays."""
        try:
            if self.path.lstat().st_ino == self.number:
                self.path.unlink()
        except FileNotFoundError:
            pass


def connect(path: Path) -> socket.socket:
    """Return a connection that never blocks.

    Raises:
        OSError: If nobody takes it now.
    """
    demand_short(path)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.setblocking(False)
        made.connect(os.fspath(path))
    except BaseException:
        made.close()
        raise
    return made


def listen(path: Path, option: str = "--socket") -> socket.socket:
    """Return a socket that waits for connections of the same user, and never blocks.

    Who sees the path can connect: it appears once connections are taken. One that a killed process
    has left behind is taken over.

    Args:
        path: Of the socket.
        option: With which a person gives another path.

    Raises:
        SocketError: If somebody serves there, or the path cannot be had.
    """
    new = path.with_name(f".{os.getpid()}")
    demand_short(max(path, new, key=lambda each: len(os.fsencode(each))), option)
    waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _demand_free(path, option)
        before = os.umask(0o177)
        try:
            waiting.bind(os.fspath(new))
        finally:
            os.umask(before)
        waiting.listen(4)
        waiting.setblocking(False)
        new.replace(path)
    except OSError as error:
        waiting.close()
        new.unlink(missing_ok=True)
        hint = f"Give another {option}, in a folder that exists and is yours."
        raise SocketError(path, error.strerror or str(error), hint) from error
    except SocketError:
        waiting.close()
        raise
    return waiting


def demand_short(path: Path, option: str = "--socket") -> None:
    """Raise SocketError if a path is too long for a socket."""
    if len(os.fsencode(path)) > _LONGEST_PATH:
        what = f"the path of a socket has at most {_LONGEST_PATH} bytes"
        raise SocketError(path, what, f"Give a shorter {option}.")


def _demand_free(path: Path, option: str) -> None:
    """Raise SocketError unless nothing is there, or a socket behind which nobody is any more."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise SocketError(path, "is there and is no socket", f"Give another {option}.")
    try:
        connect(path).close()
    except (ConnectionRefusedError, FileNotFoundError):
        return
    except BlockingIOError:  # so many wait there already that no other one may
        pass
    hint = f"Stop it, or give another {option}."
    raise SocketError(path, "is served by another process", hint)
