"""Any failure of LoLA's socket: valid commands, none of them stale, and a robot that goes on.

A robot behind a real socket and the control cycle, in one process; the test sets the clock, so
that nothing depends on the load of the computer.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware.lola import server as server_module
from hardware.lola.client import LolaClient
from hardware.lola.codec import RobotIdentity, encode_sensors
from hardware.lola.server import LolaServer
from hardware.postures import Posture
from hardware.robot import Robot
from hardware.sensors_and_commands import CYCLE, JointCommand, SensorFrame
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.campaigns.machine.fuzz import Judge
from hsm.campaigns.machine.mutating_wire import mutated
from hsm.chart import robot_chart
from hsm.chart.leaves import FREEZE, OFF, STAND_NORMAL, WALK
from hsm.control.assembly import build_cycle, load_settings
from hsm.settings.robot_file import load_robot
from hsm.simulated.simulation import load_plant
from motions.requests import Motion, MotionRequest
from tests.hardware.lola.made_up import IDENTITY, Clock

pytestmark = pytest.mark.benchmark

NAO = load_robot()
STAND, AHEAD = MotionRequest(), MotionRequest(Motion.WALK, 0.15)
REQUESTS = {"stand": STAND, "walk": AHEAD}
PHASES = range(4)
LATE = 0.6
"""Share of a cycle after which a frame counts as missing."""


class Wire:
    """Both ends of a socket, cycle by cycle."""

    def __init__(self, folder: Path, robot: Robot, *, pace: float = 1.0) -> None:
        """With a pace of 2 clock cycles per robot cycle, a missing frame is overdue at once."""
        self.robot = robot
        self._pace = pace
        self.path = folder / "robocup"
        self.clock = Clock()
        self._begin = self.clock.now
        self._cycles = 0
        self.server = LolaServer(self.path, robot, IDENTITY, cycle=CYCLE)
        self.client = LolaClient(self.path, cycle=CYCLE, clock=self.clock)
        self.control = build_cycle(load_settings())
        self.client.reach()
        self.server.accept()
        self.judge = Judge(NAO, robot_chart(NAO.cycle), self.control.machine.name)
        self.leaves: list[str] = []
        self.frame: SensorFrame | None = None

    def serve(self, *, sends: bool = True) -> None:
        """Run a cycle of the robot, with or without sending its frame."""
        self._cycles += 1
        self.clock.now = self._begin + self._pace * CYCLE * self._cycles
        if sends:
            self.server.accept()
            self.server.make_cycle()
        else:
            self.robot.receive()
        if not (sends and self.server.connected):
            self.clock.now += CYCLE * LATE

    def control_it(self, request: MotionRequest) -> None:
        """Run a cycle of the control."""
        self.frame = self.client.receive()
        outcome = self.control.step(self.frame, request)
        problems = self.judge.look(outcome)
        assert not problems, problems
        self.client.send(outcome.command)
        self.leaves.append(outcome.leaf)

    def go_on(self, seconds: float, request: MotionRequest, *, sends: bool = True) -> list[str]:
        """Continue for some time and return the leaves during it."""
        before = len(self.leaves)
        for _ in range(round(seconds / CYCLE)):
            self.serve(sends=sends)
            self.control_it(request)
        return self.leaves[before:]

    def comes_to(self, leaf: str, request: MotionRequest, within: float) -> float:
        """Continue until the robot is in a leaf; return the time it took, s."""
        for number in itertools.count():
            if self.leaves and self.leaves[-1] == leaf:
                return number * CYCLE
            assert number * CYCLE < within, (leaf, self.leaves[-1])
            self.serve()
            self.control_it(request)
        raise AssertionError

    def end_server(self) -> None:
        """Close the end of the robot."""
        self.server.close()

    def begin_server(self) -> None:
        """Open the end of the robot again."""
        self.server = LolaServer(self.path, self.robot, IDENTITY, cycle=CYCLE)


def standing_robot(number: int) -> Robot:
    return SimulatedRobot(NAO, load_plant("ideal"), robot=0, seed=number, posture=Posture.STANDING)


@pytest.fixture(params=[(name, phase) for name in REQUESTS for phase in PHASES], ids=str)
def busy(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[Wire, MotionRequest, str]]:
    """Yield a busy robot in four phases of its motion."""
    name, phase = request.param
    wire = Wire(tmp_path, standing_robot(phase))
    wire.comes_to(STAND_NORMAL.name, STAND, 10.0)
    wire.go_on(0.5, STAND)
    asked = REQUESTS[name]
    wire.go_on(2.0 + 0.06 * phase, asked)
    assert (wire.leaves[-1] in WALK) == (name == "walk")
    yield wire, asked, wire.leaves[-1]
    wire.client.close()
    wire.server.close()


def demand_recovery(wire: Wire, asked: MotionRequest) -> None:
    wire.comes_to(STAND_NORMAL.name, STAND, 25.0)
    leaves = wire.go_on(4.0, asked)
    assert any(leaf in WALK for leaf in leaves) == (asked is AHEAD)
    assert not any(leaf in FREEZE or leaf in OFF for leaf in leaves)


def test_frames_delayed_by_100_ms_change_nothing(
    busy: tuple[Wire, MotionRequest, str],
) -> None:
    wire, asked, _ = busy
    answered = wire.server.counters.answered
    leaves = wire.go_on(8 * CYCLE, asked, sends=False)
    assert wire.server.counters.answered <= answered + 1  # the last one, which was on its way
    assert not any(leaf in FREEZE or leaf in OFF for leaf in leaves)
    demand_recovery(wire, asked)


def test_after_2_s_of_silence_a_robot_has_been_held_and_switched_off_and_is_taken_up_again(
    busy: tuple[Wire, MotionRequest, str],
) -> None:
    wire, asked, _ = busy
    demand_held_and_off(wire.go_on(2.0, asked, sends=False))
    demand_recovery(wire, asked)
    assert wire.client.counters.connections == 1


def test_a_killed_server_is_found_again_after_its_restart(
    busy: tuple[Wire, MotionRequest, str],
) -> None:
    wire, asked, _ = busy
    wire.end_server()
    demand_held_and_off(wire.go_on(3.0, asked, sends=False))
    wire.begin_server()
    demand_recovery(wire, asked)
    assert wire.client.counters.connections == 2


def demand_held_and_off(leaves: list[str]) -> None:
    frozen = next(place for place, leaf in enumerate(leaves) if leaf in FREEZE)
    off = next(place for place, leaf in enumerate(leaves) if leaf in OFF)
    assert 0.09 < frozen * CYCLE < 0.13
    assert 0.9 < off * CYCLE < 1.1
    assert all(leaf in OFF for leaf in leaves[off:])


def test_of_ten_queued_frames_only_the_newest_is_answered(
    busy: tuple[Wire, MotionRequest, str],
) -> None:
    wire, asked, leaf = busy
    wire.serve()
    wire.control_it(asked)
    before = wire.frame
    dropped, answered = wire.client.counters.dropped, wire.server.counters.answered
    for _ in range(10):
        wire.serve()
    wire.control_it(asked)
    assert before is not None and wire.frame is not None
    assert wire.frame.time - before.time == pytest.approx(10 * CYCLE)
    assert wire.client.counters.dropped == dropped + 9
    wire.serve()
    assert wire.server.counters.answered == answered + 2  # the frame before the ten, and the newest
    wire.control_it(asked)
    demand_recovery(wire, asked)


class RecordedRobot:
    """A robot that repeats recorded frames of standing and counts its commands."""

    def __init__(self, frames: list[SensorFrame]) -> None:
        self._frames = itertools.cycle(frames)
        self.commands = 0

    def receive(self) -> SensorFrame | None:
        return next(self._frames)

    def send(self, command: JointCommand) -> None:
        self.commands += 1

    def close(self) -> None:
        pass


MUTATED = 100_000


def test_a_hundred_thousand_mutated_messages_stop_neither_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = []
    (tmp_path / "first").mkdir()
    first = Wire(tmp_path / "first", standing_robot(0))
    first.comes_to(STAND_NORMAL.name, STAND, 10.0)
    for _ in range(170):
        first.go_on(CYCLE, STAND)
        assert first.frame is not None
        frames.append(first.frame)
    first.client.close()
    first.server.close()

    wire = Wire(tmp_path, RecordedRobot(frames), pace=2.0)
    wire.comes_to(STAND_NORMAL.name, STAND, 10.0)
    rng, changed = np.random.default_rng(24), 0

    def spoilt(frame: SensorFrame, identity: RobotIdentity) -> bytes:
        nonlocal changed
        data = encode_sensors(frame, identity)
        if changed >= MUTATED or rng.random() < 0.5:
            return data
        changed += 1
        return mutated(data, rng)

    monkeypatch.setattr(server_module, "encode_sensors", spoilt)
    while changed < MUTATED:
        wire.serve()
        wire.control_it(STAND)
    told = wire.client.counters
    print(told, len(wire.leaves), {leaf: wire.leaves.count(leaf) for leaf in set(wire.leaves)})
    wire.go_on(1.5, STAND)
    demand_recovery(wire, STAND)
