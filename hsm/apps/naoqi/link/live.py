"""A robot that runs on its own, behind the socket of its requests.

One thread asks for the newest report and says what is wished, again and again: a program that dies
says nothing any more, and the robot stops by itself. A control cycle that was started again after a
crash is another robot: its time begins anew, and it was asked for nothing.
"""

import threading
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from hardware.errors import HsmError
from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.link.link import Listener, ServiceLink
from hsm.apps.naoqi.link.report import RobotReport, read_report
from hsm.apps.robot.client import RefusedError, RobotClient
from motions.requests import MotionRequest

_LOOK_EVERY: Final = 0.010
"""Between two looks at the robot's report, s: half of the time between two of them."""
_SAY_EVERY: Final = 0.5
"""A wish that holds is said again after that, s: well before the robot takes it for silence."""
_TRY_EVERY: Final = 0.5
"""Between two tries to reach a robot that is not there, s."""
_FIRST_WITHIN: Final = 5.0
"""So long a robot may take for its first report, s: one that is starting has none yet."""


class LiveLink(ServiceLink[RobotReport, MotionRequest]):
    """A robot on this computer."""

    def __init__(self, path: Path | None = None) -> None:
        """Reach the robot.

        Args:
            path: Of its requests; the usual one if None.

        Raises:
            SocketError: If there is none.
        """
        self.report: RobotReport | None = None
        self._path = path
        self._client: RobotClient | None = RobotClient(path)
        self._listener: Listener[RobotReport] | None = None
        self._request: MotionRequest | None = None
        self._process: int | None = None
        self._said = -1e9
        self._wake = threading.Event()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="robot", daemon=True)

    def open(self, listener: Listener[RobotReport]) -> None:
        """Begin to tell reports, from a thread of its own; returns with the first one.

        A robot that tells none within some seconds is still listened to: what is asked of it
        until it does is refused.
        """
        self._listener = listener
        self._thread.start()
        until = monotonic() + _FIRST_WITHIN
        while self.report is None and monotonic() < until:
            sleep(_LOOK_EVERY)

    def say(self, wish: MotionRequest) -> None:
        """Ask for a motion until something else is asked; returns at once."""
        self._request, self._said = wish, -1e9
        self._wake.set()

    def close(self) -> None:
        """Ask for nothing any more: after some seconds of silence the robot sits down."""
        self._over = True
        self._wake.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()
        if self._client is not None:
            self._client.close()
            self._client = None
        self.report = None  # what is asked from now on is refused

    def _run(self) -> None:
        while not self._over:
            self._wake.wait(_LOOK_EVERY if self._client is not None else _TRY_EVERY)
            self._wake.clear()
            try:
                self._look()
            except RefusedError as error:
                self._lose(str(error), f"the robot refuses what was asked: {error}")
            except HsmError as error:
                self._lose(str(error), "the robot does not answer")
            except Exception:
                LOG.exception("what the robot tells is not understood")
                why = "the robot tells what is not understood"
                self._lose(why, why)

    def _look(self) -> None:
        if self._client is None:
            self._client = RobotClient(self._path)
            self._said = -1e9
        request, now = self._request, monotonic()
        if request is not None and now - self._said >= _SAY_EVERY:
            self._said = now
            told = self._client.ask(request)
        else:
            told = self._client.status()
        if not told:
            return
        if self._process not in (None, told["process"]):
            raise HsmError("the robot's control cycle has died, and another one has begun")
        self._process = told["process"]
        report = read_report(told)
        if self.report is None or report.time != self.report.time:
            self.report = report
            if self._listener is not None:
                self._listener.hear(report)

    def _lose(self, why: str, told: str) -> None:
        """Reach the robot anew, and tell who waits for it."""
        if self._client is not None:
            self._client.close()
            self._client = None
        self._request = self._process = None
        if self.report is not None and not self._over:
            LOG.warning("%s", why)
            self.report = None
            if self._listener is not None:
                self._listener.lose(told)
