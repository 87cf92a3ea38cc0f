"""What a program hears is the answer to what it has said, even after one that came too late."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from struct import Struct
from threading import Event, Thread
from time import sleep
from typing import Any

import msgpack
import numpy as np
import pytest

from hardware.lola.sockets import SocketError, listen
from hsm.apps.robot import client
from hsm.apps.robot.client import RefusedError, RobotClient
from hsm.apps.robot.process_queues import ChannelEnd
from hsm.apps.robot.protocol import read_message
from hsm.campaigns.wire.processes import short_folder
from motions.destinations import WalkTo
from motions.kicks.wish import Kick, KickKind
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest
from motions.sight import SeenBall, Sighting
from tests.hsm.apps.robot.served import served_requests


class SlowRobot:
    """Answers every message with its own number, the first one when it is told to.

    Attributes:
        go_on: Lets it answer.
    """

    def __init__(self, path: Path) -> None:
        self.go_on = Event()
        self._numbers = iter(range(1, 10))
        self._waiting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._waiting.bind(str(path))
        self._waiting.listen()
        Thread(target=self._let_in, daemon=True).start()

    def _let_in(self) -> None:
        while True:
            program, _ = self._waiting.accept()
            Thread(target=self._serve, args=(program,), daemon=True).start()

    def _serve(self, program: socket.socket) -> None:
        unpacker = msgpack.Unpacker()
        with suppress(OSError):  # the program has gone
            while data := program.recv(4096):
                unpacker.feed(data)
                for _ in unpacker:
                    report: dict[str, Any] = {"number": next(self._numbers)}
                    self.go_on.wait(10.0)
                    program.sendall(msgpack.packb({"version": 1, "report": report}))


@pytest.fixture
def path() -> Iterator[Path]:
    with short_folder() as folder:
        yield folder / "requests"


def test_an_answer_that_comes_late_is_not_taken_for_the_next_one(path: Path) -> None:
    slow = SlowRobot(path)
    robot = RobotClient(path)
    with pytest.raises(SocketError, match="does not answer"):
        robot._exchange({}, 0.05)  # noqa: SLF001
    slow.go_on.set()
    assert [robot.status()["number"], robot.status()["number"]] == [2, 3]
    robot.close()


def test_after_an_interrupt_no_answer_is_taken_for_the_next_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a notebook, where a person stops a cell and runs the next one."""
    SlowRobot(path).go_on.set()
    robot = RobotClient(path)

    def interrupted(self: RobotClient) -> None:
        select([self._socket], [], [])  # the answer is there, and is not read
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(RobotClient, "_next_answer", interrupted)
        with pytest.raises(KeyboardInterrupt):
            robot.status()
    assert [robot.status()["number"], robot.status()["number"]] == [2, 3]
    robot.close()


@dataclass
class Heard:
    """A robot of which one hears what was said to it.

    Attributes:
        robot: Who says it.
        inside: The end of the control cycle.
    """

    robot: RobotClient
    inside: ChannelEnd

    def request(self) -> MotionRequest | None:
        """Return what was asked last."""
        return read_message(msgpack.unpackb(self.inside.receive()[-1])).request


@pytest.fixture
def heard(path: Path) -> Iterator[Heard]:
    # A program may give the path as a text.
    with served_requests(path) as inside, RobotClient(str(path)) as robot:
        yield Heard(robot, inside)


def test_what_is_held_may_be_said_by_names_or_by_values(heard: Heard) -> None:
    meant = MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST))
    heard.robot.hold(motion="kick", kick={"kind": "forward_fast"})
    assert heard.request() == meant
    heard.robot.hold(motion=Motion.KICK, kick=Kick(KickKind.FORWARD_FAST))
    assert heard.request() == meant
    heard.robot.hold(motion="kick", kick={"kind": KickKind.FORWARD_FAST})
    assert heard.request() == meant


