"""Local stream sockets: connect, listen, and explain why a path cannot be used."""

import os
import socket
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.errors import HsmError

_LONGEST_PATH: Final = 107
"""Longest path of a socket that the system accepts, bytes."""
READ_SIZE: Final = 1 << 14
"""Bytes per read: some messages, less than a stream may hold."""
READS: Final = 16
"""Reads per cycle, together what a socket holds: a peer that never stops must not block."""


class SocketError(HsmError):
    """A socket that cannot be opened or reached."""

    def __init__(self, path: Path, what: str, hint: str) -> None:
        self.path = path
        self.hint = hint
        super().__init__(f"{path}: {what}")


@dataclass(frozen=True, slots=True)
class SocketFile:
    """File of a listening socket; another process may replace it.

    Attributes:
        path: Path of the socket.
        number: Inode number of the file.
    """

    path: Path
    number: int

    @classmethod
    def of(cls, path: Path) -> "SocketFile":
        """Return the file that `listen` has just created."""
        return cls(path, path.lstat().st_ino)

    def remove(self) -> None:
        """Remove the file unless another one has replaced it."""
        try:
            if self.path.lstat().st_ino == self.number:
                self.path.unlink()
        except FileNotFoundError:
            pass


def connect(path: Path) -> socket.socket:
    """Return a non-blocking connection.

    Raises:
        OSError: If it is not accepted at once.
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
    """Return a non-blocking socket that listens for connections of the same user.

    The path appears only when the socket accepts connections. A socket file left by a killed
    process is replaced.

    Args:
        path: Path of the socket.
        option: Command-line option for another path, named in errors.

    Raises:
        SocketError: If another process serves there, or the path cannot be used.
    """
    new = path.with_name(f".{os.getpid()}")
    demand_short(max(path, new, key=lambda each: len(os.fsencode(each))), option)
    waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        demand_free(path, option)
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
        hint = f"Give another {option}, in a folder that exists and belongs to you."
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


def demand_free(path: Path, option: str) -> None:
    """Raise SocketError unless the path is free or has a socket that nobody serves any more."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise SocketError(path, "exists and is not a socket", f"Give another {option}.")
    try:
        connect(path).close()
    except (ConnectionRefusedError, FileNotFoundError):
        return
    except BlockingIOError:  # its queue of connections is full
        pass
    hint = f"Stop it, or give another {option}."
    raise SocketError(path, "is served by another process", hint)
