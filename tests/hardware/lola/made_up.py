"""Frames, commands and robots for tests of the wire."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import strategies as st

from hardware.lola.client import LolaClient
from hardware.lola.codec import RobotIdentity
from hardware.lola.server import LolaServer
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import CYCLE, JointCommand, Lights, SensorFrame
from hardware.wire_precision import crossing_command, crossing_frame

IDENTITY = RobotIdentity("P0000074A03S8DB00021", "6.0.0", "P0000073A03S8EE00011", "6.0.0")
"""Texts as long as those of a robot, whose message has 896 bytes."""


def numbers(
    size: int, low: float = -1e3, high: float = 1e3
) -> st.SearchStrategy[tuple[float, ...]]:
    one = st.one_of(st.floats(low, high, width=32), st.just(math.nan), st.just(-0.0))
    return st.tuples(*[one] * size)


def whole(size: int, low: float, high: float) -> st.SearchStrategy[tuple[float, ...]]:
    return st.tuples(*[st.floats(low, high, width=32)] * size)


FRAMES: st.SearchStrategy[SensorFrame] = st.builds(
    SensorFrame,
    time=st.just(0.5),
    positions=numbers(JOINT_COUNT),
    stiffness=numbers(JOINT_COUNT),
    currents=numbers(JOINT_COUNT),
    temperatures=numbers(JOINT_COUNT),
    status=st.tuples(*[st.integers(0, 3)] * JOINT_COUNT),
    gyro=numbers(3),
    accelerometer=numbers(3),
    angles=numbers(2),
    fsr=numbers(8),
    touch=numbers(14),
    battery_charge=st.floats(0, 1, width=32),
    battery_current=st.floats(-5, 5, width=32),
    sonar=numbers(2),
    battery_status=st.integers(-32768, 32767),
    battery_temperature=st.floats(0, 90, width=32),
).map(crossing_frame)
COMMANDS: st.SearchStrategy[JointCommand] = st.builds(
    JointCommand,
    positions=whole(JOINT_COUNT, -3.0, 3.0),
    stiffness=whole(JOINT_COUNT, 0.0, 1.0),
    lights=whole(89, 0.0, 1.0).map(Lights.of),
).map(crossing_command)


class StillRobot:
    """A standing robot that counts its frames and records its commands."""

    def __init__(self, frame: Callable[[float], SensorFrame]) -> None:
        self._frame = frame
        self.cycles = 0
        self.commands: list[JointCommand] = []
        self.silent: set[int] = set()

    def receive(self) -> SensorFrame | None:
        self.cycles += 1
        return None if self.cycles in self.silent else self._frame(self.cycles * CYCLE)

    def send(self, command: JointCommand) -> None:
        self.commands.append(command)

    def close(self) -> None:
        pass


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def linked(
    path: Path, robot: StillRobot, *, lock_step: bool = False
) -> Iterator[tuple[LolaServer, LolaClient]]:
    """Yield both connected ends of a socket; the test makes every cycle of the server."""
    with LolaServer(path, robot, IDENTITY, cycle=CYCLE, lock_step=lock_step) as server:
        client = LolaClient(path, cycle=CYCLE, lock_step=lock_step)
        try:
            client.reach()
            server.accept()
            yield server, client
        finally:
            client.close()
