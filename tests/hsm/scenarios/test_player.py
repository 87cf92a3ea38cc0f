"""The timeline player: requests and disturbances begin in the right cycle."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from hardware.disturbance import Disturbance
from hardware.disturbances import KillImu, LoseFrames
from hardware.postures import Posture
from hsm.scenarios.player import TimelinePlayer
from hsm.scenarios.scenario import Scenario, ScenarioStart
from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
from motions.requests import Motion

LOST = LoseFrames(0.1)
KILLED = KillImu()


@dataclass(frozen=True, slots=True)
class Seen:
    time: float
    event: str
    dest: str
    source: str = ""


class Running:
    """A timeline player that is advanced by hand."""

    def __init__(self, *timeline: TimelineEntry) -> None:
        start = ScenarioStart(Posture.STANDING)
        scenario = Scenario("", "", "ideal", 9.0, timeline, start=start)
        self.begun: list[Disturbance] = []
        self.script = TimelinePlayer(
            scenario, lambda time, what: self.begun.append(what), lambda: None, print
        )

    def step(self, time: float, transition: Seen | None) -> tuple[Disturbance, ...]:
        """Advance to a time, s, and return the disturbances that begin."""
        outcome = SimpleNamespace(robot=SimpleNamespace(time=time), transition=transition)
        self.script.look(cast(Any, SimpleNamespace(outcome=outcome)))
        self.begun.clear()
        self.script.prepare()
        return tuple(self.begun)

    @property
    def motion(self) -> Motion:
        return self.script.request().motion


def script(*timeline: TimelineEntry) -> Running:
    return Running(*timeline)


def test_an_empty_timeline_requests_to_stand() -> None:
    assert script().motion is Motion.STAND


def test_a_request_holds_until_the_next() -> None:
    running = script(
        TimelineEntry(at=1.0, request=TimelineRequest(Motion.WALK, 0.1)),
        TimelineEntry(at=2.0, request=TimelineRequest(Motion.SIT)),
    )
    asked = []
    for time in (0.5, 1.0, 1.5, 2.0, 2.5):
        running.step(time, None)
        asked.append(running.motion.value)
    assert asked == ["stand", "walk", "walk", "sit", "sit"]


def test_of_requests_due_in_one_cycle_the_latest_holds_and_of_the_same_time_the_last() -> None:
    walk, sit = TimelineRequest(Motion.WALK, 0.1), TimelineRequest(Motion.SIT)
    running = script(TimelineEntry(at=1.008, request=walk), TimelineEntry(at=1.001, request=sit))
    running.step(1.012, None)
    assert running.motion is Motion.WALK
    running = script(TimelineEntry(after="fall", request=sit), TimelineEntry(at=4.0, request=walk))
    running.step(1.0, None)
    running.step(4.0, Seen(4.0, "fall", "FallProtection.Early"))
    assert running.motion is Motion.WALK


def test_a_disturbance_begins_once() -> None:
    running = script(TimelineEntry(at=1.0, disturb=OneKind(lose_frames=LOST)))
    begun = [running.step(time, None) for time in (0.99, 1.0, 1.01)]
    assert begun == [(), (LOST,), ()]


def test_an_entry_after_an_event_waits_for_the_event_and_its_delay() -> None:
    running = script(TimelineEntry(after="fall", delay=0.5, disturb=OneKind(lose_frames=LOST)))
    assert running.step(3.0, None) == ()
    assert running.step(4.0, Seen(4.0, "fall", "FallProtection.Early")) == ()
    assert running.step(4.49, None) == ()
    assert running.step(4.5, None) == (LOST,)


def test_an_entry_can_follow_the_entry_of_a_leaf() -> None:
    running = script(TimelineEntry(after="FallProtection", disturb=OneKind(lose_frames=LOST)))
    assert running.step(4.0, Seen(4.0, "fall", "FallProtection.Early")) == (LOST,)


def test_transitions_before_the_from_time_do_not_count() -> None:
    running = script(TimelineEntry(after="next_step", from_=3.0, disturb=OneKind(lose_frames=LOST)))
    assert running.step(2.9, Seen(2.9, "next_step", "WalkPhase.Stepping")) == ()
    assert running.step(3.2, Seen(3.2, "next_step", "WalkPhase.Stepping")) == (LOST,)
    assert running.step(3.5, Seen(3.5, "next_step", "WalkPhase.Stepping")) == ()


def test_two_disturbances_in_one_cycle_keep_their_order() -> None:
    running = script(
        TimelineEntry(at=1.0, disturb=OneKind(kill_imu=KILLED)),
        TimelineEntry(at=1.0, disturb=OneKind(lose_frames=LOST)),
    )
    assert running.step(1.0, None) == (KILLED, LOST)


def test_entries_that_never_happened_are_known_at_the_end() -> None:
    late = TimelineEntry(after="fall", disturb=OneKind(lose_frames=LOST))
    running = script(TimelineEntry(at=1.0, disturb=OneKind(kill_imu=KILLED)), late)
    running.step(5.0, None)
    assert running.script.never_happened == (late,)
