"""The timeline: what is asked and done in which cycle."""

from dataclasses import dataclass

from hsm.scenarios.disturbance import Disturbance, KillImu, LoseFrames
from hsm.scenarios.player import Script
from hsm.scenarios.scenario import Posture, Scenario, Start
from hsm.scenarios.timeline import Entry, Wish
from motions.requests import Motion

LOST = Disturbance(lose_frames=LoseFrames(0.1))
KILLED = Disturbance(kill_imu=KillImu())


@dataclass(frozen=True, slots=True)
class Seen:
    time: float
    event: str
    dest: str
    source: str = ""


def script(*timeline: Entry) -> Script:
    start = Start(Posture.STANDING)
    return Script(Scenario("", "", "ideal", 0, 0, start, 9.0, timeline, ()))


def test_a_robot_that_is_asked_nothing_is_asked_to_stand() -> None:
    assert script().request.motion is Motion.STAND


def test_a_request_holds_until_the_next() -> None:
    running = script(
        Entry(at=1.0, request=Wish(Motion.WALK, 0.1)), Entry(at=2.0, request=Wish(Motion.SIT))
    )
    asked = []
    for time in (0.5, 1.0, 1.5, 2.0, 2.5):
        running.step(time, None)
        asked.append(running.request.motion.value)
    assert asked == ["stand", "walk", "walk", "sit", "sit"]


def test_a_disturbance_begins_once() -> None:
    running = script(Entry(at=1.0, disturb=LOST))
    begun = [running.step(time, None) for time in (0.99, 1.0, 1.01)]
    assert begun == [(), (LOST,), ()]


def test_what_follows_a_transition_waits_for_it() -> None:
    running = script(Entry(after="fall", delay=0.5, disturb=LOST))
    assert running.step(3.0, None) == ()
    assert running.step(4.0, Seen(4.0, "fall", "FallProtection.Early")) == ()
    assert running.step(4.49, None) == ()
    assert running.step(4.5, None) == (LOST,)


def test_a_leaf_that_is_entered_counts_like_an_event() -> None:
    running = script(Entry(after="FallProtection", disturb=LOST))
    assert running.step(4.0, Seen(4.0, "fall", "FallProtection.Early")) == (LOST,)


def test_transitions_before_the_time_do_not_count() -> None:
    running = script(Entry(after="next_step", from_=3.0, disturb=LOST))
    assert running.step(2.9, Seen(2.9, "next_step", "WalkPhase.Stepping")) == ()
    assert running.step(3.2, Seen(3.2, "next_step", "WalkPhase.Stepping")) == (LOST,)
    assert running.step(3.5, Seen(3.5, "next_step", "WalkPhase.Stepping")) == ()


def test_two_disturbances_of_one_cycle_keep_their_order() -> None:
    running = script(Entry(at=1.0, disturb=KILLED), Entry(at=1.0, disturb=LOST))
    assert running.step(1.0, None) == (KILLED, LOST)


def test_what_never_happened_is_known_at_the_end() -> None:
    late = Entry(after="fall", disturb=LOST)
    running = script(Entry(at=1.0, disturb=KILLED), late)
    running.step(5.0, None)
    assert running.never_happened == (late,)
