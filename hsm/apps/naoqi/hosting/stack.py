"""A simulated robot with its control cycle, as processes beside the services: `--plant`."""

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
"""For the processes to start, s."""
_END_WITHIN: Final = 15.0
"""The robot sits down before its process ends, s."""
_SIGNAL_AT_PARENTS_DEATH: Final = 1
"""Number of that request to Linux (`prctl`, PR_SET_PDEATHSIG)."""
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


@contextmanager
def simulated_robot(
    plant: str, *, robot: int = 0, seed: int = 0, lock_step: bool = False
) -> Iterator[Path]:
    """Run a robot in physics; yields the socket of its requests.

    Args:
        plant: Name of a file in `config/plants`.
        robot: Number of the individual.
        seed: Of noise and terrain.
        lock_step: Both wait for each other: as fast as they compute, not in real time.

    Raises:
        SocketError: If it does not start.
    """
    with tempfile.TemporaryDirectory(prefix="nao-hsm-") as folder:
        lola, requests = Path(folder) / "lola", Path(folder) / "requests"
        words = ["--lock-step"] if lock_step else []
        serve = ["serve", "lola", "--socket", str(lola), "--plant", plant]
        body = _start([*serve, "--robot", str(robot), "--seed", str(seed), *words])
        cycle = None
        try:
            _wait_for(lola.exists, lola, body)
            run = ["robot", "run", "--socket", str(lola), "--requests", str(requests), *words]
            cycle = _start(run)
            _wait_for(partial(_tells, requests), requests, cycle)
            yield requests
        finally:
            for process in (cycle, body):
                if process is not None:
                    end(process, _END_WITHIN)


def _start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    # In a group of its own: a Control-C in the terminal is for the services alone.
    return subprocess.Popen(
        [*same_program("hsm"), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
        preexec_fn=_end_with_parent,
    )


def _end_with_parent() -> None:
    """Let a process that has just begun end when its parent is killed, who cannot end it then."""
    if _LIBC is not None:
        _LIBC.prctl(_SIGNAL_AT_PARENTS_DEATH, signal.SIGTERM)


def _tells(requests: Path) -> bool:
    """Return whether the robot has told of itself: what is asked before is answered by nobody."""
    try:
        with RobotClient(requests) as robot:
            return bool(robot.status())
    except SocketError:  # it has not opened it yet
        return False


def _wait_for(ready: Callable[[], bool], path: Path, process: subprocess.Popen[bytes]) -> None:
    begin = monotonic()
    while not ready():
        if process.poll() is not None or monotonic() - begin > _PATIENCE:
            hint = "Look what `hsm serve lola` and `hsm robot run` say."
            raise SocketError(path, "the simulated robot does not start", hint)
        sleep(0.05)
