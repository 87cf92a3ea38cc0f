"""A restarted control cycle counts as another robot: its clock restarts, no request is open."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Event, current_thread, main_thread
from time import monotonic, sleep
from typing import Any

import msgpack
import pytest

from hardware.robots.model import Side
from hsm.apps.naoqi import Proxy, Services
from hsm.apps.naoqi.argument_checks import MOST_SAID
from hsm.apps.naoqi.link import live
from hsm.apps.naoqi.link.live import LiveLink
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.robot.client import RobotClient
from hsm.apps.robot.process_queues import ChannelEnd
from hsm.apps.robot.protocol import read_message
from hsm.campaigns.wire.processes import short_folder
from hsm.chart.engine.states import Leaf
from hsm.chart.leaves import LIMP_LIMP, SIT_DOWN, WALK_STEPPING
from hsm.settings.loader import config_folder, load
from motions.locomotion.gait import GaitParameters
from motions.locomotion.wish import Footsteps, FootstepWish, PreviewWish
from motions.requests import Motion, MotionRequest
from tests.hsm.apps.robot.served import served_requests

SAY_EVERY = 0.5
"""Interval at which a lasting request is repeated, s."""


def report(process: int, time: float) -> dict[str, Any]:
    """Return the report of a control cycle of a standing robot."""
    angles = [0.0] * 26
    return {
        "process": process, "time": time, "leaf": "Stand.Normal", "motion": "stand", "number": 0,
        "forgotten": None, "errand_open": False, "odometry": [0.0, 0.0, 0.0], "up": [0.0, 0.0, 1.0],
        "tilt": [0.0, 0.0], "on_ground": True, "forces": [25.0, 25.0], "positions": angles,
        "commanded": angles, "stiffness": angles,
        "info": {"arrived": False, "speed": [0.0, 0.0, 0.0], "preview": None}, "footsteps": 0,
    }  # fmt: skip


class Heard:
    """Listener of a link.

    Attributes:
        told: Times of the reports, s, and reasons of losses.
    """

    def __init__(self) -> None:
        self.told: list[float | str] = []
        self.new = Event()

    def receive(self, report: RobotReport) -> None:
        self.told.append(report.time)
        self.new.set()

    def lose(self, why: str) -> None:
        self.told.append(why)


@pytest.fixture
def robot() -> Iterator[tuple[ChannelEnd, Path]]:
    """Yield the control cycle's end of a channel, and the socket of its requests."""
    with short_folder() as folder, served_requests(folder / "requests") as inside:
        inside.send(msgpack.packb(report(process=1, time=3600.0)))
        yield inside, folder / "requests"


@pytest.fixture
def cycle(robot: tuple[ChannelEnd, Path]) -> Iterator[tuple[ChannelEnd, LiveLink, Heard]]:
    """Yield the control cycle's end of a channel, a link to it, and the link's listener."""
    inside, path = robot
    link, heard = LiveLink(path), Heard()
    link.open(heard)
    yield inside, link, heard
    link.close()


def test_a_restarted_control_cycle_is_reported_and_gets_no_old_request(
    cycle: tuple[ChannelEnd, LiveLink, Heard],
) -> None:
    """Requests to the control cycle before are not repeated."""
    inside, link, heard = cycle
    link.send(MotionRequest(Motion.WALK, 0.2))
    while not inside.receive():
        pass
    heard.new.clear()
    inside.send(msgpack.packb(report(process=2, time=0.024)))
    assert heard.new.wait(10.0)
    assert heard.told == [3600.0, "the robot does not answer", 0.024]
    sleep(3.0 * SAY_EVERY)
    asked = [read_message(msgpack.unpackb(packet)).request for packet in inside.receive()]
    assert asked[1:] == [], "one may have been sent before the robot was lost"


def requests(inside: ChannelEnd) -> Iterator[MotionRequest]:
    """Yield what is requested, in its order, waiting for the next one."""
    last = monotonic()
    while monotonic() - last < 10.0:
        for packet in inside.receive():
            request = read_message(msgpack.unpackb(packet)).request
            assert request is not None
            yield request
            last = monotonic()
        sleep(0.01)


