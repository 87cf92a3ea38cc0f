"""The process above all others: starts them, and brings the robot to rest when the cycle does not.

The cycle beats once per cycle. When it has died, or has not beaten for too long while the robot is
stiff, its process is ended, the robot is sat down from here, and the cycle is started again. As
after every start, the robot sits until somebody asks for something else.

When the process that takes requests has ended, nobody can stop what a program asked for: the cycle
hears silence, sits the robot down and ends, and so does the run.
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
from hsm.apps.robot.process_queues import LEAVES, STIFF, ChannelEnd, channel, forget
from hsm.output_files import demand_latest
from hsm.same_program import option_words, same_program

if TYPE_CHECKING:
    from hardware.robots.model import RobotModel

_LOG = logging.getLogger("hsm.robot")
_LOOK_EVERY: Final = 0.01
_END_WITHIN: Final = 1.0
"""Given to a process that was asked to end, s."""
_KEPT_WITHIN: Final = 5.0
"""Given to all recorders at the end for what is still on its way to the disk, s."""
_FAILURES: Final = 3
"""Starts in a row that may fail before it is given up."""
_PATIENCE: Final = 2.0
"""For the robot in an emergency, s."""


@dataclass(frozen=True, slots=True)
class RobotOptions:
    """What is to be run.

    Attributes:
        socket: Of the robot.
        requests: Path of the socket for requests; None: nobody may ask.
        record: Folder of the runs that are recorded; None: none is.
        record_mb: Largest size of all runs in that folder together, MB.
        cycle: Words for the process that moves the robot.
        lock_step: The robot waits for every answer, so silence is no sign of a hung cycle.
        debug: The processes show the tracebacks of their errors.
        config: A copy of `config/`; that of the program if None.
    """

    socket: Path
    requests: Path | None
    record: Path | None
    record_mb: float
    cycle: Sequence[str]
    lock_step: bool
    debug: bool
    config: Path | None = None


class CycleEnd(Enum):
    """How the control cycle ended."""

    ASKED = "was asked to end"
    OVER = "ended by itself"
    DIED = "died"
    HUNG = "hangs"
    FAILED = "did not start"


def load_watchdog(folder: Path | None = None) -> WatchdogParameters:
    """Load what the watchdog does, perhaps from a copy of `config/`.

    Raises:
        ConfigError: If its file has mistakes.
    """
    from hsm.settings.loader import config_folder, load

    return load(config_folder(folder) / "watchdog.yaml", WatchdogParameters)


class Watchdog:
    """Runs one robot."""

    def __init__(self, options: RobotOptions) -> None:
        self._options = options
        self._stopped: signal.Signals | None = None
        self._code = 0
        self._leaving: subprocess.Popen[bytes] | None = None
        self._requests: subprocess.Popen[bytes] | None = None
        self._deaf = False
        self._recorders: list[subprocess.Popen[bytes]] = []

    # Read while the control cycle starts: what it costs must not come before the first command.
    @cached_property
    def _model(self) -> "RobotModel":
        from hsm.control.assembly import load_robot

        return load_robot(self._options.config)

    @cached_property
    def _parameters(self) -> WatchdogParameters:
        return load_watchdog(self._options.config)

    def run(self) -> int:
        """Run the robot until somebody ends it; return the exit code.

        Raises:
            ResultError: If nothing can be recorded where it is asked for; no robot was looked for.
            StoppedError: If that was a signal: the robot is at rest then.
        """
        if self._options.record is not None:
            demand_latest(self._options.record)
        # Control-Z would stop this process alone: nobody would guard the robot, nor end its run.
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            # What is ignored stays so: that is how `nohup` and a shell's background start programs.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)
        inner, outer = channel()
        with inner:
            with outer:  # its process alone keeps that end, so that the cycle sees it go
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
        """Run one control cycle after the other; return the exit code.

        Whatever ends it, the robot is at rest and limp then, unless no cycle has ever moved it.
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
                if not limp:  # it was to be taken over, and nobody comes
                    self._bring_to_rest(ends=True)
                good = how is CycleEnd.OVER and not self._nobody_can_ask()
                return max(self._code, 0 if good else 1)

    def _is_enough(self, how: CycleEnd) -> bool:
        """Return whether no other cycle follows one that has ended."""
        return how is CycleEnd.OVER or self._stopped is not None or self._nobody_can_ask()

    def _one_life(self, channel_end: socket.socket) -> CycleEnd:
        """Run the control cycle once, to its end."""
        forget(channel_end)  # what was wished of the cycle before, nobody wishes of this one
        try:
            child, end = self._begin(channel_end)
        except OSError as error:
            # Memory may be short: the robot must not be left as it is for that.
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
        """Start the control cycle; return it and where its beats are heard."""
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
        last, stiff, began = monotonic(), False, False
        patience, _ = self._parameters.silent_after, self._model  # read before they are needed
        asked_at: float | None = None
        while True:
            select.select([heard], [], [], _LOOK_EVERY)
            beats = heard.receive()
            now = monotonic()
            if beats:
                last, stiff, began = now, beats[-1] == STIFF, True
                if beats[-1] == LEAVES:
                    # What it has still to write takes its time: the robot need not wait for that.
                    self._leaving = child
                    return CycleEnd.ASKED if self._stopped else CycleEnd.OVER
            if self._stopped and asked_at is None:
                asked_at = now
                child.terminate()
            if asked_at is not None and (heard.closed or now - asked_at > _END_WITHIN):
                return CycleEnd.ASKED if began else CycleEnd.FAILED
            if self._nobody_can_ask() and not began:
                child.kill()  # a robot that nobody can ask anything is not started
                return CycleEnd.FAILED
            if heard.closed:
                self._code = child.wait()
                if self._code == 0:
                    return CycleEnd.OVER
                return CycleEnd.DIED if began else CycleEnd.FAILED
            if stiff and now - last > patience and not self._options.lock_step:
                child.kill()
                return CycleEnd.HUNG

    def _let_finish(self) -> None:
        """Let a cycle that has left the robot write what it has still to, but not for ever."""
        if self._leaving is None:
            return
        try:
            self._code = self._leaving.wait(_END_WITHIN)
        except subprocess.TimeoutExpired:
            _LOG.warning("the control cycle does not end, so it is ended: the disk does not follow")
            self._leaving.kill()
            self._leaving.wait()
            self._code = 1
        self._leaving = None

    def _await_recorders(self) -> None:
        """Wait for the recorders, which end with their pipes; for one that hangs, not for ever."""
        until = monotonic() + _KEPT_WITHIN
        for recorder in self._recorders:
            try:
                recorder.wait(max(0.0, until - monotonic()))
            except subprocess.TimeoutExpired:
                what = "%s: the disk does not follow: process %d still keeps a run there"
                _LOG.warning(what, self._options.record, recorder.pid)

    def _nobody_can_ask(self) -> bool:
        """Return whether the process that takes requests has ended; say so once."""
        code = None if self._requests is None else self._requests.poll()
        if code is not None and not self._deaf:
            self._deaf = True
            _LOG.warning(
                "the process that takes requests has ended (exit code %d): nobody can ask the "
                "robot anything, so it comes to rest and the run ends",
                code,
            )
        return code is not None

    def _bring_to_rest(self, *, ends: bool) -> None:
        """Sit the robot down, or damp it; a robot whose run ends is limp in the end."""
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
        """Command a robot until it is at rest, or does not answer."""
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
        """Start a recorder, if any; yield the end of its pipe for the control cycle by its word."""
        options = self._options
        if options.record is None:
            yield {}
            return
        reading, writing = os.pipe()
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
        return self._start(["requests", *words], [outer.fileno()])

    def _start(self, words: Sequence[str], files: Sequence[int]) -> subprocess.Popen[bytes]:
        """Start a part of this program with some open files."""
        debug = option_words(debug=self._options.debug)
        command = [*same_program("hsm.apps.robot"), *debug, *words]
        # Of a group of their own: a Control-C in the terminal is the watchdog's alone.
        return subprocess.Popen(command, pass_fds=files, process_group=0, stdin=subprocess.DEVNULL)

    def _stop(self, number: int, *_: Any) -> None:
        self._stopped = signal.Signals(number)


def end(child: subprocess.Popen[bytes], within: float = _END_WITHIN) -> None:
    """Ask a process to end; one that has not within a time, s, is ended."""
    child.terminate()
    try:
        child.wait(within)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
