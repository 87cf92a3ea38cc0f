"""The request watch: the behaviour's wish, its silence, and the chest button above both."""

from dataclasses import replace

import pytest

from hardware.sensors_and_commands import CYCLE, Touch
from hsm.control.assembly import load_settings
from hsm.control.request_arbiter import RequestArbiter
from hsm.control.thresholds import OperatorFacts
from motions.requests import Dive, Motion, MotionRequest
from tests.fakes import robot_state

STAND = MotionRequest()
WALK = MotionRequest(Motion.WALK, forward=0.1)
SIT = MotionRequest(Motion.SIT)
LIMP = MotionRequest(Motion.LIMP)
FREE = robot_state()
PRESSED = robot_state(touch=tuple(float(pad is Touch.CHEST) for pad in Touch))


@pytest.fixture(scope="module")
def parameters() -> OperatorFacts:
    return load_settings().facts.operator


class Bench:
    def __init__(self, parameters: OperatorFacts) -> None:
        self.watch = RequestArbiter(parameters, CYCLE)

    def hear(self, request: MotionRequest | None, seconds: float = CYCLE) -> MotionRequest:
        followed = STAND
        for _ in range(round(seconds / CYCLE)):
            followed = self.watch.update(request, FREE)
        return followed

    def press(self, request: MotionRequest | None, seconds: float = 0.2) -> MotionRequest:
        """Press the button for a while, let it go, and return what is followed then."""
        for _ in range(round(seconds / CYCLE)):
            self.watch.update(request, PRESSED)
        return self.hear(request)


@pytest.fixture
def bench(parameters: OperatorFacts) -> Bench:
    return Bench(parameters)


def test_the_last_request_holds_while_nothing_is_said(bench: Bench) -> None:
    bench.hear(WALK)
    assert bench.hear(None, 1.0) == WALK


def test_a_behaviour_is_silent_after_four_seconds(bench: Bench) -> None:
    bench.hear(WALK, 10.0)
    bench.hear(None, 3.9)
    assert not bench.watch.silent
    bench.hear(None, 0.2)
    assert bench.watch.silent


def test_one_request_ends_the_silence(bench: Bench) -> None:
    bench.hear(None, 20.0)
    assert bench.watch.silent
    bench.hear(STAND)
    assert not bench.watch.silent


def test_a_behaviour_has_ten_seconds_to_start(bench: Bench) -> None:
    bench.hear(None, 9.9)
    assert not bench.watch.silent


def test_a_short_press_makes_it_sit_and_the_next_one_stand(bench: Bench) -> None:
    bench.hear(WALK)
    assert bench.press(WALK) == SIT
    assert bench.press(WALK) == STAND
    assert bench.press(WALK) == SIT


def test_nothing_happens_while_the_button_is_down(bench: Bench) -> None:
    bench.hear(WALK)
    assert bench.watch.update(WALK, PRESSED) == WALK


def test_the_operators_wish_holds_until_the_behaviour_changes_its_own(bench: Bench) -> None:
    bench.hear(WALK)
    bench.press(WALK)
    assert bench.hear(WALK, 5.0) == SIT
    assert bench.hear(STAND) == STAND
    assert bench.hear(WALK) == WALK


def test_a_silent_behaviour_does_not_take_the_operators_wish_back(bench: Bench) -> None:
    bench.hear(STAND, 10.0)
    bench.hear(None, 5.0)
    assert bench.watch.silent
    assert bench.press(None) == STAND  # it sat because of the silence: toggled, it stands
    bench.hear(None, 10.0)
    assert not bench.watch.silent


def test_a_button_that_is_held_forces_limp_after_a_second(bench: Bench) -> None:
    for cycle in range(1, 100):
        bench.watch.update(WALK, PRESSED)
        assert bench.watch.forced is (cycle * CYCLE >= 1.0 - 1e-9)


def test_a_short_press_forces_no_limp_when_frames_are_lost_before_it_ends(bench: Bench) -> None:
    bench.hear(WALK)
    for cycle in range(round(1.5 / CYCLE)):
        bench.watch.update(WALK, replace(PRESSED, frame_age=max(0, cycle - 10) * CYCLE))
        assert not bench.watch.forced
    assert bench.hear(WALK) == WALK


def test_a_forced_limp_outlasts_lost_frames(bench: Bench) -> None:
    for _ in range(round(1.1 / CYCLE)):
        bench.watch.update(WALK, PRESSED)
    for cycle in range(100):
        bench.watch.update(WALK, replace(PRESSED, frame_age=cycle * CYCLE))
        assert bench.watch.forced


def test_a_forced_robot_stays_down_when_the_button_is_let_go(bench: Bench) -> None:
    assert bench.press(WALK, 1.5) == SIT
    assert not bench.watch.forced
    assert bench.hear(WALK, 5.0) == SIT


def test_a_forced_robot_stands_up_at_the_next_short_press(bench: Bench) -> None:
    bench.press(WALK, 1.5)
    assert bench.press(WALK) == STAND


WAVE = MotionRequest(Motion.SPECIAL)
JUMP = MotionRequest(Motion.DIVE, dive=Dive.JUMP_LEFT)


@pytest.mark.parametrize("wish", [WAVE, JUMP])
def test_a_wave_and_a_dive_are_forgotten_until_something_else_was_asked(
    bench: Bench, wish: MotionRequest
) -> None:
    assert bench.hear(wish) == wish
    assert bench.watch.forgotten is None
    bench.watch.forget_performance(2.0, "FallProtection.Early")
    assert bench.hear(wish, 5.0) == STAND
    assert bench.watch.forgotten == wish, "as whoever asked for it is told"
    assert bench.hear(WALK) == WALK
    assert bench.watch.forgotten is None
    assert bench.hear(wish) == wish


def test_what_is_forgotten_is_told_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    for wish in (WALK, WAVE):
        bench.hear(wish)
        for leaf in ("FallProtection.Early", "FallProtection.Late"):
            bench.watch.forget_performance(2.0, leaf)
    (told,) = caplog.messages
    assert told.startswith("2.00 s: special requested, cancelled in FallProtection.Early: request")


def test_a_level_is_never_forgotten(bench: Bench) -> None:
    bench.hear(WALK)
    bench.watch.forget_performance(2.0, "FallProtection.Early")
    assert bench.hear(WALK) == WALK


def test_no_press_takes_back_a_limp_that_the_behaviour_asks_for(bench: Bench) -> None:
    bench.hear(LIMP)
    bench.press(LIMP)
    assert bench.watch.forced
