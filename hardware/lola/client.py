"""A NAO behind a socket as a `Robot`, clocked by the arrival of its frames.

Every message is answered once, completely, and only after it was read: a robot whose messages
are not read gets stuck. The protocol has no time stamps, so time is counted in cycles, including
dropped messages; the computer's clock only tells lost messages from late ones.
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
from hardware.lola.cycle_count import CycleCount
from hardware.lola.errors import LolaError, StreamError, Warnings
from hardware.lola.sockets import READ_SIZE, READS, SocketError, connect
from hardware.lola.stream import MessageStream
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import JointCommand, SensorFrame, demand_sound
from hardware.wire_precision import Corrector

_LOG = logging.getLogger("hsm.lola")
_OVERDUE: Final = 1.5
"""Cycles after the last frame at which the next one is overdue: half a cycle of tolerance for a
busy computer."""
_RETRY: Final = 0.1
"""Interval between attempts to connect, s."""
_LOG_AFTER: Final = 0.5
_LOG_EVERY: Final = 10.0
"""Delay of the first log line about a missing robot, and interval of the next ones, s."""
_WHERE: Final = "On a NAO give --socket /tmp/robocup; `hsm serve lola --socket {}` serves a robot."
_TAKEN: Final = (
    "It accepts connections but sends nothing: LoLA serves one program; end the other one."
)
_PATIENCE: Final = 10.0
"""Timeout of a message in lock-step, s."""


@dataclass(slots=True)
class LinkCounters:
    """Counters of a link.

    Attributes:
        received: Received messages.
        dropped: Received messages that a newer one had replaced before they were processed.
        refused: Received messages that were invalid.
        missed: Cycles without a message.
        unsent: Commands that could not be sent: no connection, or no message to answer.
        connections: Established connections.
    """

    received: int = 0
    dropped: int = 0
    refused: int = 0
    missed: int = 0
    unsent: int = 0
    connections: int = 0


class LolaClient:
    """A robot at the other end of a socket.

    Attributes:
        counters: Counters of the link.
        identity: Identity of the robot; None before its first message.
        arrived: Time on the clock at which the newest message arrived, s.
    """

    def __init__(
        self,
        path: Path,
        *,
        cycle: float,
        lock_step: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare; `connect` waits for the robot, `receive` connects when necessary.

        Args:
            path: Path of the socket.
            cycle: Cycle time of the robot, s.
            lock_step: The other end waits for every answer, so silence is not a missing frame.
            clock: Clock that measures gaps, s.
        """
        self._path = path
        self._cycle = cycle
        self._corrector: Corrector | None = None
        self._lock_step = lock_step
        self._clock = clock
        self._socket: socket.socket | None = None
        self._stream = MessageStream()
        self._inbox: list[dict[str, Any]] = []
        self._to_answer = False
        self._gap = 0
        self.arrived = self._retry_at = clock()
        self._count = CycleCount(cycle, self.arrived, lock_step=lock_step)
        self._warn = Warnings()
        self.counters = LinkCounters()
        self.identity: RobotIdentity | None = None
        self._first_body = ""

    @property
    def connected(self) -> bool:
        """Return whether there is a connection."""
        return self._socket is not None

    def calibrate(self, calibration: Calibration) -> None:
        """Set the calibration, which belongs to the robot identified by `connect`."""
        self._corrector = Corrector(calibration)

    def connect(self, patience: float = math.inf) -> None:
        """Wait until the robot has sent its identity.

        Messages without an identity are skipped: the first one after a crash may be invalid.

        Args:
            patience: Timeout, s.

        Raises:
            SocketError: If no identity has arrived by then.
        """
        begin = self._clock()
        log_at = begin + _LOG_AFTER
        while not ((self._inbox or (self.reach() and self._wait(_RETRY))) and self._recognised()):
            now = self._clock()
            hint = _TAKEN if self.counters.connections else _WHERE.format(self._path)
            if now - begin > patience:
                raise SocketError(self._path, f"no robot has answered for {patience:g} s", hint)
            if now > log_at:
                if now - begin < _LOG_EVERY:
                    text = f"no robot yet. {hint}"
                else:
                    text = f"waiting for a robot, {now - begin:.0f} s"
                _LOG.info("%s: %s", self._path, text)
                log_at = now + _LOG_EVERY
            if self._socket is None:
                select.select([], [], [], _RETRY)
        self._count.last = self._clock()

    def reach(self) -> bool:
        """Connect if there is no connection and an attempt is due; return whether there is one."""
        now = self._clock()
        if self._socket is None and now >= self._retry_at:
            self._retry_at = now + _RETRY
            try:
                self._socket = connect(self._path)
            except OSError:
                return False
            self._stream, self._inbox = MessageStream(), []
            self._to_answer, self.identity = False, None
            self._count.reconnect()
            self.counters.connections += 1
        return self._socket is not None

    def receive(self) -> SensorFrame | None:
        """Return the newest frame as soon as it arrives, or None when it is overdue.

        Older frames are dropped and counted. Without a connection it waits for one cycle.
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
        overdue = self._gap > 0 or len(messages) > 1
        self._count.add(len(messages), self.arrived, overdue=overdue)
        self._gap = 0
        return self._newest(messages)

    def send(self, command: JointCommand) -> None:
        """Answer the message of this cycle; without a message nothing is sent.

        Raises:
            ValueError: If values are missing or not finite, which must not reach a motor.
        """
        demand_sound(command, JOINT_COUNT)
        link = self._socket
        if link is None or not self._to_answer:
            self.counters.unsent += 1
            return
        self._to_answer = False
        if self._corrector is not None:
            command = self._corrector.commanded(command)
        data = encode_command(command)
        try:
            sent = link.send(data)
        except BlockingIOError:
            self._lose("the robot does not read its commands")
        except OSError as error:
            self._lose(error.strerror or str(error))
        else:
            if sent < len(data):  # sending the rest could block
                self._lose("the robot accepts only a part of a command")

    def close(self) -> None:
        """Close the connection; the robot keeps its last command."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _newest(self, messages: list[dict[str, Any]]) -> SensorFrame | None:
        """Return the frame of the newest valid message; None if there is none."""
        time = self._count.cycles * self._cycle
        for message in reversed(messages):
            if not message:  # in lock-step: no frame in this cycle
                return None
            try:
                frame = decode_sensors(message, time)
                self._identify(message)
            except LolaError as error:
                self._refuse(error)
                continue
            return frame if self._corrector is None else self._corrector.measured(frame)
        return None

    def _recognised(self) -> bool:
        """Return whether the newest message has an identity; skip the messages otherwise."""
        newest = self._inbox[-1]
        try:
            self._identify(newest)
        except LolaError as error:
            if newest:  # an empty one is a cycle without a frame, in lock-step
                self._refuse(error)
            passed, self._inbox = len(self._inbox), []
            self._count.add(passed, self.arrived, overdue=False)
            self.counters.received += passed
            if self._lock_step and self._socket is not None:
                with suppress(OSError):  # the next read detects a closed connection
                    self._socket.send(NOTHING_ASKED)
            return False
        return True

    def _refuse(self, error: LolaError) -> None:
        """Count an invalid message and log the reason."""
        self.counters.refused += 1
        self._warn(str(error))

    def _identify(self, message: dict[str, Any]) -> None:
        """Read the identity of the robot, once per connection."""
        if self.identity is None:
            self.identity = identity_of(message)
            # Not earlier: a server that is busy closes every connection at once.
            _LOG.info("%s: connected", self._path)
            for oddity in oddities(message):
                self._warn(oddity)
            body = self.identity.body_id
            self._first_body = self._first_body or body
            if body != self._first_body:
                self._warn(
                    f"{self._path}: body {body} has taken the place of {self._first_body}, whose"
                    " calibration, if any, stays in use: start this program again"
                )

    def _wait_until_due(self) -> bool:
        """Wait for a message; return whether one came in time."""
        if self._lock_step:
            until = self._clock() + _PATIENCE
        else:
            until = self._count.last + (_OVERDUE + self._gap) * self._cycle
        while not self._inbox:
            left = until - self._clock()
            if left <= 0.0:
                # Once more without waiting: this process may have been suspended meanwhile.
                return self._wait(0.0)
            self._wait(left)
            if self._socket is None:
                self._pause()
                return False
        return True

    def _drain(self) -> None:
        """Read what has arrived, but not more than a socket holds: a peer may send endlessly."""
        for _ in range(READS):
            if self._socket is None or not self._ready(0.0) or not self._read():
                return

    def _wait(self, patience: float) -> bool:
        """Wait for data once; return whether there is a complete message."""
        if not self._inbox and self._socket is not None and self._ready(patience):
            self._read()
        return bool(self._inbox)

    def _ready(self, patience: float) -> bool:
        assert self._socket is not None
        return bool(select.select([self._socket], [], [], patience)[0])

    def _read(self) -> bool:
        """Read what has arrived; return whether the connection is still open."""
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
        """Wait for the rest of a cycle without a connection."""
        due = self._count.last + (_OVERDUE + self._gap) * self._cycle
        left = min(self._cycle, due - self._clock())
        if left > 0.0:
            select.select([], [], [], left)

    def _lose(self, why: str) -> None:
        self._warn(f"{self._path}: {why}; connecting again")
        self.close()
