"""A restarted control cycle counts as another robot: its clock restarts, no request is open."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import msgpack
import pytest

from hardware.lola.sockets import listen
from hardware.robots.model import Side
from hsm.apps.naoqi.argument_checks import MOST_SAID
from hsm.apps.naoqi.link.live import LiveLink
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.robot.process_queues import ChannelEnd, channel
from hsm.apps.robot.protocol import read_message
from hsm.apps.robot.request_server import RequestServer
from hsm.campaigns.wire.processes import short_folder
from hsm.settings.loader import config_folder, load
from motions.locomotion.gait import GaitParameters
from motions.locomotion.wish import Footsteps, FootstepWish, PreviewWish
from motions.requests import Motion, MotionRequest

SAY_EVERY = 0.5
"""Interval at which a lasting request is repeated, s."""


def report(process: int, time: float) -> dict[str, Any]:
    """Return the report of a control cycle of a standing robot."""
    angles = [0.0] * 26
    return {
        "process": process, "time": time, "leaf": "Stand.Normal", "motion": "stand", "number": 0,
        "errand_open": False, "odometry": [0.0, 0.0, 0.0], "up": [0.0, 0.0, 1.0],
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

    def hear(self, report: RobotReport) -> None:
        self.told.append(report.time)
        self.new.set()

    def lose(self, why: str) -> None:
        self.told.append(why)


@pytest.fixture
def cycle() -> Iterator[tuple[ChannelEnd, LiveLink, Heard]]:
    """Yield the control cycle's end of a channel, a link to it, and the link's listener."""
    inner, outer = channel()
    inside = ChannelEnd(inner.detach())
    with short_folder() as folder, listen(folder / "requests") as waiting:
        served = RequestServer(waiting, ChannelEnd(outer.detach()))
        thread = Thread(target=served.serve)
        thread.start()
        inside.send(msgpack.packb(report(process=1, time=3600.0)))
        link, heard = LiveLink(folder / "requests"), Heard()
        link.open(heard)
        yield inside, link, heard
        link.close()
        inside.close()
        thread.join()
        served.close()


def test_a_restarted_control_cycle_is_reported_and_gets_no_old_request(
    cycle: tuple[ChannelEnd, LiveLink, Heard],
) -> None:
    """Requests to the control cycle before are not repeated."""
    inside, link, heard = cycle
    link.say(MotionRequest(Motion.WALK, 0.2))
    while not inside.receive():
        pass
    heard.new.clear()
    inside.send(msgpack.packb(report(process=2, time=0.024)))
    assert heard.new.wait(10.0)
    assert heard.told == [3600.0, "the robot does not answer", 0.024]
    sleep(3.0 * SAY_EVERY)
    asked = [read_message(msgpack.unpackb(packet)).request for packet in inside.receive()]
    assert asked[1:] == [], "one may have been sent before the robot was lost"


@pytest.mark.parametrize(("steps", "taken"), [(MOST_SAID, True), (MOST_SAID + 1, False)])
def test_the_maximum_number_of_footsteps_reaches_the_robot_and_more_are_refused(
    cycle: tuple[ChannelEnd, LiveLink, Heard], steps: int, taken: bool
) -> None:
    inside, link, heard = cycle
    config = load(config_folder() / "locomotion.yaml", GaitParameters).default
    step = FootstepWish(Side.LEFT, 0.0, 0.1, at=3000.123456789, config=config)
    times = (replace(step, at=3000.123456789 + at) for at in range(steps))
    placed = PreviewWish(footsteps=Footsteps(tuple(times)))
    link.say(MotionRequest(Motion.PREVIEW, preview=placed))
    begin, packets = monotonic(), list[bytes]()
    while not packets and len(heard.told) < 2 and monotonic() - begin < 10.0:
        packets = inside.receive()
    assert bool(packets) is taken
    if not taken:
        assert "the robot refuses the request: " in str(heard.told[1])
