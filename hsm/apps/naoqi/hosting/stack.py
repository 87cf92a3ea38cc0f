"""Simulated robot and its control cycle as separate processes, for `--plant`."""

import ctypes
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from hardware.lola.sockets import SocketError
from hsm.apps.robot.client import RobotClient
from hsm.apps.robot.watchdog import end
from hsm.same_program import same_program

_PATIENCE: Final = 60.0
"""Timeout for the processes to start, s."""
_END_WITHIN: Final = 15.0
"""Timeout for a process to end, s: the robot sits down first."""
_SIGNAL_AT_PARENTS_DEATH: Final = 1
"""Number of that request to Linux (`prctl`, PR_SET_PDEATHSIG)."""
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


@contextmanager
def simulated_robot(
    plant: str, *, robot: int = 0, seed: int = 0, lock_step: bool = False
) -> Iterator[Path]:
    """Run a simulated robot; yield the socket of its requests.

    Args:
        plant: Name of a file in `config/plants`.
        robot: Number of the robot.
        seed: Random seed of noise and ground.
        lock_step: Both processes wait for each other and run as fast as possible.

    Raises:
        SocketError: If it does not start, with the last output of its processes.
    """
    with tempfile.TemporaryDirectory(prefix="nao-hsm-") as folder:
        lola, requests, log = (Path(folder) / name for name in ("lola", "requests", "log"))
        words = ["--lock-step"] if lock_step else []
        serve = ["serve", "lola", "--socket", str(lola), "--plant", plant]
        body = _start([*serve, "--robot", str(robot), "--seed", str(seed), *words], log)
        cycle = None
        try:
            _wait_for(lola.exists, lola, body, log)
            run = ["robot", "run", "--socket", str(lola), "--requests", str(requests), *words]
            cycle = _start(run, log)
            _wait_for(partial(_tells, requests), requests, cycle, log)
            yield requests
        finally:
            for process in (cycle, body):
                if process is not None:
                    end(process, _END_WITHIN)


def _start(words: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    # In a separate process group: Control-C in the terminal only reaches the services.
    with log.open("ab") as errors:
        return subprocess.Popen(
            [*same_program("hsm"), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            process_group=0,
            preexec_fn=_end_with_parent,
        )


def _end_with_parent() -> None:
    """Make a child process end when its parent is killed, which can no longer end it."""
    if _LIBC is not None:
        _LIBC.prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGTERM)


def _tells(requests: Path) -> bool:
    """Return whether the robot has reported its status: earlier requests would get no answer."""
    try:
        with RobotClient(requests) as robot:
            return bool(robot.status())
    except SocketError:  # the socket is not open yet
        return False


def _wait_for(
    ready: Callable[[], bool], path: Path, process: subprocess.Popen[bytes], log: Path
) -> None:
    begin = monotonic()
    while not ready():
        if process.poll() is not None or monotonic() - begin > _PATIENCE:
            said = log.read_text(errors="replace").splitlines() or ["none"]
            hint = f"Its last output: {' '.join(said[-2:])}"  # an error and its own hint
            raise SocketError(path, "the simulated robot does not start", hint)
        sleep(0.05)
