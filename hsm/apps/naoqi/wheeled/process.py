"""Simulated base in a separate process, in real time: calls of programs never delay it."""

import signal
import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic, sleep
from typing import Final

from hardware.errors import HsmError
from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.link.link import Listener, ServiceLink
from hsm.control.base_cycle import BaseOutcome
from hsm.simulated.base import BaseSettings, BaseSimulation
from motions.locomotion.wheeled.wish import DriveWish

_LATE: Final = 0.1
"""Delay beyond which the loop does not try to catch up, s."""


class BaseProcess(ServiceLink[BaseOutcome, DriveWish]):
    """Link to a simulated base in another process."""

    def __init__(
        self, settings: BaseSettings, *, robot: int = 0, seed: int = 0, real_time: bool = True
    ) -> None:
        """Start the process.

        Args:
            settings: Settings of the base.
            robot: Number of the robot.
            seed: Random seed of noise.
            real_time: Run in real time, otherwise as fast as possible.
        """
        self.report: BaseOutcome | None = None
        self._listener: Listener[BaseOutcome] | None = None
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_run, args=(theirs, settings, robot, seed, real_time), daemon=True
        )
        self._process.start()
        theirs.close()
        self._thread = threading.Thread(target=self._read, name="base", daemon=True)

    def open(self, listener: Listener[BaseOutcome]) -> None:
        """Start passing reports from a separate thread; return with the first one.

        Raises:
            HsmError: If the process ends before it.
        """
        self._listener = listener
        try:
            self.report = self._pipe.recv()
        except (EOFError, OSError) as error:
            self._process.join()
            code = self._process.exitcode
            raise HsmError(
                f"the process of the simulated base has ended with code {code}"
            ) from error
        self._thread.start()

    def send(self, wish: DriveWish) -> None:
        """Send a request, valid until the next one; return immediately."""
        try:
            self._pipe.send(wish)
        except OSError:  # the reading thread reports the loss
            self.report = None

    def close(self) -> None:
        """End the process."""
        self._listener = None
        self._process.terminate()
        self._process.join()

    def _read(self) -> None:
        try:
            while True:
                self.report = report = self._pipe.recv()
                listener = self._listener  # `close` may remove it meanwhile
                if listener is not None:
                    listener.receive(report)
        except (EOFError, OSError):
            self._lose()
        except Exception:
            LOG.exception("a report of the base could not be processed")
            self._lose()

    def _lose(self) -> None:
        """Notify the listener that the base is lost, to end all waits."""
        self.report, listener = None, self._listener
        if listener is not None:
            listener.lose("the robot does not answer")


def _run(pipe: Connection, settings: BaseSettings, robot: int, seed: int, real_time: bool) -> None:
    """Simulate a base until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C is handled by the services
    simulation = BaseSimulation(settings, robot=robot, seed=seed)
    wish: DriveWish | None = None
    due = monotonic()
    try:
        while True:
            while pipe.poll():
                wish = pipe.recv()
            pipe.send(simulation.step(wish))
            due = max(due + settings.model.cycle, monotonic() - _LATE)
            if real_time:
                sleep(max(0.0, due - monotonic()))
    except (EOFError, OSError):
        return
