"""A NAO behind a socket as a `Robot`: the frame that arrives is the clock.

Every message is answered once, whole, and only after it was read: a robot whose messages nobody
reads gets stuck. The wire has no clock, so time is counted in cycles, messages that were dropped
included; the clock of the computer is asked only how many cycles a gap was long.
"""

import logging
import math
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from hardware.calibration import Calibration
from hardware.lola.codec import (
    NOTHING_ASKED,
    RobotIdentity,
    decode_sensors,
    encode_command,
    identity_of,
    oddities,
)
from hardware.lola.errors import Complaints, LolaError, StreamError
from hardware.lola.sensor_stream import SensorStream
from hardware.lola.sockets import READ_SIZE, READS, SocketError, connect
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import JointCommand, SensorFrame, demand_sound
from hardware.wire_precision import Border

_LOG = logging.getLogger("hsm.lola")
_OVERDUE: Final = 1.5
"""Cycles after the last frame when it is missing: half a cycle is a busy computer."""
_RETRY: Final = 0.1
"""Between attempts to connect, s."""
_TOLD_AFTER: Final = 0.5
_TOLD_EVERY: Final = 10.0
"""When it is said that no robot is there yet, s."""
_WHERE: Final = "On a NAO give --socket /tmp/robocup; `hsm serve lola --socket {}` serves a robot."
_TAKEN: Final = "It takes connections, tells nothing: LoLA serves one program; end the other one."
_PATIENCE: Final = 10.0
"""In lock-step, s without any message after which the other end counts as gone."""


@dataclass(slots=True)
class LinkCounters:
    """What has happened on a link.

    Attributes:
        received: Messages that came.
        dropped: Of them, those that a newer one made useless before they were looked at.
        refused: Of them, those that could not be taken.
        missed: Cycles in which nothing came.
        unsent: Commands that could not be sent: no link, or no message to answer.
        connections: How often a link was made.
    """

    received: int = 0
    dropped: int = 0
    refused: int = 0
    missed: int = 0
    unsent: int = 0
    connections: int = 0