def test_numbers_of_numpy_are_numbers(heard: Heard) -> None:
    half: Any = np.float32(0.5)
    none: Any = np.int8(0)
    heard.robot.walk(half, none, np.float64(0.25))
    assert heard.request() == MotionRequest(Motion.WALK, 0.5, 0.0, 0.25)
    heard.robot.ask(MotionRequest(Motion.WALK, half, number=none))
    assert heard.request() == MotionRequest(Motion.WALK, 0.5)
    heard.robot.go_to(half, none)
    assert heard.request() == MotionRequest(Motion.WALK_TO, walk_to=WalkTo(0.5, 0.0))
    kicked = {"kind": "forward_fast", "target": np.array([1.0, 2.0])}
    heard.robot.hold(motion="kick", kick=kicked)
    aimed = Kick(KickKind.FORWARD_FAST, target=(1.0, 2.0))
    assert heard.request() == MotionRequest(Motion.KICK, kick=aimed)
    heard.robot.see(Sighting(SeenBall(half, Pose2(), half, 0.0)))


def test_a_robot_that_lets_nobody_in_is_told_apart_from_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_TIME", Hurried())
    with listen(path):
        waiting = [RobotClient(path) for _ in range(5)]
        with pytest.raises(SocketError, match="other programs wait to be let in"):
            RobotClient(path)
        for robot in waiting:
            robot.close()


class Hurried:
    """A timeout of 50 ms, whatever is asked for."""

    def pack(self, *_: int) -> bytes:
        return Struct("2l").pack(0, 50_000)


def test_what_is_too_long_is_refused_with_its_reason_and_the_next_word_is_heard(
    heard: Heard,
) -> None:
    with pytest.raises(RefusedError, match="not MessagePack|more than"):
        heard.robot.hold(motion="x" * 10_000_000)
    heard.robot.walk(0.125)
    assert heard.request() == MotionRequest(Motion.WALK, 0.125)
    with pytest.raises(RefusedError, match="exceeds max_array_len"):
        heard.robot.hold(motion="walk", stiffness_most=[1.0] * 1000)
    heard.robot.walk(0.25)
    assert heard.request() == MotionRequest(Motion.WALK, 0.25)


def test_a_program_too_many_replaces_the_connection_that_was_silent_longest(
    heard: Heard, path: Path
) -> None:
    silent, *others = [RobotClient(path) for _ in range(15)]
    for robot in (silent, *others, heard.robot):
        robot.status()
    last = RobotClient(path)
    last.walk(0.125)
    assert heard.request() == MotionRequest(Motion.WALK, 0.125)
    with pytest.raises(RefusedError, match="17 connections, this one was silent longest") as told:
        silent.status()
    assert told.value.hint == "Close connections that are done."
    assert heard.robot.status() == last.status() == others[-1].status() == {}
    for robot in (silent, last, *others):
        robot.close()


