"""The services over qi: a client process, the services, and a simulated robot."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from hsm.apps.naoqi import ALBroker, ALModule, ALProxy
from hsm.apps.naoqi.hosting import qi_session
from hsm.apps.naoqi.hosting.qi_host import QiHost
from hsm.apps.naoqi.hosting.qi_session import QiError
from hsm.apps.robot.client import RobotClient
from hsm.campaigns.wire.processes import (
    START_TIMEOUT,
    descendants,
    program,
    short_folder,
    wait_for,
    words_of,
)
from hsm.control.thresholds import FactParameters
from hsm.settings.loader import config_folder, load

qi = pytest.importorskip("qi", reason="qi has no wheel for this computer")

WALKS_AND_DIES = """
import sys, qi, os, time
session = qi.Session()
session.connect(sys.argv[1])
session.service("ALMotion").moveToward(1.0, 0.0, 0.0)
print("walks", flush=True)
time.sleep(0.3)
os._exit(1)
"""


class Served:
    def __init__(self, url: str, log: Path, process: int) -> None:
        self.url, self.log, self.process = url, log, process
        self.session = qi.Session()
        self.session.connect(url)
        self.motion: Any = self.session.service("ALMotion")
        self.posture: Any = self.session.service("ALRobotPosture")
        self.memory: Any = self.session.service("ALMemory")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with short_folder() as folder:
        log = folder / "log"
        words = ("serve", "naoqi", "--port", "0", "--plant", "ideal", "--lock-step")
        with program(log, "hsm", *words) as server:
            wait_for("the services", lambda: "tcp://" in log.read_text(), START_TIMEOUT, log)
            url = next(w for w in log.read_text().split() if w.startswith("tcp://")).rstrip(";")
            yield Served(url, log, server.pid)


@contextmanager
def pepper_served() -> Iterator[tuple["subprocess.Popen[bytes]", Path]]:
    """Serve a wheeled robot; yield the process and its log; check that no process is left."""
    with short_folder() as folder:
        log = folder / "log"
        words = ("serve", "naoqi", "--port", "0", "--model", "pepper", "--lock-step")
        with program(log, "hsm", *words) as server:
            wait_for("the services", lambda: "tcp://" in log.read_text(), START_TIMEOUT, log)
            begun = descendants(server.pid)
            yield server, log
        assert begun
        wait_for("their end", lambda: not any(words_of(number) for number in begun), 10.0, log)


# First of all: the other tests share a robot in lock-step, which computes all the time.
def test_closing_the_terminal_ends_the_services_and_their_robot() -> None:
    with pepper_served() as (server, _):
        server.send_signal(signal.SIGHUP)
        assert server.wait(20.0) == 0


def test_a_port_in_use_is_reported_with_the_systems_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            QiError, match=f"port {port} of .* is not available: Address already in"
        ):
            QiHost(lambda _: pytest.fail("nothing is served"), port=port)


def test_a_server_that_does_not_speak_qi_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(qi_session, "_ANSWERS_WITHIN", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(QiError, match=f"tcp://127.0.0.1:{port} does not speak qi"):
            ALProxy("ALMotion", "127.0.0.1", port)


def test_the_port_is_open_on_the_loopback_address_only(served: Served) -> None:
    port = int(served.url.rsplit(":", 1)[1])
    listening = [
        line.split()[1]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and int(line.split()[1].split(":")[1], 16) == port
    ]
    assert listening == [f"0100007F:{port:04X}"]


def answer_time(served: Served, *, active: bool) -> float:
    """Return the median response time of a query, s."""
    times = []
    for _ in range(20):
        begin = monotonic()
        assert served.motion.moveIsActive() is active
        times.append(monotonic() - begin)
    return median(times)


def test_queries_are_answered_while_many_calls_wait(served: Served) -> None:
    served.motion.wakeUp()
    served.posture.goToPosture("StandInit", 0.5)
    idle = answer_time(served, active=False)
    waiting = [served.motion.moveTo(2.0, 0.0, 0.0, _async=True) for _ in range(8)]
    wait_for("the walk", served.motion.moveIsActive, 10.0, served.log)
    assert answer_time(served, active=True) < 10.0 * idle
    assert sum(not future.isFinished() for future in waiting) == 1
    assert served.motion.stopMove() is True
    assert [future.value() for future in waiting] == [False] * 8
    served.motion.waitUntilMoveIsFinished()
    assert served.motion.moveIsActive() is False


def test_the_calls_of_a_program_are_executed_in_order(served: Served) -> None:
    served.motion.wakeUp()
    for _ in range(8):
        served.motion.moveTo(50.0, 0.0, 0.0, _async=True)
        end = served.motion.waitUntilMoveIsFinished(_async=True)
        assert served.motion.moveIsActive()
        assert not end.isFinished()
        served.motion.stopMove()


def test_a_later_wake_up_is_not_blamed_on_a_program_that_has_gone(
    served: Served,
) -> None:
    served.motion.wakeUp()
    sleep(0.1)
    log = len(served.log.read_text())
    words = WALKS_AND_DIES.replace("moveToward(1.0", "moveTo(0.05")
    subprocess.run([sys.executable, "-c", words, served.url], check=False)
    served.motion.rest()
    served.motion.wakeUp()
    sleep(0.5)
    assert "is gone" not in served.log.read_text()[log:]


def test_cancelling_a_call_ends_its_own_walk_and_no_other(served: Served) -> None:
    served.motion.wakeUp()
    served.motion.moveToward(0.5, 0.0, 0.0)
    others = [
        served.motion.angleInterpolation("HeadYaw", [0.3], [60.0], True, _async=True),
        served.motion.waitUntilMoveIsFinished(_async=True),
    ]
    for other in others:
        other.cancel()
    wait_for("their end", lambda: all(other.isCanceled() for other in others), 10.0, served.log)
    begin = served.motion.getRobotPosition(True)[0]
    wait_for(
        "0.3 m more",
        lambda: served.motion.getRobotPosition(True)[0] > begin + 0.3,
        60.0,
        served.log,
    )
    way = served.motion.moveTo(50.0, 0.0, 0.0, _async=True)
    wait_for("the call", served.motion.moveIsActive, 10.0, served.log)
    way.cancel()
    wait_for("the end of the walk", lambda: not served.motion.moveIsActive(), 60.0, served.log)
    assert way.value() is False


def test_cancelling_a_call_that_moves_joints_stops_them(served: Served) -> None:
    def turned() -> float:
        angle: float = served.motion.getAngles("HeadYaw", False)[0]
        return angle

    def rests() -> bool:
        before = turned()
        sleep(0.3)
        return turned() == before

    served.motion.wakeUp()
    begin = turned()
    turns = served.motion.angleInterpolation("HeadYaw", [begin + 0.8], [40.0], True, _async=True)
    wait_for("the head", lambda: turned() != begin, 10.0, served.log)
    turns.cancel()
    wait_for("its end", turns.isCanceled, 10.0, served.log)
    wait_for("its rest", rests, 40.0, served.log)
    assert turned() < begin + 0.7


def test_a_program_kills_the_task_of_its_own_call_by_its_number(served: Served) -> None:
    motion = served.motion
    motion.wakeUp()
    motion.killAll()
    turns = motion.angleInterpolation("HeadYaw", [0.8], [40.0], True, _async=True)
    wait_for("the task", lambda: bool(motion.getTaskList()), 10.0, served.log)
    ((name, number, joints),) = motion.getTaskList()
    assert (name, joints) == ("angleInterpolation", ["HeadYaw"])
    assert motion.areResourcesAvailable(["HeadYaw"]) is False
    assert motion.areResourcesAvailable(["HeadPitch", "LArm"]) is True
    assert motion.killTask(number) is True
    assert turns.value(10_000) is None and motion.getTaskList() == []
    turns = motion.angleInterpolation("HeadYaw", [0.8], [40.0], True, _async=True)
    wait_for("the task", lambda: bool(motion.getTaskList()), 10.0, served.log)
    motion.killTasksUsingResources(motion.getBodyNames("Head"))
    assert turns.value(10_000) is None and motion.areResourcesAvailable(["HeadYaw"])


def test_a_program_that_restores_naoqis_defaults_at_its_end_ends_without_error(
    served: Served,
) -> None:
    for state in (False, True):
        served.motion.setExternalCollisionProtectionEnabled("All", state)
        served.motion.setSmartStiffnessEnabled(state)
        assert served.motion.setCollisionProtectionEnabled("Arms", state) is not state
    assert served.motion.getExternalCollisionProtectionEnabled("All") is False
    assert "ExternalCollisionProtectionEnabled has no effect: it st" in served.log.read_text()


def test_older_programs_connect_by_host_and_port(served: Served) -> None:
    host, port = served.url.removeprefix("tcp://").split(":")
    broker = ALBroker("broker", "0.0.0.0", 0, host, port)
    motion = ALProxy("ALMotion")
    assert motion.wakeUp() is True
    number = motion.post.moveTo(50.0, 0.0, 0.0)
    assert motion.isRunning(number) and motion.wait(number, 100)
    motion.stop(number)
    motion.setAngles(["HeadYaw"], np.array([0.1]), np.float64(0.2))
    assert motion.wait(number, 0) is False and motion.getAngles("HeadYaw", True)
    with pytest.raises(RuntimeError, match="x is 'a'; expected a number"):
        ALProxy("ALMotion", host, int(port)).moveTo("a", 0.0, 0.0)
    with pytest.raises(RuntimeError, match="there is no service 'ALTracker' at tcp://.* ALMotion,"):
        ALProxy("ALTracker")
    with pytest.raises(AttributeError, match="no function 'moveTwo'"):
        motion.moveTwo(0.1, 0.0, 0.0)

    class Hears(ALModule):
        def on_said(self, event: str, value: Any) -> None:
            told.append((event, value, ALProxy("ALMotion").robotIsWakeUp()))

    told: list[Any] = []
    hears = Hears("hears")
    memory = ALProxy("ALMemory")
    memory.subscribeToEvent("Said", hears.getName(), "on_said")
    memory.raiseEvent("Said", 3)
    wait_for("the event", lambda: bool(told), 10.0, served.log)
    assert told == [("Said", 3, True)]
    broker.shutdown()


def test_a_posted_call_that_is_refused_is_logged_even_if_nobody_waits_for_it(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = served.url.removeprefix("tcp://").split(":")
    ALProxy("ALMotion", host, int(port)).post.moveTo("a", 0.0, 0.0)
    wait_for("the message", lambda: "ALMotion::moveTo x is 'a'" in caplog.text, 10.0, served.log)


def test_an_error_is_one_sentence_without_server_paths(served: Served) -> None:
    with pytest.raises(RuntimeError) as caught:
        served.motion.moveTo("a", 0.0, 0.0)
    assert str(caught.value).startswith("ALMotion::moveTo x is 'a'; expected a number")
    assert "/hsm/apps/naoqi/motion" not in str(caught.value) and ".py" not in str(caught.value)


def test_an_event_reaches_a_program(served: Served) -> None:
    heard: list[Any] = []
    subscriber = served.memory.subscriber("Said")
    subscriber.signal.connect(heard.append)
    served.memory.raiseEvent("Said", [1, "two"])
    begin = monotonic()
    while not heard and monotonic() - begin < 5.0:
        sleep(0.01)
    assert heard == [[1, "two"]]


def test_a_robot_in_lock_step_keeps_standing_however_late_its_services_are(
    served: Served,
) -> None:
    served.motion.wakeUp()
    words = [word for number in descendants(served.process) for word in words_of(number)]
    silent_after = load(config_folder() / "facts.yaml", FactParameters).operator.silent_after
    with RobotClient(next(word for word in words if word.endswith("/requests"))) as robot:
        os.kill(served.process, signal.SIGSTOP)
        try:
            over = robot.status()["time"] + silent_after + 0.5
            wait_for("the time", lambda: robot.status()["time"] > over, 120.0, served.log)
            assert not robot.status()["silent"]
        finally:
            os.kill(served.process, signal.SIGCONT)


def test_the_walk_of_a_program_that_vanishes_is_stopped(served: Served) -> None:
    served.motion.wakeUp()
    served.motion.waitUntilMoveIsFinished()
    sleep(0.1)
    client = subprocess.run(
        [sys.executable, "-c", WALKS_AND_DIES, served.url], capture_output=True, text=True
    )
    assert "walks" in client.stdout, client.stderr
    begin = monotonic()
    while served.motion.moveIsActive() and monotonic() - begin < 60.0:
        sleep(0.05)
    assert not served.motion.moveIsActive()
    assert "is gone: the walk is stopped" in served.log.read_text()


def test_a_refused_call_does_not_take_over_the_walk_of_another_program(served: Served) -> None:
    served.motion.wakeUp()
    sleep(0.1)
    log = len(served.log.read_text())
    other = qi.Session()
    other.connect(served.url)
    other.service("ALMotion").moveToward(1.0, 0.0, 0.0)
    sleep(0.1)
    with pytest.raises(RuntimeError, match="x is 'a'; expected a number"):
        served.motion.moveTo("a", 0.0, 0.0)
    sleep(0.3)
    assert served.motion.moveIsActive()
    other.close()
    begin = monotonic()
    while served.motion.moveIsActive() and monotonic() - begin < 60.0:
        sleep(0.05)
    assert not served.motion.moveIsActive()
    assert "is gone: the walk is stopped" in served.log.read_text()[log:]


@pytest.mark.benchmark  # processes start slowly
def test_a_wheeled_robot_is_served_from_a_separate_process() -> None:
    with pepper_served() as (_, log):
        url = next(w for w in log.read_text().split() if w.startswith("tcp://")).rstrip(";")
        session = qi.Session()
        session.connect(url)
        motion = session.service("ALMotion")
        assert motion.wakeUp() is True
        assert motion.moveTo(0.2, 0.1, 0.0) is True
        assert motion.getRobotPosition(True) == pytest.approx([0.2, 0.1, 0.0], abs=0.01)
        with pytest.raises(RuntimeError) as caught:
            motion.setFootSteps(["LLeg"], [[0.06, 0.1, 0.0]], [0.6], False)
        words = "ALMotion::setFootSteps refused: footsteps are not allowed on this robot"
        assert str(caught.value).startswith(words)
        session.close()
