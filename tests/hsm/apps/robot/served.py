"""A robot's processes in a test; of parts: a request server in a thread, and signal handlers."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from hardware.lola.sockets import listen
from hsm.apps.robot.client import RobotClient
from hsm.apps.robot.process_queues import ChannelEnd, channel
from hsm.apps.robot.request_server import ChangeLoader, RequestServer
from hsm.campaigns.wire.processes import descendants, program, short_folder, wait_for, words_of


@contextmanager
def served_requests(path: Path, changes: ChangeLoader | None = None) -> Iterator[ChannelEnd]:
    """Serve requests at a path; yield the control cycle's end of the channel."""
    inner, outer = channel()
    inside = ChannelEnd(inner.detach())
    with listen(path) as waiting:
        server = RequestServer(waiting, ChannelEnd(outer.detach()), changes)
        thread = Thread(target=server.serve)
        thread.start()
        try:
            yield inside
        finally:
            inside.close()
            thread.join()
            server.close()


@contextmanager
def signals_kept() -> Iterator[None]:
    """Let signals mean afterwards what they have meant before: the processes ignore some."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)


@dataclass
class Running:
    """A served robot that is run.

    Attributes:
        folder: Of the sockets and the log.
        watchdog: The process above.
    """

    folder: Path
    watchdog: "subprocess.Popen[bytes]"

    @property
    def requests(self) -> Path:
        return self.folder / "requests"

    def log(self) -> str:
        return (self.folder / "log").read_text()


@contextmanager
def served_robot() -> Iterator[Path]:
    """Serve a robot that waits for every answer, and give its socket."""
    with short_folder() as folder:
        lola, log = folder / "lola", folder / "log"
        words = ("serve", "lola", "--socket", str(lola), "--plant", "ideal", "--lock-step")
        with program(log, "hsm", *words):
            wait_for("the served robot", lola.exists, 30.0, log)
            yield lola


@contextmanager
def run_of(lola: Path, *words: str) -> Iterator[Running]:
    """Run a served robot that nobody else runs."""
    with short_folder() as folder:
        asked, log = folder / "requests", folder / "log"
        run = ("run", "--socket", str(lola), "--requests", str(asked), "--lock-step", *words)
        with program(log, "hsm.apps.robot", *run) as watchdog:
            wait_for("the socket", asked.exists, 30.0, log)
            yield Running(folder, watchdog)


def process_of(part: str, watchdog: int) -> int:
    return next(number for number in descendants(watchdog) if part in words_of(number))


def comes_to(robot: RobotClient, leaf: str, log: Path) -> None:
    """Wait until the robot is in a leaf.

    Raises:
        HsmError: If it does not come to be.
    """
    wait_for(leaf, lambda: leaf in robot.status().get("leaf", ""), 40.0, log)


def stands(robot: RobotClient, log: Path) -> None:
    """Ask the robot to stand, and wait for it: one that nobody asks sits down, soon in lock-step.

    Raises:
        HsmError: If it does not come to stand.
    """
    robot.stand()
    comes_to(robot, "Stand.Normal", log)
