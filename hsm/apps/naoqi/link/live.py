"""Link to a running robot through its request socket.

One thread polls reports and repeats the current request: when a program dies its requests cease,
and the robot stops. A control cycle restarted after a crash counts as another robot: its time
starts from zero, and it has no request.
"""

import threading
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from hardware.errors import HsmError
from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.link.link import Listener
from hsm.apps.naoqi.link.report import RobotLink, RobotReport, read_report
from hsm.apps.robot.client import RefusedError, RobotClient
from motions.requests import MotionRequest

_POLL_EVERY: Final = 0.010
"""Polling period, s: half the period of the reports."""
_SEND_EVERY: Final = 0.5
"""Period for repeating a request, s: well below the robot's timeout for silence."""
_TRY_EVERY: Final = 0.5
"""Period of attempts to connect to a missing robot, s."""
_FIRST_WITHIN: Final = 5.0
"""Timeout for the first report, s: a starting robot has none yet."""


class LiveLink(RobotLink):
    """Link to a running robot on this computer, which logs what the robot asks a person for."""

    def __init__(self, path: Path | None = None, *, hold: bool = False) -> None:
        """Connect to the robot.

        Args:
            path: Socket of its requests; the default one if None.
            hold: The robot holds a request until the next one, even if this program dies: for a
                simulation in lock-step, where seconds of the robot pass between two repetitions.

        Raises:
            SocketError: If no robot is running.
        """
        self.report: RobotReport | None = None
        self._path = path
        self._hold = hold
        self._asks: str | None = None
        self._client: RobotClient | None = RobotClient(path)
        self._listener: Listener[RobotReport] | None = None
        self._request: MotionRequest | None = None
        self._process: int | None = None
        self._sent = -1e9
        self._wake = threading.Event()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="robot", daemon=True)

    def open(self, listener: Listener[RobotReport]) -> None:
        """Start passing reports from a separate thread; return with the first one.

        Returns after a timeout even without a report; then calls are refused until one arrives.
        """
        self._listener = listener
        self._thread.start()
        until = monotonic() + _FIRST_WITHIN
        while self.report is None and monotonic() < until:
            sleep(_POLL_EVERY)

    def send(self, wish: MotionRequest) -> None:
        """Request a motion, valid until the next request; return immediately."""
        self._request, self._sent = wish, -1e9
        self._wake.set()

    def withdraw(self) -> None:
        """Stop repeating the request: the robot follows another one."""
        self._request = None

    def close(self) -> None:
        """Stop sending requests: after some seconds of silence the robot sits down."""
        self._over = True
        self._wake.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join()
        if self._client is not None:
            self._client.close()
            self._client = None
        self.report = None  # later calls are refused

    def _run(self) -> None:
        while not self._over:
            self._wake.wait(_POLL_EVERY if self._client is not None else _TRY_EVERY)
            self._wake.clear()
            try:
                self._poll()
            except RefusedError as error:
                self._lose(str(error), f"the robot refuses the request: {error}")
            except HsmError as error:
                self._lose(str(error), "the robot does not answer")
            except Exception:
                LOG.exception("a report of the robot could not be processed")
                why = "a report of the robot could not be processed; see the log of the service"
                self._lose(why, why)

    def _poll(self) -> None:
        if self._client is None:
            self._client = RobotClient(self._path)
            self._sent = -1e9
        request, now = None, monotonic()
        if now - self._sent >= _SEND_EVERY:
            self._sent = now  # before the request is read, as `send` sets both the other way round
            request = self._request
        told = (
            self._client.status() if request is None else self._client.ask(request, hold=self._hold)
        )
        if not told:
            return
        if self._process not in (None, told["process"]):
            raise HsmError("the robot's control cycle has died and was restarted")
        self._process = told["process"]
        before, self._asks = self._asks, told.get("asks")
        if self._asks and self._asks != before:
            LOG.warning("%s: the robot asks: %s", told["leaf"], self._asks)
        report = read_report(told)
        if self.report is None or report.time != self.report.time:
            self.report = report
            if self._listener is not None:
                self._listener.receive(report)

    def _lose(self, why: str, told: str) -> None:
        """Drop the connection, to reconnect later, and notify the listener."""
        if self._client is not None:
            self._client.close()
            self._client = None
        self._request = self._process = None
        if self.report is not None and not self._over:
            LOG.warning("%s", why)
            self.report = None
            if self._listener is not None:
                self._listener.lose(told)
