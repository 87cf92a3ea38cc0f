"""Server for a robot of this program behind a LoLA socket, like that of a NAO.

    receive from the robot -> frame out -> command in -> send to the robot

In lock-step the robot waits for every answer, and a cycle without a frame sends an empty map: a run
is identical bit for bit, however slow the client. Otherwise a frame is sent every 12 ms; if the
client has not answered by the next one, the robot keeps its last command.
"""

import math
import select
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from hardware.lola.codec import NO_FRAME, RobotIdentity, decode_command, encode_sensors
from hardware.lola.errors import LolaError, StreamError, Warnings
from hardware.lola.sockets import READ_SIZE, READS, SocketFile, listen
from hardware.lola.stream import MessageStream
from hardware.robot import Robot
from hardware.sensors_and_commands import JointCommand, SensorFrame


@dataclass(slots=True)
class ServedCounters:
    """Counters of a server.

    Attributes:
        cycles: Cycles of the robot.
        answered: Cycles with a command from the client.
        refused: Invalid messages.
        unread: Frames dropped because the client did not read the earlier ones.
        late: Cycles that began more than half a cycle late.
        clients: Accepted clients.
    """

    cycles: int = 0
    answered: int = 0
    refused: int = 0
    unread: int = 0
    late: int = 0
    clients: int = 0


class LolaServer:
    """Server of one robot for one client at a time; a context manager, which removes the socket.

    Attributes:
        counters: Counters of the server.
    """

    def __init__(
        self,
        path: Path,
        robot: Robot,
        identity: RobotIdentity,
        *,
        cycle: float,
        lock_step: bool = False,
    ) -> None:
        """Open the socket.

        Args:
            path: Path of the socket.
            robot: Served robot; keeps its first posture until a client commands it.
            identity: Identity that it reports.
            cycle: Cycle time of the robot, s.
            lock_step: Wait for every answer.

        Raises:
            SocketError: If the path cannot be used.
        """
        self._robot = robot
        self._identity = identity
        self._cycle = cycle
        self._lock_step = lock_step
        self._waiting = listen(path)
        self._file = SocketFile.of(path)
        self._client: socket.socket | None = None
        self._stream = MessageStream()
        self._command: JointCommand | None = None
        self._answer: JointCommand | None = None
        self._owes = False
        self._warn = Warnings()
        self.counters = ServedCounters()

    def __enter__(self) -> "LolaServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def connected(self) -> bool:
        """Return whether there is a client."""
        return self._client is not None

    def close(self) -> None:
        """Close the connection and remove the socket."""
        self._drop()
        self._waiting.close()
        self._file.remove()

    def serve(
        self, *, prepare: Callable[[], None] = lambda: None, until: Callable[[], bool]
    ) -> None:
        """Serve cycle after cycle.

        Args:
            prepare: Called before every cycle of the robot.
            until: Called after every cycle; returns whether to end.
        """
        due = monotonic()
        while True:
            if self._lock_step:
                self.accept(1.0)
                if self._client is None or not self.await_answer(1.0):
                    if until():
                        return
                    continue
            else:
                due = self._await_time(due + self._cycle)
            prepare()
            self.make_cycle()
            if until():
                return

    def make_cycle(self) -> None:
        """Pass the newest command on to the robot, advance it by a cycle, and send its frame."""
        self._take()
        answer, self._answer = self._answer, None
        if answer is not None:
            self.counters.answered += 1
            self._robot.send(answer)
        frame = self._robot.receive()
        self.counters.cycles += 1
        self._send(frame)

    def accept(self, patience: float = 0.0) -> None:
        """Accept a waiting client; refuse a second one."""
        if self._client is None and patience > 0.0:
            select.select([self._waiting], [], [], patience)
        while True:
            try:
                client, _ = self._waiting.accept()
            except BlockingIOError:
                return
            client.setblocking(False)
            if self._client is not None and not self._gone():
                client.close()
                self._warn("a second client was refused: LoLA serves one")
                continue
            self._client, self._stream = client, MessageStream()
            self._answer, self._owes = None, False
            self.counters.clients += 1

    def await_answer(self, patience: float) -> bool:
        """Wait for the client's command; return whether the robot may continue."""
        until = monotonic() + patience
        while self._owes:
            left = until - monotonic()
            if self._client is None or left <= 0.0:
                return False
            if select.select([self._client], [], [], left)[0]:
                self._take()
        return True

    def _await_time(self, due: float) -> float:
        """Wait until a cycle is due, reading commands meanwhile; return its time, s."""
        while (left := due - monotonic()) > 0.0:
            watched = [self._waiting] if self._client is None else [self._waiting, self._client]
            if self._waiting in select.select(watched, [], [], left)[0]:
                self.accept()
            self._take()
        if -left > 0.5 * self._cycle:
            self.counters.late += 1
        # Lost time is not made up: a robot does not run faster to catch up.
        return due if -left < self._cycle else monotonic()

    def _gone(self) -> bool:
        """Return whether the client has closed its connection."""
        self._take()
        return self._client is None

    def _take(self) -> None:
        """Read the commands that have arrived; the newest one counts.

        Reads at most what a socket holds, so that a client that never stops cannot block a cycle.
        """
        for _ in range(READS):
            if self._client is None:
                return
            try:
                data = self._client.recv(READ_SIZE)
                messages = self._stream.feed(data)
            except BlockingIOError:
                return
            except StreamError as error:
                self.counters.refused += 1
                self._warn(str(error))
                return self._drop()
            except OSError:
                return self._drop()
            for message in messages:
                self._take_command(message)
            if not data:
                return self._drop()

    def _take_command(self, message: dict[str, Any]) -> None:
        self._owes = False
        try:
            partial = decode_command(message)
        except LolaError as error:
            self.counters.refused += 1
            self._warn(str(error))
        else:
            if self._command is not None:
                self._answer = self._command = partial.over(self._command)

    def _send(self, frame: SensorFrame | None) -> None:
        if frame is not None and self._command is None:
            # Start value for partial commands; a defective encoder may report NaN.
            angles = (angle if math.isfinite(angle) else 0.0 for angle in frame.positions)
            self._command = JointCommand(tuple(angles), frame.stiffness)
        if self._client is None or (frame is None and not self._lock_step):
            return
        data = NO_FRAME if frame is None else encode_sensors(frame, self._identity)
        self._owes = True
        try:
            sent = self._client.send(data)
        except BlockingIOError:
            self.counters.unread += 1
        except OSError:
            self._drop()
        else:
            if sent < len(data):
                self._warn("the client does not read its frames and was disconnected")
                self._drop()

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