def test_a_request_made_while_another_one_is_being_sent_follows_without_delay(
    robot: tuple[ChannelEnd, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, path = robot
    sit = [MotionRequest(Motion.SIT)]
    with closing(LiveLink(path)) as link:

        def interrupted() -> float:
            """Request another motion while the link's thread decides whether to send."""
            if sit and current_thread() is not main_thread():
                link.send(sit.pop())
            return monotonic()

        monkeypatch.setattr(live, "monotonic", interrupted)
        link.send(MotionRequest(Motion.WALK, 0.2))
        begin = monotonic()
        link.open(Heard())
        assert any(request.motion is Motion.SIT for request in requests(inside))
        assert monotonic() - begin < 0.5 * SAY_EVERY


@pytest.mark.parametrize(("motion", "leaf"), [("limp", LIMP_LIMP), ("sit", SIT_DOWN.done)])
def test_a_program_does_not_undo_the_stop_of_another_one_until_its_next_call(
    robot: tuple[ChannelEnd, Path], motion: str, leaf: Leaf
) -> None:
    inside, path = robot
    with closing(Services(LiveLink(path))) as services:
        heard = SimpleQueue[float]()
        services.program.listeners.append(lambda report: heard.put(report.time))
        asked, motions = requests(inside), Proxy(services, "ALMotion")
        motions.move(0.1, 0.0, 0.0)
        walk = next(asked)
        walks = {"leaf": WALK_STEPPING.name, "motion": "walk", "number": walk.number}
        inside.send(msgpack.packb(report(1, 3601.0) | walks))
        assert heard.get(timeout=10.0) == 3601.0
        with RobotClient(path) as other:
            other.hold(motion=motion)
        inside.send(msgpack.packb(report(1, 3602.0) | {"motion": motion, "leaf": leaf.name}))
        assert heard.get(timeout=10.0) == 3602.0
        while inside.receive():  # the program may have repeated its request until here
            pass
        sleep(3.0 * SAY_EVERY)
        assert inside.receive() == []
        motions.begin("wakeUp", ())
        woken = next(asked)
        assert woken.motion is Motion.STAND and woken.number > walk.number
        assert next(asked) == woken


@pytest.mark.parametrize("hold", [True, False])
def test_a_robot_holds_requests_by_itself_only_if_the_link_is_told_so(
    robot: tuple[ChannelEnd, Path], hold: bool
) -> None:
    inside, path = robot
    with closing(LiveLink(path, hold=hold)) as link:
        link.open(Heard())
        link.send(MotionRequest())
        packets = list[bytes]()
        begin = monotonic()
        while not packets and monotonic() - begin < 10.0:
            packets = inside.receive()
        assert read_message(msgpack.unpackb(packets[0])).hold is hold


def test_what_the_robot_asks_a_person_for_is_logged_once(
    cycle: tuple[ChannelEnd, LiveLink, Heard], caplog: pytest.LogCaptureFixture
) -> None:
    inside, _, heard = cycle
    for time in (3601.0, 3602.0):
        heard.new.clear()
        inside.send(msgpack.packb(report(1, time) | {"leaf": "Limp.HoldUpright", "asks": "hold"}))
        assert heard.new.wait(10.0)
    assert caplog.messages == ["Limp.HoldUpright: the robot asks: hold"]


@pytest.mark.parametrize(("steps", "taken"), [(MOST_SAID, True), (MOST_SAID + 1, False)])
def test_the_maximum_number_of_footsteps_reaches_the_robot_and_more_are_refused(
    cycle: tuple[ChannelEnd, LiveLink, Heard], steps: int, taken: bool
) -> None:
    inside, link, heard = cycle
    config = load(config_folder() / "locomotion.yaml", GaitParameters).default
    step = FootstepWish(Side.LEFT, 0.0, 0.1, at=3000.123456789, config=config)
    times = (replace(step, at=3000.123456789 + at) for at in range(steps))
    placed = PreviewWish(footsteps=Footsteps(tuple(times)))
    link.send(MotionRequest(Motion.PREVIEW, preview=placed))
    begin, packets = monotonic(), list[bytes]()
    while not packets and len(heard.told) < 2 and monotonic() - begin < 10.0:
        packets = inside.receive()
    assert bool(packets) is taken
    if not taken:
        assert "the robot refuses the request: " in str(heard.told[1])
