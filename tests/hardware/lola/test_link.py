"""Both ends of the socket: frames and commands in turn, and faults of either end."""

import logging
import random
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from hardware.calibration import Calibration
from hardware.lola.client import LolaClient
from hardware.lola.codec import RobotIdentity, encode_command, encode_sensors
from hardware.lola.server import LolaServer
from hardware.lola.sockets import SocketError
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.wire_precision import crossing_frame
from tests.fakes import STANCE, sensor_frame
from tests.hardware.lola.made_up import IDENTITY, Clock, StillRobot, linked

COMMAND = JointCommand(STANCE, (0.5,) * JOINT_COUNT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "robocup"


@pytest.fixture
def robot() -> StillRobot:
    return StillRobot(sensor_frame)


class Peer:
    """The end of the robot of a socket, byte by byte."""

    def __init__(self, path: Path) -> None:
        self._waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._waiting.bind(str(path))
        self._waiting.listen()
        self._waiting.settimeout(2.0)

    def accept(self) -> socket.socket:
        taken, _ = self._waiting.accept()
        taken.settimeout(2.0)
        return taken

    def close(self) -> None:
        self._waiting.close()


@pytest.fixture
def peer(path: Path) -> Iterator[Peer]:
    made = Peer(path)
    yield made
    made.close()


def frame_bytes(number: int) -> bytes:
    frame = replace(sensor_frame(), battery_temperature=float(number))
    return encode_sensors(frame, IDENTITY)


def test_frames_and_commands_cross_in_turn(path: Path, robot: StillRobot) -> None:
    with linked(path, robot, lock_step=True) as (server, client):
        for cycle in range(1, 20):
            assert server.await_answer(1.0)
            server.make_cycle()
            frame = client.receive()
            assert repr(frame) == repr(crossing_frame(sensor_frame(cycle * CYCLE)))
            client.send(COMMAND)
        assert server.await_answer(1.0)
        server.make_cycle()
    assert len(robot.commands) == 19
    assert robot.commands[0].stiffness == (0.5,) * JOINT_COUNT
    assert client.counters.received == 19 and client.counters.dropped == 0


def test_in_lock_step_a_cycle_without_a_frame_is_reported_and_answered(
    path: Path, robot: StillRobot
) -> None:
    robot.silent = {2}
    with linked(path, robot, lock_step=True) as (server, client):
        times = []
        for _ in range(3):
            assert server.await_answer(1.0)
            server.make_cycle()
            frame = client.receive()
            times.append(None if frame is None else frame.time)
            client.send(COMMAND)
    assert times == [CYCLE, None, 3 * CYCLE]


def test_in_lock_step_the_identity_is_learnt_even_if_the_first_frame_was_lost(
    path: Path, robot: StillRobot
) -> None:
    """Otherwise a robot with known joint zeros would walk with others."""
    robot.silent = {1}
    with LolaServer(path, robot, IDENTITY, cycle=CYCLE, lock_step=True) as server:
        serving = threading.Thread(
            target=lambda: server.serve(until=lambda: server.counters.cycles >= 2), daemon=True
        )
        serving.start()
        client = LolaClient(path, cycle=CYCLE, lock_step=True)
        client.connect(5.0)
        assert client.identity == IDENTITY
        frame = client.receive()
        assert frame is not None and frame.time == 2 * CYCLE
        serving.join(5.0)
        client.close()
    assert not robot.commands or robot.commands[0].positions == robot.commands[-1].positions


@pytest.mark.parametrize("first", [b"\x80", b"\x81\xa8Position\x93\x01\x02\x03"])
def test_a_broken_first_message_is_skipped(first: bytes, path: Path, peer: Peer) -> None:
    client = LolaClient(path, cycle=CYCLE)
    client.reach()
    robot = peer.accept()
    robot.sendall(first)
    with pytest.raises(SocketError, match="no robot has answered"):
        client.connect(0.05)
    robot.sendall(frame_bytes(1))
    client.connect(1.0)
    assert client.identity == IDENTITY
    frame = client.receive()
    assert frame is not None and frame.time == 2 * CYCLE
    client.close()
    robot.close()


def test_a_client_that_was_blocked_takes_the_newest_frame_and_counts_the_others(
    path: Path, peer: Peer
) -> None:
    client = LolaClient(path, cycle=CYCLE)
    client.reach()
    robot = peer.accept()
    for number in range(10):
        robot.sendall(frame_bytes(number))
    frame = client.receive()
    assert frame is not None and frame.battery_temperature == 9.0
    assert frame.time == 10 * CYCLE
    assert client.counters.dropped == 9
    client.send(COMMAND)
    client.send(COMMAND)
    assert client.counters.unsent == 1  # one message, one answer
    robot.setblocking(False)
    assert len(robot.recv(10_000)) == len(encode_command(COMMAND))
    client.close()
    robot.close()


def test_a_robot_that_sends_without_pause_does_not_block_the_cycle(
    path: Path, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = LolaClient(path, cycle=CYCLE)
    client.reach()
    robot = peer.accept()
    reads = 0

    def read() -> bool:
        nonlocal reads
        reads += 1
        assert reads < 1000, "the cycle reads for ever"
        robot.sendall(frame_bytes(reads))
        return bool(once())

    once = client._read  # noqa: SLF001
    monkeypatch.setattr(client, "_read", read)
    robot.sendall(frame_bytes(0))
    assert client.receive() is not None
    client.close()
    robot.close()


def test_an_overdue_frame_is_none_and_the_gap_counts_in_whole_cycles(
    path: Path, peer: Peer
) -> None:
    clock = Clock()
    client = LolaClient(path, cycle=CYCLE, clock=clock)
    client.reach()
    robot = peer.accept()
    robot.sendall(frame_bytes(1))
    first = client.receive()
    assert first is not None and first.time == CYCLE
    clock.now += 2.4 * CYCLE
    assert client.receive() is None
    clock.now += 0.6 * CYCLE
    robot.sendall(frame_bytes(2))
    frame = client.receive()
    assert frame is not None and frame.time == pytest.approx(4 * CYCLE)
    clock.now += 1.3 * CYCLE  # late, not missing
    robot.sendall(frame_bytes(3))
    frame = client.receive()
    assert frame is not None and frame.time == pytest.approx(5 * CYCLE)
    assert client.counters.missed == 1
    client.close()
    robot.close()


@pytest.mark.parametrize("part", [1, 100, 895])
def test_a_partial_message_is_no_frame_until_the_rest_arrives(
    path: Path, peer: Peer, part: int
) -> None:
    clock = Clock()
    client = LolaClient(path, cycle=CYCLE, clock=clock)
    client.reach()
    robot = peer.accept()
    data = frame_bytes(5)
    robot.sendall(data[:part])
    clock.now += 2.0 * CYCLE
    assert client.receive() is None
    robot.sendall(data[part:])
    frame = client.receive()
    assert frame is not None and frame.battery_temperature == 5.0
    client.close()
    robot.close()


def test_a_closed_connection_is_noticed_in_one_cycle_and_restored(path: Path, peer: Peer) -> None:
    clock = Clock()
    client = LolaClient(path, cycle=CYCLE, clock=clock)
    client.reach()
    robot = peer.accept()
    robot.sendall(frame_bytes(1))
    assert client.receive() is not None
    robot.close()
    assert client.receive() is None and not client.connected
    client.send(COMMAND)  # without a receiver
    clock.now += 0.5
    assert client.receive() is None and client.connected
    robot = peer.accept()
    robot.sendall(frame_bytes(2))
    frame = client.receive()
    assert frame is not None and frame.time > 40 * CYCLE
    assert client.counters.connections == 2
    client.close()
    robot.close()


def test_invalid_bytes_end_the_connection_and_a_wrong_message_only_loses_its_cycle(
    path: Path, peer: Peer, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    client = LolaClient(path, cycle=CYCLE, clock=clock)
    client.reach()
    robot = peer.accept()
    with caplog.at_level(logging.WARNING, "hsm.lola"):
        for _ in range(3):
            robot.sendall(b"\x81\xa8Position\x93\x01\x02\x03")
            assert client.receive() is None and client.connected
            client.send(COMMAND)
        robot.sendall(b"\xc1\xc1\xc1")
        assert client.receive() is None and not client.connected
    assert [record.message.split("; ")[-1] for record in caplog.records] == [
        "expected 25",
        "connecting again",
    ]
    assert client.counters.refused == 3
    client.close()
    robot.close()


def test_a_command_that_is_not_finite_or_incomplete_is_never_sent(
    path: Path, robot: StillRobot
) -> None:
    with linked(path, robot) as (server, client):
        server.make_cycle()
        client.receive()
        with pytest.raises(ValueError, match="finite"):
            client.send(replace(COMMAND, positions=(float("nan"),) * JOINT_COUNT))
        with pytest.raises(ValueError, match="needs 25 positions"):
            client.send(replace(COMMAND, positions=(0.0,)))
        server.make_cycle()
    assert robot.commands == []


def test_the_calibration_is_applied_to_frames_and_commands(path: Path, robot: StillRobot) -> None:
    with LolaServer(path, robot, IDENTITY, cycle=CYCLE) as server:
        client = LolaClient(path, cycle=CYCLE)
        client.calibrate(Calibration({3: 0.125}, 0.0, 0.0))
        client.reach()
        server.accept()
        server.make_cycle()
        frame = client.receive()
        assert frame is not None
        assert frame.positions[3] == pytest.approx(STANCE[3] + 0.125, abs=1e-6)
        client.send(COMMAND)
        server.make_cycle()
        client.close()
    assert robot.commands[0].positions[3] == pytest.approx(STANCE[3] - 0.125, abs=1e-6)


def test_a_robot_with_another_body_is_reported_as_its_calibration_is_not_read(
    path: Path, robot: StillRobot, caplog: pytest.LogCaptureFixture
) -> None:
    client = LolaClient(path, cycle=CYCLE, clock=(clock := Clock()))
    for body in ("one", "one", "other"):
        with LolaServer(path, robot, RobotIdentity(body), cycle=CYCLE) as server:
            client.reach()
            server.accept()
            server.make_cycle()
            assert client.receive() is not None
            client.close()
        clock.now += 1.0
    (warning,) = [text for text in caplog.messages if "calibration" in text]
    assert "body other has taken the place of one" in warning


def test_a_partial_command_leaves_the_rest_unchanged(path: Path, robot: StillRobot) -> None:
    with LolaServer(path, robot, IDENTITY, cycle=CYCLE) as server:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.connect(str(path))
        server.accept()
        server.make_cycle()
        client.sendall(b"\x81\xa5Chest\x93\x01\x00\x00")
        server.make_cycle()
        client.sendall(b"\x81\xa5Chest\x92\x01\x00")  # too short: refused
        server.make_cycle()
        client.close()
    assert len(robot.commands) == 1
    assert robot.commands[0].lights.chest == (1.0, 0.0, 0.0)
    assert robot.commands[0].stiffness == sensor_frame().stiffness
    assert server.counters.refused == 1


def test_one_client_is_served_and_a_second_one_turned_away(path: Path, robot: StillRobot) -> None:
    with linked(path, robot) as (server, client):
        second = LolaClient(path, cycle=CYCLE)
        second.reach()
        server.accept()
        server.make_cycle()
        assert client.receive() is not None
        assert second.receive() is None and not second.connected
        client.close()
        third = LolaClient(path, cycle=CYCLE)
        third.reach()
        server.accept()
        server.make_cycle()
        assert third.receive() is not None
        third.close()
        second.close()


def test_a_client_that_reads_nothing_does_not_block_the_robot(
    path: Path, robot: StillRobot
) -> None:
    with linked(path, robot) as (server, client):
        for _ in range(2000):
            server.make_cycle()
        assert server.counters.cycles == 2000
        assert server.counters.unread > 1000
        assert client.receive() is not None
        assert client.counters.dropped > 10


def test_a_client_that_sends_without_pause_does_not_block_the_robot(
    path: Path, robot: StillRobot
) -> None:
    class Talker(socket.socket):
        """A connection that always has another command."""

        asked = 0

        def recv(self, size: int, flags: int = 0, /) -> bytes:
            self.asked += 1
            assert self.asked < 1000, "the robot reads for ever"
            return encode_command(COMMAND)

    with LolaServer(path, robot, IDENTITY, cycle=CYCLE) as server:
        server._client = talker = Talker(socket.AF_UNIX, socket.SOCK_STREAM)  # noqa: SLF001
        talker.setblocking(False)
        server.make_cycle()
    assert server.counters.cycles == 1


def test_a_path_in_use_is_refused_and_an_abandoned_one_is_taken_over(
    path: Path, robot: StillRobot
) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(path))
    left.close()
    with LolaServer(path, robot, IDENTITY, cycle=CYCLE):
        assert path.stat().st_mode & 0o077 == 0
        with pytest.raises(SocketError, match="is served by another process"):
            LolaServer(path, robot, IDENTITY, cycle=CYCLE)
    assert not path.exists()
    path.write_text("a file")
    with pytest.raises(SocketError, match="is not a socket"):
        LolaServer(path, robot, IDENTITY, cycle=CYCLE)
    with pytest.raises(SocketError, match="at most 107 bytes"):
        LolaServer(path.parent / ("x" * 120), robot, IDENTITY, cycle=CYCLE)


def test_waiting_for_a_robot_fails_with_an_error_after_its_time(path: Path) -> None:
    client = LolaClient(path, cycle=CYCLE)
    with pytest.raises(SocketError, match="no robot has answered for 0.05 s"):
        client.connect(0.05)


def test_the_hint_where_to_find_a_robot_is_logged_in_the_first_second_and_only_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    times = count(0.0, 1.5)
    client = LolaClient(path, cycle=CYCLE, clock=lambda: next(times))
    with caplog.at_level(logging.INFO), pytest.raises(SocketError, match="for 35 s") as none:
        client.connect(35.0)
    first, *others = caplog.messages
    assert "On a NAO give --socket /tmp/robocup" in first
    assert f"`hsm serve lola --socket {path}` serves a robot" in first
    assert len(others) in (2, 3) and all("waiting for a robot, " in other for other in others)
    assert none.value.hint in first


def test_a_second_client_is_told_briefly_that_another_one_is_served(
    path: Path, robot: StillRobot, caplog: pytest.LogCaptureFixture
) -> None:
    with linked(path, robot) as (server, client):
        stop = threading.Event()
        serving = threading.Thread(target=lambda: server.serve(until=stop.is_set), daemon=True)
        serving.start()
        second = LolaClient(path, cycle=CYCLE)
        with caplog.at_level(logging.INFO), pytest.raises(SocketError, match="answered") as none:
            second.connect(0.8)
        stop.set()
        serving.join(5.0)
        second.close()
        assert client.connected
    assert "serves one program; end the other one" in none.value.hint
    assert second.counters.connections > 2
    told = [message for message in caplog.messages if "second client" not in message]
    assert len(told) == 2 and none.value.hint in told[1]


def test_in_real_time_frames_go_out_every_cycle_without_an_answer(
    path: Path, robot: StillRobot
) -> None:
    with LolaServer(path, robot, IDENTITY, cycle=CYCLE) as server:
        done = threading.Thread(
            target=lambda: server.serve(until=lambda: server.counters.cycles >= 15), daemon=True
        )
        done.start()
        client = LolaClient(path, cycle=CYCLE)
        client.connect(5.0)
        frames = [client.receive() for _ in range(5)]
        done.join(5.0)
        client.close()
    assert any(frame is not None for frame in frames)


def test_corrupted_bytes_stop_neither_end_and_the_link_recovers(path: Path, peer: Peer) -> None:
    chance, clock = random.Random(4), Clock()
    client = LolaClient(path, cycle=CYCLE, clock=clock)
    client.reach()
    robot = peer.accept()
    frames = times = 0
    last = 0.0
    for number in range(2000):
        data = bytearray(frame_bytes(number))
        for _ in range(chance.choice((0, 1, 1, 4))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        robot.sendall(data[: chance.choice((len(data), len(data), len(data) // 2))])
        clock.now += 2.0 * CYCLE  # half a message is overdue at once
        frame = client.receive()
        client.send(COMMAND)
        if frame is not None:
            frames += 1
            assert frame.time > last
            last = frame.time
        if not client.connected:
            robot.close()
            clock.now += 0.2
            client.reach()
            robot = peer.accept()
            times += 1
    robot.close()
    clock.now += 1.0
    while client.connected:
        client.receive()
    clock.now += 1.0
    client.reach()
    robot = peer.accept()
    robot.sendall(frame_bytes(7))
    assert client.receive() is not None
    assert frames > 200 and times > 50
    client.close()
    robot.close()
