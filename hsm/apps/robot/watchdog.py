"""The watchdog: starts the other processes, brings the robot to rest if the control cycle fails.

The control cycle sends a heartbeat in every cycle. When its process has died, or sends none for too
long while the robot is stiff, the watchdog kills it, sits the robot down and starts a new one. As
after every start, the robot sits until it gets a request.

When the request server has ended, no program could stop a running motion: the control cycle times
out, sits the robot down and ends, and so does the run.
"""

import logging
import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from hardware.lola.client import LolaClient
from hardware.lola.sockets import SocketError
from hsm.apps.error_boundary import StoppedError
from hsm.apps.robot.emergency import Emergency, Rescue, WatchdogParameters
from hsm.apps.robot.process_queues import LEAVES, STIFF, ChannelEnd, channel, forget, recording_pipe
from hsm.apps.robot.real_time import step_forward
from hsm.output_files import demand_latest
from hsm.same_program import option_words, same_program

if TYPE_CHECKING:
    from hardware.robots.model import RobotModel

_LOG = logging.getLogger("hsm.robot")
_LOOK_EVERY: Final = 0.01
_END_WITHIN: Final = 1.0
"""Time that a process has to end after SIGTERM, s; for the control cycle, after its last beat."""
_KEPT_WITHIN: Final = 5.0
"""Time that all recorders have at the end to write their remaining data, s."""
_FAILURES: Final = 3
"""Consecutive failed starts after which the watchdog gives up."""
_PATIENCE: Final = 2.0
"""Timeout of the robot during a rescue, s."""


@dataclass(frozen=True, slots=True)
class RobotOptions:
    """Options of a run.

    Attributes:
        socket: Path of the robot's socket.
        requests: Path of the socket for requests; None for no requests.
        record: Folder of the recorded runs; None for no recording.
        record_mb: Maximum total size of all runs in that folder, MB.
        cycle: Command-line arguments of the control process.
        lock_step: The robot waits for every command, so silence does not mean a hung cycle.
        debug: The processes print the tracebacks of their errors.
        config: A copy of `config/`; None for that of the program.
        walk: Command-line arguments of the request server about the walk.
    """

    socket: Path
    requests: Path | None
    record: Path | None
    record_mb: float
    cycle: Sequence[str]
    lock_step: bool
    debug: bool
    config: Path | None = None
    walk: Sequence[str] = ()


class CycleEnd(Enum):
    """How the control cycle ended."""

    ASKED = "was asked to end"
    OVER = "ended by itself"
    DIED = "died"
    HUNG = "hangs"
    FAILED = "did not start"


def load_watchdog(folder: Path | None = None) -> WatchdogParameters:
    """Load the parameters of the watchdog from `config/` or a copy of it.

    Raises:
        ConfigError: If the file is invalid.
    """
    from hsm.settings.loader import config_folder, load

    return load(config_folder(folder) / "watchdog.yaml", WatchdogParameters)


