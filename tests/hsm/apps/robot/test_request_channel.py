"""The cycle's end of the requests never waits: wishes come in, reports go out."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgpack
import pytest

from hardware.sensors_and_commands import Touch
from hsm.apps.robot.loop import Heartbeat
from hsm.apps.robot.process_queues import ChannelEnd, channel
from hsm.apps.robot.request_channel import RequestChannel
from hsm.apps.robot.timing import Times
from hsm.chart.engine.states import Leaf
from hsm.chart.leaves import (
    FAULT,
    GET_UP,
    KICK_PHASE,
    LIMP_HOLD_UPRIGHT,
    OFF,
    SIT_DOWN,
    STAND_NORMAL,
)
from hsm.control.assembly import build_cycle, load_settings
from hsm.control.loop import Cycle
from hsm.control.motion_info import NOTHING_ASKED, MotionInfo
from hsm.runs.serialisation import plain
from motions.kicks.wish import Kick, KickKind
from motions.kinematics.geometry import Pose2
from motions.perception.health import Heat
from motions.requests import Motion, MotionRequest
from motions.sight import Circle, SeenBall, SeenObstacles, Sighting
from tests.fakes import NAO, robot_state, sensor_frame
from tests.project.syntax import ROOT

PAGE = (ROOT / "hsm" / "apps" / "robot" / "REPORT.md").read_text()
ORDERS = "Lists have these orders:"

POSE = {"x": 0.0, "y": 0.0, "heading": 0.0}
WALK = {"motion": "walk", "forward": 0.1}


class Outside:
    """The other end of the channel."""

    def __init__(self) -> None:
        inner, outer = channel()
        self.inside, self.end = ChannelEnd(inner.detach()), ChannelEnd(outer.detach())
        self.channel = RequestChannel(self.inside, account=lambda: "no ball is known")

    def say(self, **what: Any) -> None:
        self.end.send(msgpack.packb({"version": 1, **what}))

    def asked(self) -> MotionRequest | None:
        self.channel.prepare()
        return self.channel.request()

    def reports(self) -> list[dict[str, Any]]:
        return [msgpack.unpackb(packet) for packet in self.end.receive()]


@pytest.fixture
def outside() -> Iterator[Outside]:
    made = Outside()
    yield made
    made.inside.close()
    made.end.close()


def made_cycle() -> Cycle:
    control = build_cycle(load_settings())
    frame = sensor_frame(0.012)
    return Cycle(frame, None, control.step(frame, None))


def test_the_robot_sits_until_something_is_said(outside: Outside) -> None:
    first = outside.asked()
    assert first is not None and first.motion is Motion.SIT
    outside.say(request=WALK)
    assert outside.asked() == MotionRequest(Motion.WALK, 0.1)
    assert outside.asked() is None, "what is not held has to be said again"


def test_a_limp_robot_is_left_limp_until_somebody_asks(outside: Outside) -> None:
    """A robot that starts with its computer must not rise while nobody looks."""
    control = build_cycle(load_settings())

    def stiffest(cycles: range) -> float:
        most = 0.0
        for cycle in cycles:
            frame = sensor_frame(cycle * NAO.cycle)
            command = control.step(frame, outside.asked()).command
            most = max(most, *command.stiffness)
        return most

    assert stiffest(range(1, 1000)) == 0.0
    outside.say(request={"motion": "stand"}, hold=True)
    assert stiffest(range(1000, 1100)) > 0.0


def test_what_is_held_is_said_again_and_again_and_the_newest_counts(outside: Outside) -> None:
    outside.say(request={"motion": "stand"})
    outside.say(request=WALK, hold=True)
    for _ in range(3):
        assert outside.asked() == MotionRequest(Motion.WALK, 0.1)
    outside.say(request={"motion": "sit"})
    asked = outside.asked()
    assert asked is not None and asked.motion is Motion.SIT
    assert outside.asked() is None


def test_who_goes_on_talking_does_not_stop_a_robot_without_watchdog_from_sitting_down(
    outside: Outside,
) -> None:
    heard, beat = channel()
    heartbeat = Heartbeat(ChannelEnd(beat.detach()), outside.channel, NAO.leg_joints)
    made = made_cycle()
    heartbeat.look(made)
    outside.say(request=WALK, hold=True)
    assert outside.asked() == MotionRequest(Motion.WALK, 0.1)
    heard.close()
    for _ in range(3):
        heartbeat.look(made)
        outside.say(request=WALK, hold=True)
        assert outside.asked() == MotionRequest(Motion.SIT)
    assert not heartbeat.over, "it has time to sit down"


def test_nothing_is_held_any_more_when_nobody_can_take_it_back(outside: Outside) -> None:
    outside.say(request=WALK, hold=True)
    assert outside.asked() == MotionRequest(Motion.WALK, 0.1)
    assert outside.channel.alone == 0
    outside.say(request=WALK, hold=True)
    outside.end.close()
    outside.asked()
    assert [outside.asked() for _ in range(3)] == [None] * 3
    assert outside.channel.alone >= 3


def test_parts_of_a_sighting_come_together_and_each_is_seen_once(outside: Outside) -> None:
    ball = {"time": 1.0, "odometry": POSE, "x": 0.5, "y": 0.0, "vx": 0.0, "vy": 0.0}
    outside.say(sight={"ball": ball})
    outside.say(sight={"pose": {"time": 1.0, "odometry": POSE, "pose": POSE}})
    outside.say(sight={"ball": {**ball, "x": 0.75}})
    outside.channel.prepare()
    sight = outside.channel.sight()
    assert sight is not None and sight.ball is not None and sight.pose is not None
    assert sight.ball.x == 0.75
    outside.channel.prepare()
    assert outside.channel.sight() is None


def test_of_two_pictures_that_come_in_the_other_order_the_later_one_is_seen(
    outside: Outside,
) -> None:
    early, late = (SeenBall(time, Pose2(), 1.0 + time, 0.0) for time in (0.95, 1.0))
    outside.say(sight=plain(Sighting(ball=late)))
    outside.say(sight=plain(Sighting(ball=early)))
    outside.channel.prepare()
    assert outside.channel.sight() == Sighting(ball=late)


def test_what_cannot_be_taken_is_no_wish(outside: Outside) -> None:
    outside.end.send(b"\xc1")
    outside.say(request={"motion": "hop"})
    asked = outside.asked()
    assert asked is not None and asked.motion is Motion.SIT


def test_a_report_is_told_now_and_then_and_at_every_transition(outside: Outside) -> None:
    made = made_cycle()
    for _ in range(16):
        outside.channel.look(made)
    reports = outside.reports()
    assert len(reports) == 8
    assert reports[0]["leaf"] == "Off" and reports[0]["battery"] == pytest.approx(0.9)


def reported(outside: Outside, made: Cycle) -> dict[str, Any]:
    """Let two cycles be looked at, and return the report of the newest."""
    outside.channel.look(made)
    outside.channel.look(made)
    return outside.reports()[-1]


@pytest.mark.parametrize(
    ("leaf", "asked", "is_on_its_way"),
    [
        (LIMP_HOLD_UPRIGHT, "hold me upright, then I will stand up", False),
        (GET_UP.help_me, "help me, I cannot get up", True),
        (FAULT, "check why I stopped, then request clear_fault", False),
        (OFF, None, False),
        (STAND_NORMAL, None, True),
    ],
    ids=lambda value: value.name if isinstance(value, Leaf) else "",
)
def test_a_report_says_what_the_robot_asks_people_for_and_whether_it_is_on_its_way(
    leaf: Leaf, asked: str | None, is_on_its_way: bool, outside: Outside
) -> None:
    made = made_cycle()
    going = replace(NOTHING_ASKED, open=True)
    report = reported(
        outside, replace(made, outcome=replace(made.outcome, leaf=leaf.name, info=going))
    )
    assert report["asks"] == asked
    assert report["errand_open"] is is_on_its_way


@pytest.mark.parametrize(
    "because",
    [
        {"silent": True},
        {"robot": robot_state(health=replace(robot_state().health, empty=True))},
        {"robot": robot_state(health=replace(robot_state().health, heat=Heat.HOT))},
    ],
    ids=["silence", "battery", "heat"],
)
def test_a_robot_that_sits_down_whatever_is_requested_is_not_on_its_way(
    because: dict[str, Any], outside: Outside
) -> None:
    made = made_cycle()
    going = replace(NOTHING_ASKED, open=True)
    sits = replace(made.outcome, leaf=SIT_DOWN.done.name, info=going, **because)
    assert reported(outside, replace(made, outcome=sits))["errand_open"] is False


@pytest.mark.parametrize(
    ("leaf", "info", "waits"),
    [
        (STAND_NORMAL, NOTHING_ASKED, "no ball is known"),
        (STAND_NORMAL, replace(NOTHING_ASKED, open=True), None),
        (STAND_NORMAL, replace(NOTHING_ASKED, arrived=True), None),
        (KICK_PHASE.leaves[0], NOTHING_ASKED, None),
    ],
    ids=["waits", "about to walk", "completed", "kicks"],
)
def test_a_report_says_why_a_robot_only_stands(
    leaf: Leaf, info: MotionInfo, waits: str | None, outside: Outside
) -> None:
    made = made_cycle()
    report = reported(
        outside, replace(made, outcome=replace(made.outcome, leaf=leaf.name, info=info))
    )
    assert report["errand_waits"] == waits


def test_a_kick_without_a_ball_waits_for_one(outside: Outside) -> None:
    control = build_cycle(load_settings())
    control.start_in("Stand.Normal", sensor_frame(0.0))
    outside.channel = RequestChannel(outside.inside, account=control.components.errand.account)
    asked = MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST))
    frame = sensor_frame(0.012)
    report = reported(outside, Cycle(frame, asked, control.step(frame, asked)))
    assert report["errand_waits"] == "no ball is known"
    assert not report["errand_open"] and not report["info"]["arrived"]


def test_the_page_of_the_report_names_all_that_is_told_and_nothing_else(outside: Outside) -> None:
    made = made_cycle()
    report = reported(outside, made)
    told = {key for key in report if key != "info"} | {f"info.{key}" for key in report["info"]}
    page, _ = PAGE.split(ORDERS)
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    assert sorted(named) == sorted({*told, "transition"}), "a transition comes with its cycle only"


@pytest.mark.parametrize(
    ("row", "order"),
    [("| `positions`", NAO.names), ("| `touch`", tuple(pad.name.lower() for pad in Touch))],
    ids=["joints", "touch"],
)
def test_the_page_of_the_report_gives_the_order_of_long_lists(
    row: str, order: tuple[str, ...]
) -> None:
    _, orders = PAGE.split(ORDERS)
    told = next(line for line in orders.splitlines() if line.startswith(row)).split("|")[2]
    assert tuple(re.findall(r"`(\w+)`", told)) == order


def test_a_report_says_which_sighting_was_refused(outside: Outside) -> None:
    control, here = build_cycle(load_settings()), Pose2()

    def seen(number: int, sight: Sighting | None) -> dict[str, Any]:
        frame = sensor_frame(0.012 * number)
        return reported(outside, Cycle(frame, None, control.step(frame, None, sight), sight))

    report = seen(1, None)
    assert (report["refused_sightings"], report["refused_sighting"]) == (0, None)
    nothing = SeenObstacles(0.0, here, ())
    assert seen(2, Sighting(SeenBall(0.0, here, 1.0, 0.0), nothing))["refused_sightings"] == 0
    posts = SeenObstacles(0.012, here, (Circle(1.0, 0.0, 0.1),))
    assert seen(3, Sighting(obstacles=posts))["refused_sightings"] == 0
    report = seen(4, Sighting(SeenBall(1e6, here, 1.0, 0.0)))
    assert report["refused_sightings"] == 1
    why = "ball.time 1000000.000 s was refused at 0.048 s: it must be 0 to 3 s old"
    assert report["refused_sighting"] == why


def test_nobody_who_reads_nothing_keeps_the_cycle_waiting(outside: Outside) -> None:
    made, looks = made_cycle(), 0
    while not outside.inside.refused and looks < 100_000:
        outside.channel.look(made)
        looks += 1
    assert outside.inside.refused == 1, "the queue has an end, and the cycle goes on"
    outside.channel.look(made)
    assert not outside.inside.closed


def test_a_flood_is_taken_in_parts(outside: Outside) -> None:
    for number in range(50):
        outside.say(request={"motion": "walk", "forward": 0.001 * number})
    seen = set()
    for _ in range(10):
        asked = outside.asked()
        if asked is not None:
            seen.add(asked.forward)
    assert len(seen) == 7 and max(seen) == 0.001 * 49


def test_durations_are_counted_in_little_memory() -> None:
    times = Times()
    for number in range(1000):
        times.add(1e-6 * number)
    record = times.record()
    assert record["median"] == pytest.approx(500.0, abs=10.0)
    assert record["p99"] == pytest.approx(990.0, abs=10.0)
    assert record["max"] == 999.0
    times.add(5.0)
    assert times.record()["max"] == 5e6
    assert Times().record() == {"median": 0.0, "p99": 0.0, "max": 0.0}