def test_a_program_that_does_not_read_its_answers_is_sent_away_and_the_log_says_so(
    heard: Heard, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nonsense = msgpack.packb({"nonsense": True})
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as deaf:
        deaf.settimeout(30.0)
        deaf.connect(str(path))
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            while True:
                deaf.sendall(nonsense)
    assert "a program that does not read its answers is sent away" in caplog.text
    heard.robot.walk(0.1)
    assert heard.inside.receive()


def test_what_is_refused_is_told_with_what_to_do(heard: Heard) -> None:
    with pytest.raises(RefusedError, match="turn is 90; expected -4 to 4 rad/s") as refused:
        heard.robot.walk(0.2, turn=90.0)
    assert refused.value.hint == "hsm/apps/robot/REQUEST.md describes the messages."
    with pytest.raises(RefusedError, match="WalkTo: heading is 90"):
        heard.robot.go_to(1.0, 0.0, 90.0)
    with pytest.raises(RefusedError, match="walk_to: WalkTo: x is nan; expected a finite number"):
        heard.robot.go_to(float("nan"), 0.0)


def test_what_is_seen_in_the_future_is_refused_at_once(heard: Heard) -> None:
    heard.inside.send(msgpack.packb({"time": 12.5}))
    while not heard.robot.status():
        pass
    now, later = (Sighting(SeenBall(time, Pose2(), 1.0, 0.0)) for time in (12.5, 1e6))
    heard.robot.see(now)
    with pytest.raises(RefusedError, match=r"time is 1e\+06 s, but the robot's time is 12.50 s"):
        heard.robot.see(later)


def test_what_is_seen_from_where_the_robot_has_not_been_is_refused_at_once(heard: Heard) -> None:
    heard.inside.send(msgpack.packb({"time": 12.5, "odometry": [3.0, 1.0, 0.0]}))
    while not heard.robot.status():
        pass
    here, elsewhere = (
        Sighting(SeenBall(12.0, pose, 1.0, 0.0))
        for pose in (Pose2(2.0, 1.0), Pose2(2000.0, 1000.0))
    )
    heard.robot.see(here)
    with pytest.raises(RefusedError, match="at 2000, 1000 m, but the robot's is at 3.00, 1.00 m"):
        heard.robot.see(elsewhere)


def test_a_special_motion_that_the_robot_does_not_have_is_refused_with_those_it_has(
    heard: Heard,
) -> None:
    bow = MotionRequest(Motion.SPECIAL, special="bow")
    heard.inside.send(msgpack.packb({"specials": ["nod", "wave"]}))
    while not heard.robot.status():
        pass
    with pytest.raises(RefusedError, match="unknown special motion 'bow'") as refused:
        heard.robot.ask(bow)
    assert refused.value.hint.startswith("there are nod, wave. `specials` in config/")
    heard.robot.ask(MotionRequest(Motion.SPECIAL, special="nod"))
    asked = heard.request()
    assert asked is not None and asked.special == "nod"


def test_what_is_no_request_is_refused_before_it_is_said(heard: Heard) -> None:
    with pytest.raises(RefusedError, match="'walk' is no MotionRequest") as refused:
        heard.robot.ask("walk")  # type: ignore[arg-type]
    assert "hold(motion=" in refused.value.hint
    with pytest.raises(RefusedError, match=r"request.kick: \w+ cannot be written as plain data"):
        heard.robot.hold(motion="kick", kick={1, 2})


def test_a_program_that_says_more_than_the_robot_takes_waits_and_loses_nothing(
    heard: Heard,
) -> None:
    """As a loop without a pause does; what it says last must not be what there is no room for."""
    speeds: list[float] = []

    def say() -> None:
        for number in range(2000):
            heard.robot.walk(1e-4 * number)
        heard.robot.stand()

    program = Thread(target=say, daemon=True)
    program.start()
    program.join(0.3)
    assert program.is_alive(), "there is room for everything: say more"
    while True:
        for packet in heard.inside.receive():
            request = read_message(msgpack.unpackb(packet)).request
            assert request is not None
            if request.motion is Motion.STAND:
                assert speeds == [1e-4 * number for number in range(2000)]
                return
            speeds.append(request.forward)
        sleep(1e-3)


def test_what_a_program_said_that_has_gone_while_it_waited_is_not_taken(
    heard: Heard, path: Path
) -> None:
    said: list[int] = []

    def say() -> None:
        for number in range(2000):
            heard.robot.walk(1e-4 * number)
            said.append(number)

    full = Thread(target=say, daemon=True)
    full.start()
    before = -1
    while not said or len(said) > before:  # until there is no room any more
        before = len(said)
        full.join(0.3)
    with RobotClient(path) as impatient:
        with pytest.raises(SocketError, match="does not answer"):
            impatient._exchange({"request": {"motion": "sit"}, "hold": True}, 0.1)  # noqa: SLF001
    motions = set[Motion]()
    while full.is_alive():
        for packet in heard.inside.receive():
            request = read_message(msgpack.unpackb(packet)).request
            assert request is not None
            motions.add(request.motion)
        sleep(1e-3)
    assert motions == {Motion.WALK}


def test_a_restarted_control_cycle_is_not_told_with_a_transition_of_the_one_before() -> None:
    """A transition comes with its cycle only, and is shown until the next one of the same run."""
    told = ({"process": 7, "transition": "Off -> Limp"}, {"process": 7}, {"process": 8})
    found = []
    with short_folder() as folder, served_requests(folder / "requests") as inside:
        for number, report in enumerate(told):
            inside.send(msgpack.packb({**report, "cycles": number}))
            with RobotClient(folder / "requests") as robot:
                while robot.status().get("cycles") != number:
                    sleep(0.01)
                found.append(robot.status().get("transition"))
    assert found == ["Off -> Limp", "Off -> Limp", None]
