"""A simulated base in a process of its own, in real time: whoever calls never makes it late."""

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
"""A loop that is later than that, s, does not hurry to make up for it."""


class BaseProcess(ServiceLink[BaseOutcome, DriveWish]):
    """A link to a base in another process."""

    def __init__(
        self, settings: BaseSettings, *, robot: int = 0, seed: int = 0, real_time: bool = True
    ) -> None:
        """Start the process.

        Args:
            settings: What is known of the base.
            robot: Number of the individual.
            seed: Of noise.
            real_time: One second takes one; without it, as fast as it computes.
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
        """Begin to tell reports, from a thread of its own; returns with the first one.

        Raises:
            HsmError: If the process has ended before.
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

    def say(self, wish: DriveWish) -> None:
        """Wish something until something else is wished; returns at once."""
        try:
            self._pipe.send(wish)
        except OSError:  # the reading thread tells that it has gone
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
                listener = self._listener  # `close` lets go of it meanwhile
                if listener is not None:
                    listener.hear(report)
        except (EOFError, OSError):
            self._lose()
        except Exception:
            LOG.exception("what the base tells is not understood")
            self._lose()

    def _lose(self) -> None:
        """Tell that there is no base any more: nobody shall wait for it."""
        self.report, listener = None, self._listener
        if listener is not None:
            listener.lose("the robot does not answer")


def _run(pipe: Connection, settings: BaseSettings, robot: int, seed: int, real_time: bool) -> None:
    """Run a base until nobody holds the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Control-C in the terminal is for the services
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
