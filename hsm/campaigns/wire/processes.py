"""Programs of this project as processes: started by command line, and always ended."""

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep
from typing import Any, Final

import msgpack

from hsm.errors import HsmError
from hsm.same_program import same_program

START_TIMEOUT: Final = 120.0
"""Time limit for the start of programs on a busy computer, s."""
_COMPILES_ALWAYS: Final = "PYTHONDONTWRITEBYTECODE"
_ENDS_WITHIN: Final = 10.0
"""Time limit for the end of a process, s: a robot process sits the robot down first."""


@contextmanager
def short_folder() -> Iterator[Path]:
    """Yield a folder whose paths are short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="nao-"))
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)


@contextmanager
def program(log: Path, module: str, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a module as a process, which ends with the block, along with all its descendants."""
    # As on a robot, modules are compiled once, so that no figure includes their compilation.
    others = {name: value for name, value in os.environ.items() if name != _COMPILES_ALWAYS}
    with log.open("ab") as file:
        child = subprocess.Popen(
            [*same_program(module), *words],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            env=others,
        )
    try:
        yield child
    finally:
        end(child)


def end(child: "subprocess.Popen[bytes]") -> int:
    """Terminate a process, kill it if it does not end, and return its exit code."""
    below = descendants(child.pid)
    child.terminate()
    try:
        child.wait(_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        below = [*below, *descendants(child.pid)]
        child.kill()
        child.wait()
    for number in below:
        if _is_ours(number):
            _kill(number)
    return child.returncode


def descendants(process: int) -> list[int]:
    """Return the numbers of all descendants of a process."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    children = [int(number) for number in text.split()]
    return children + [below for child in children for below in descendants(child)]


def words_of(process: int) -> list[str]:
    """Return the command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return []


def wait_for(what: str, true: Callable[[], bool], patience: float, log: Path) -> None:
    """Wait until something is true.

    Raises:
        HsmError: If it is not true in time, with the last line of the programs' output.
    """
    until = monotonic() + patience
    while not true():
        if monotonic() > until:
            said = log.read_text().strip().splitlines()[-1:] if log.exists() else []
            raise HsmError(
                f"{what} did not appear within {patience:g} s; last output: {' '.join(said)}"
            )
        sleep(0.02)


class Asker:
    """A client of the robot process that uses its documented protocol."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None
        self._unpacker = msgpack.Unpacker()

    def ask(self, motion: str, **wish: float) -> dict[str, Any]:
        """Request a motion until the next request, and return the newest report."""
        return self.say({"request": {"motion": motion, **wish}, "hold": True})

    def say(self, what: dict[str, Any]) -> dict[str, Any]:
        """Send a message and return the report; empty if there is no answer."""
        try:
            if self._socket is None:
                made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                made.settimeout(1.0)
                made.connect(str(self._path))
                self._socket = made
            self._socket.sendall(msgpack.packb({"version": 1, **what}))
            while data := self._socket.recv(1 << 14):
                self._unpacker.feed(data)
                for answer in self._unpacker:
                    report: dict[str, Any] = answer.get("report", {})
                    return report
        except OSError:
            pass
        self.close()
        return {}

    def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _is_ours(number: int) -> bool:
    return "hsm.apps.robot" in words_of(number)


def _kill(number: int) -> None:
    try:
        os.kill(number, signal.SIGKILL)
    except ProcessLookupError:
        pass