class Watchdog:
    """Supervisor of the processes of one robot."""

    def __init__(self, options: RobotOptions) -> None:
        self._options = options
        self._stopped: signal.Signals | None = None
        self._at_once = False
        self._code = 0
        self._leaving: subprocess.Popen[bytes] | None = None
        self._requests: subprocess.Popen[bytes] | None = None
        self._deaf = False
        self._recorders: list[subprocess.Popen[bytes]] = []

    # Loaded while the control cycle starts, so that it does not delay the first command.
    @cached_property
    def _model(self) -> "RobotModel":
        from hsm.settings.robot_file import load_robot

        return load_robot(self._options.config)

    @cached_property
    def _parameters(self) -> WatchdogParameters:
        return load_watchdog(self._options.config)

    def run(self) -> int:
        """Run the robot until the run ends; return the exit code.

        Raises:
            ResultError: If the folder of the recording cannot be used; nothing was started.
            StoppedError: If a signal ended it; the robot is at rest.
        """
        if self._options.record is not None:
            demand_latest(self._options.record, "--record DIR")
        # Control-Z would suspend only this process and leave the robot without a watchdog.
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            # Signals that `nohup` or a background shell has set to be ignored stay ignored.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)
        inner, outer = channel()
        with inner:
            with outer:  # only the request server keeps this end: the cycle notices when it dies
                self._requests = self._start_requests(outer)
            try:
                code = self._keep_going(inner)
            finally:
                if self._requests is not None:
                    end(self._requests)
                self._await_recorders()
        if self._stopped is not None:
            raise StoppedError(self._stopped)
        return code

    def _keep_going(self, channel_end: socket.socket) -> int:
        """Restart the control cycle as often as needed; return the exit code.

        At the end the robot is at rest and limp, unless no control cycle has ever moved it.
        """
        failures, limp = 0, True
        while True:
            how = self._one_life(channel_end)
            if how is CycleEnd.FAILED:
                failures += 1
            else:
                failures = 0
                if how is not CycleEnd.ASKED:
                    _LOG.warning("the control cycle %s", how.value)
                limp = self._is_enough(how)
                self._bring_to_rest(ends=limp)
                self._let_finish()
            gives_up = failures >= (1 if limp else _FAILURES)
            if gives_up or self._is_enough(how):
                if not limp:  # the robot still sits, and no cycle takes over
                    self._bring_to_rest(ends=True)
                good = how is CycleEnd.OVER and not self._nobody_can_ask()
                return max(self._code, 0 if good else 1)

    def _is_enough(self, how: CycleEnd) -> bool:
        """Return whether a control cycle that has ended is not restarted."""
        return how is CycleEnd.OVER or self._stopped is not None or self._nobody_can_ask()

    def _one_life(self, channel_end: socket.socket) -> CycleEnd:
        """Run one control process until it ends or fails."""
        forget(channel_end)  # requests to the previous cycle are void
        try:
            child, end = self._begin(channel_end)
        except OSError as error:
            # Memory may be short; the robot must still be brought to rest.
            _LOG.warning("the control cycle cannot be started: %s", error)
            return CycleEnd.FAILED
        try:
            return self._guard(child, end)
        finally:
            end.close()
            if child is not self._leaving:
                child.kill()
                child.wait()

    def _begin(self, channel_end: socket.socket) -> tuple[subprocess.Popen[bytes], ChannelEnd]:
        """Start the control process; return it and the end that receives its heartbeats."""
        heard, beat = channel()
        with heard, beat, self._recorder() as recorded:
            files = {"--beat": beat.fileno(), **recorded}
            if self._requests is not None:
                files["--requests"] = channel_end.fileno()
            words = ["cycle", *self._options.cycle]
            for name, number in files.items():
                words += [name, str(number)]
            child = self._start(words, tuple(files.values()))
            return child, ChannelEnd(heard.detach())

    def _guard(self, child: subprocess.Popen[bytes], heard: ChannelEnd) -> CycleEnd:
        last, stiff, began, asked = monotonic(), False, False, False
        patience, _ = self._parameters.silent_after, self._model  # loaded before they are needed
        step_forward()
        while True:
            select.select([heard], [], [], _LOOK_EVERY)
            beats = heard.receive()
            now = monotonic()
            if beats:
                last, stiff, began = now, beats[-1] == STIFF, True
                if beats[-1] == LEAVES:
                    # The robot need not wait until the process has written its files.
                    self._leaving = child
                    return CycleEnd.ASKED if self._stopped else CycleEnd.OVER
            if self._stopped and not asked:
                asked = True
                child.terminate()  # the robot sits down first
            if asked and (heard.closed or self._at_once or now - last > _END_WITHIN):
                return CycleEnd.ASKED if began else CycleEnd.FAILED
            if self._nobody_can_ask() and not began:
                child.kill()  # without requests the robot is not started
                return CycleEnd.FAILED
            if heard.closed:
                self._code = child.wait()
                if self._code == 0:
                    return CycleEnd.OVER
                return CycleEnd.DIED if began else CycleEnd.FAILED
            if stiff and now - last > patience and not self._options.lock_step:
                child.kill()
                _LOG.warning("no heartbeat for %.0f ms (is the computer busy?)", 1e3 * patience)
                return CycleEnd.HUNG

    def _let_finish(self) -> None:
        """Wait, for a limited time, for a control process that has released the robot."""
        if self._leaving is None:
            return
        try:
            self._code = self._leaving.wait(_END_WITHIN)
        except subprocess.TimeoutExpired:
            _LOG.warning("the control cycle does not end and is killed: the disk is too slow")
            self._leaving.kill()
            self._leaving.wait()
            self._code = 1
        self._leaving = None

    def _await_recorders(self) -> None:
        """Wait, for a limited time, for the recorders, which end when their pipes are closed."""
        until = monotonic() + _KEPT_WITHIN
        for recorder in self._recorders:
            try:
                recorder.wait(max(0.0, until - monotonic()))
            except subprocess.TimeoutExpired:
                what = "%s: the disk is too slow: process %d is still writing a run there"
                _LOG.warning(what, self._options.record, recorder.pid)

    def _nobody_can_ask(self) -> bool:
        """Return whether the request server has ended; log it once."""
        code = None if self._requests is None else self._requests.poll()
        if code is not None and not self._deaf:
            self._deaf = True
            _LOG.warning(
                "the process that takes requests has ended (exit code %d): no program can control "
                "the robot, so it comes to rest and the run ends",
                code,
            )
        return code is not None

    def _bring_to_rest(self, *, ends: bool) -> None:
        """Sit the robot down, or damp it; with `ends` it goes limp afterwards."""
        sleep(self._parameters.reconnect_after)
        client = LolaClient(
            self._options.socket, cycle=self._model.cycle, lock_step=self._options.lock_step
        )
        with closing(client):
            try:
                client.connect(_PATIENCE)
            except SocketError as error:
                _LOG.warning("%s", error)
                return
            self._rescue(client, Emergency(self._model, self._parameters, ends=ends))

    @staticmethod
    def _rescue(client: LolaClient, emergency: Emergency) -> None:
        """Command the robot until it is at rest or does not answer any more."""
        told: Rescue | None = None
        silent_since = monotonic()
        while not emergency.over:
            frame = client.receive()
            command = emergency.command(frame)
            if command is not None:
                client.send(command)
            if frame is not None:
                silent_since = monotonic()
            elif monotonic() - silent_since > _PATIENCE:
                _LOG.warning("the robot does not answer")
                break
            if emergency.doing is not told:
                told = emergency.doing
                _LOG.warning("watchdog: the robot %s", told.value)

    @contextmanager
    def _recorder(self) -> Iterator[dict[str, int]]:
        """Start a recorder, if needed; yield the option of the control cycle for its pipe."""
        options = self._options
        if options.record is None:
            yield {}
            return
        reading, writing = recording_pipe()
        words = option_words(pipe=reading, folder=options.record, limit_mb=options.record_mb)
        try:
            self._recorders.append(self._start(["record", *words], [reading]))
            yield {"--record": writing}
        finally:
            os.close(reading)
            os.close(writing)

    def _start_requests(self, outer: socket.socket) -> subprocess.Popen[bytes] | None:
        if self._options.requests is None:
            return None
        words = option_words(path=self._options.requests, channel=outer.fileno())
        return self._start(["requests", *words, *self._options.walk], [outer.fileno()])

    def _start(self, words: Sequence[str], files: Sequence[int]) -> subprocess.Popen[bytes]:
        """Start a process of this program that inherits some open files."""
        debug = option_words(debug=self._options.debug)
        command = [*same_program("hsm.apps.robot"), *debug, *words]
        # In a process group of its own: Control-C in the terminal reaches only the watchdog.
        return subprocess.Popen(command, pass_fds=files, process_group=0, stdin=subprocess.DEVNULL)

    def _stop(self, number: int, *_: Any) -> None:
        self._at_once = self._stopped is not None  # asked a second time
        self._stopped = signal.Signals(number)


def end(child: subprocess.Popen[bytes], within: float = _END_WITHIN) -> None:
    """Ask a process to end, and kill it if it has not ended within a time, s."""
    child.terminate()
    try:
        child.wait(within)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