class LolaClient:
    """A robot on the other end of a socket.

    Attributes:
        counters: What has happened.
        identity: Who it is; None before the first message.
        arrived: When the newest message came, on the clock; what is late is counted from there.
    """

    def __init__(
        self,
        path: Path,
        *,
        cycle: float,
        lock_step: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare; `connect` waits for the robot, `receive` connects by itself.

        Args:
            path: Of the socket.
            cycle: Length of the robot's cycle, s.
            lock_step: The other end waits for every answer, so silence is no missing frame.
            clock: Of gaps, s.
        """
        self._path = path
        self._cycle = cycle
        self._border: Border | None = None
        self._lock_step = lock_step
        self._cycles = 0
        self._clock = clock
        self._socket: socket.socket | None = None
        self._stream = SensorStream()
        self._inbox: list[dict[str, Any]] = []
        self._to_answer = False
        self._gap = 0
        self._last = self._retry_at = clock()
        self._tell = Complaints()
        self.counters = LinkCounters()
        self.identity: RobotIdentity | None = None
        self.arrived = self._last

    @property
    def connected(self) -> bool:
        """Return whether there is a link."""
        return self._socket is not None

    def calibrate(self, calibration: Calibration) -> None:
        """Take what is known of the robot's errors, once it has said who it is."""
        self._border = Border(calibration)

    def connect(self, patience: float = math.inf) -> None:
        """Wait until the robot is there and has said who it is.

        Messages that do not say it are passed over: the first one after a crash may be broken.

        Args:
            patience: How long, s.

        Raises:
            SocketError: If it is not there by then.
        """
        begin = self._clock()
        tell_at = begin + _TOLD_AFTER
        while not ((self._inbox or (self.reach() and self._wait(_RETRY))) and self._recognised()):
            now = self._clock()
            hint = _TAKEN if self.counters.connections else _WHERE.format(self._path)
            if now - begin > patience:
                raise SocketError(self._path, f"no robot answers for {patience:g} s", hint)
            if now > tell_at:
                if now - begin < _TOLD_EVERY:
                    told = f"no robot yet. {hint}"
                else:
                    told = f"waiting for a robot, {now - begin:.0f} s"
                _LOG.info("%s: %s", self._path, told)
                tell_at = now + _TOLD_EVERY
            if self._socket is None:
                select.select([], [], [], _RETRY)
        self._last = self._clock()

    def reach(self) -> bool:
        """Return whether there is a link; make one, if it is time for an attempt."""
        now = self._clock()
        if self._socket is None and now >= self._retry_at:
            self._retry_at = now + _RETRY
            try:
                self._socket = connect(self._path)
            except OSError:
                return False
            self._stream, self._inbox = SensorStream(), []
            self._to_answer, self.identity = False, None
            self.counters.connections += 1
        return self._socket is not None

    def receive(self) -> SensorFrame | None:
        """Return the newest frame as soon as it comes, or None when it is overdue.

        Older ones that wait are dropped and counted. A cycle without a link is as long as any.
        """
        if not self.reach():
            self._pause()
        if self._socket is None or not self._wait_until_due():
            self._gap += 1
            self.counters.missed += 1
            return None
        self._drain()
        messages, self._inbox = self._inbox, []
        self._to_answer = True
        self.counters.received += len(messages)
        self.counters.dropped += len(messages) - 1
        self._cycles += self._passed(len(messages))
        return self._newest(messages)

    def send(self, command: JointCommand) -> None:
        """Answer the message of this cycle; without one there is nothing to answer.

        Raises:
            ValueError: If values are missing or not finite: they must not reach a motor.
        """
        demand_sound(command, JOINT_COUNT)
        link = self._socket
        if link is None or not self._to_answer:
            self.counters.unsent += 1
            return
        self._to_answer = False
        data = encode_command(command if self._border is None else self._border.commanded(command))
        try:
            sent = link.send(data)
        except BlockingIOError:
            self._lose("the robot does not read its commands")
        except OSError as error:
            self._lose(error.strerror or str(error))
        else:
            if sent < len(data):  # the rest would have to wait, and nobody waits here
                self._lose("the robot takes only a part of a command")

    def close(self) -> None:
        """Let go of the robot; it keeps its last command."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _newest(self, messages: list[dict[str, Any]]) -> SensorFrame | None:
        """Return the newest message that can be taken."""
        time = self._cycles * self._cycle
        for message in reversed(messages):
            if not message:  # in lock-step: no frame in this cycle
                return None
            try:
                frame = decode_sensors(message, time)
                self._meet(message)
            except LolaError as error:
                self._refuse(error)
                continue
            return frame if self._border is None else self._border.measured(frame)
        return None

    def _recognised(self) -> bool:
        """Return whether the newest message says who it is; one that does not is passed over."""
        newest = self._inbox[-1]
        try:
            self._meet(newest)
        except LolaError as error:
            if newest:  # else there was no frame in this cycle, in lock-step
                self._refuse(error)
            passed, self._inbox = len(self._inbox), []
            self._cycles += passed
            self.counters.received += passed
            if self._lock_step and self._socket is not None:
                with suppress(OSError):  # who has gone is found out when it is read from
                    self._socket.send(NOTHING_ASKED)
            return False
        return True

    def _refuse(self, error: LolaError) -> None:
        """Count a message that cannot be taken, and say why."""
        self.counters.refused += 1
        self._tell(str(error))

    def _meet(self, message: dict[str, Any]) -> None:
        """Look who it is, once."""
        if self.identity is None:
            self.identity = identity_of(message)
            # Not before: who is sent away at once would be told again and again.
            _LOG.info("%s: connected", self._path)
            for oddity in oddities(message):
                self._tell(oddity)

    def _passed(self, messages: int) -> int:
        """Return how many cycles have passed since the last message."""
        before, self._last = self._last, self.arrived
        gap, self._gap = self._gap, 0
        if self._lock_step or (messages == 1 and not gap):
            return messages
        return max(messages, round((self.arrived - before) / self._cycle))

    def _wait_until_due(self) -> bool:
        """Wait for a message; return whether one came in time."""
        if self._lock_step:
            until = self._clock() + _PATIENCE
        else:
            until = self._last + (_OVERDUE + self._gap) * self._cycle
        while not self._inbox:
            left = until - self._clock()
            if left <= 0.0:
                # Once more without waiting: this process may have slept over it.
                return self._wait(0.0)
            self._wait(left)
            if self._socket is None:
                self._pause()
                return False
        return True

    def _drain(self) -> None:
        """Take all that is there, but not more than a socket holds: who never stops is no robot."""
        for _ in range(READS):
            if self._socket is None or not self._ready(0.0) or not self._read():
                return

    def _wait(self, patience: float) -> bool:
        """Wait once; return whether there is a whole message."""
        if not self._inbox and self._socket is not None and self._ready(patience):
            self._read()
        return bool(self._inbox)

    def _ready(self, patience: float) -> bool:
        assert self._socket is not None
        return bool(select.select([self._socket], [], [], patience)[0])

    def _read(self) -> bool:
        """Read what is there; return whether the link still stands."""
        assert self._socket is not None
        try:
            data = self._socket.recv(READ_SIZE)
            self.arrived = self._clock()
            self._inbox += self._stream.feed(data)
        except BlockingIOError:
            return True
        except StreamError as error:
            self._lose(str(error))
            return False
        except OSError as error:
            self._lose(error.strerror or str(error))
            return False
        if not data:
            self._lose("the robot has closed the connection")
        return bool(data)

    def _pause(self) -> None:
        """Without a link, let the cycle take as long as it should."""
        due = self._last + (_OVERDUE + self._gap) * self._cycle
        left = min(self._cycle, due - self._clock())
        if left > 0.0:
            select.select([], [], [], left)

    def _lose(self, why: str) -> None:
        self._tell(f"{self._path}: {why}; connecting again")
        self.close()
