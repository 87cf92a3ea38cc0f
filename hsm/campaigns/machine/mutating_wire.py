"""A LoLA link inside the process that corrupts messages: a robot may send anything.

Messages pass through the codec and the stream of the real link; only the socket is left out, so
that the same seed gives the same run. A mutated message costs its cycle, or the bytes buffered with
it.
"""

from dataclasses import dataclass

import numpy as np

from hardware.lola.codec import (
    RobotIdentity,
    decode_command,
    decode_sensors,
    encode_command,
    encode_sensors,
)
from hardware.lola.errors import LolaError, StreamError
from hardware.lola.stream import MessageStream
from hardware.robot import Robot
from hardware.sensors_and_commands import JointCommand, SensorFrame

_IDENTITY = RobotIdentity("MUTATED-ROBOT-000000", "6.0.0", "MUTATED-HEAD-0000000", "6.0.0")
_MOST_CHANGES = 8
_LONGEST = 40
"""Largest number of bytes inserted or deleted at once."""


@dataclass(slots=True)
class WireCounts:
    """Counts of a wire.

    Attributes:
        messages: Messages from the robot.
        mutated: Mutated messages among them.
        refused: Messages and streams that could not be decoded.
    """

    messages: int = 0
    mutated: int = 0
    refused: int = 0


class MutatingWire:
    """A robot, some of whose messages are mutated.

    Attributes:
        counts: Counts of its messages.
    """

    def __init__(
        self, robot: Robot, rng: np.random.Generator, share: float, *, cycle: float
    ) -> None:
        """Connect to a robot.

        Args:
            robot: Robot at the far end.
            rng: Random generator of the mutations.
            share: Share of its messages that are mutated, 0..1.
            cycle: Cycle of the robot, s.
        """
        self._robot = robot
        self._rng = rng
        self._share = share
        self._cycle = cycle
        self._stream = MessageStream()
        self._sent: JointCommand | None = None
        self._cycles = 0
        self.counts = WireCounts()

    def receive(self) -> SensorFrame | None:
        """Return the frame as decoded by the client; None if it cannot be decoded."""
        self._cycles += 1
        frame = self._robot.receive()
        if frame is None:
            return None
        data = encode_sensors(frame, _IDENTITY)
        self.counts.messages += 1
        if self._rng.random() < self._share:
            self.counts.mutated += 1
            data = mutated(data, self._rng)
        try:
            messages = self._stream.feed(data)
        except StreamError:
            self.counts.refused += 1
            self._stream = MessageStream()
            return None
        for message in reversed(messages):
            try:
                return decode_sensors(message, self._cycles * self._cycle)
            except LolaError:
                self.counts.refused += 1
        return None

    def send(self, command: JointCommand) -> None:
        """Send the command as decoded by the robot."""
        (message,) = MessageStream().feed(encode_command(command))
        self._sent = decode_command(message).over(self._sent or command)
        self._robot.send(self._sent)

    def close(self) -> None:
        """Close the robot."""
        self._robot.close()


def mutated(data: bytes, rng: np.random.Generator) -> bytes:
    """Return the data with some bytes changed, deleted or inserted."""
    changed = bytearray(data)
    for _ in range(int(rng.integers(1, _MOST_CHANGES + 1))):
        at = int(rng.integers(len(changed))) if changed else 0
        match int(rng.integers(3)):
            case 0 if changed:
                changed[at] = int(rng.integers(256))
            case 1:
                del changed[at : at + int(rng.integers(1, _LONGEST + 1))]
            case _:
                changed[at:at] = rng.bytes(int(rng.integers(1, _LONGEST + 1)))
    return bytes(changed)
