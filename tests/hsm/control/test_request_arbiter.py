"""The request arbiter: the behaviour's request, its silence, and the chest button above both."""

from dataclasses import replace

import pytest

from hardware.sensors_and_commands import CYCLE, Touch
from hsm.control.assembly import load_settings
from hsm.control.request_arbiter import RequestArbiter
from hsm.control.thresholds import OperatorFacts
from motions.destinations import WalkTo
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
        self.arbiter = RequestArbiter(parameters, CYCLE, ("wave",))

    def hear(self, request: MotionRequest | None, seconds: float = CYCLE) -> MotionRequest:
        followed = STAND
        for _ in range(round(seconds / CYCLE)):
            followed = self.arbiter.update(request, FREE)
        return followed

    def press(self, request: MotionRequest | None, seconds: float = 0.2) -> MotionRequest:
        """Press and release the chest button and return the request that is then in force."""
        for _ in range(round(seconds / CYCLE)):
            self.arbiter.update(request, PRESSED)
        return self.hear(request)


@pytest.fixture
def bench(parameters: OperatorFacts) -> Bench:
    return Bench(parameters)


def test_the_last_request_holds_while_the_behaviour_sends_none(bench: Bench) -> None:
    bench.hear(WALK)
    assert bench.hear(None, 1.0) == WALK


def test_a_behaviour_is_silent_four_seconds_after_a_request_even_just_started(
    bench: Bench,
) -> None:
    bench.hear(WALK)
    bench.hear(None, 3.9)
    assert not bench.arbiter.silent
    bench.hear(None, 0.2)
    assert bench.arbiter.silent


def test_one_request_ends_the_silence(bench: Bench) -> None:
    bench.hear(None, 20.0)
    assert bench.arbiter.silent
    bench.hear(STAND)
    assert not bench.arbiter.silent


def test_a_behaviour_has_ten_seconds_to_send_its_first_request(bench: Bench) -> None:
    bench.hear(None, 9.9)
    assert not bench.arbiter.silent


def test_short_presses_alternate_between_sitting_and_standing(bench: Bench) -> None:
    bench.hear(WALK)
    assert bench.press(WALK) == SIT
    assert bench.press(WALK) == STAND
    assert bench.press(WALK) == SIT


def test_the_request_does_not_change_while_the_button_is_down(bench: Bench) -> None:
    bench.hear(WALK)
    assert bench.arbiter.update(WALK, PRESSED) == WALK


def test_the_operators_request_holds_until_the_behaviour_changes_its_own(bench: Bench) -> None:
    bench.hear(WALK)
    bench.press(WALK)
    assert bench.hear(WALK, 5.0) == SIT
    assert bench.hear(STAND) == STAND
    assert bench.hear(WALK) == WALK


def test_a_behaviour_that_changes_its_speed_or_target_does_not_override_the_operators_request(
    bench: Bench,
) -> None:
    def target(x: float, number: int = 0) -> MotionRequest:
        return MotionRequest(Motion.WALK_TO, walk_to=WalkTo(x, 0.0), number=number)

    for one, other in ((WALK, replace(WALK, forward=0.2)), (target(1.0), target(0.9))):
        bench.hear(one)
        bench.press(one)
        assert bench.hear(other, 5.0) == SIT
    again = target(0.9, number=1)
    assert bench.hear(again) == again, "with another number it is a new request"


def test_a_robot_forced_limp_is_not_revived_by_a_behaviour_that_changes_its_speed(
    bench: Bench,
) -> None:
    bench.press(WALK, 1.5)
    assert bench.hear(replace(WALK, forward=0.2), 5.0) == SIT


def test_silence_of_the_behaviour_does_not_override_the_operators_request(bench: Bench) -> None:
    bench.hear(STAND, 10.0)
    bench.hear(None, 5.0)
    assert bench.arbiter.silent
    assert bench.press(None) == STAND  # it sat because of the silence, so a press makes it stand
    bench.hear(None, 10.0)
    assert not bench.arbiter.silent


def test_a_button_held_for_a_second_forces_limp(bench: Bench) -> None:
    for cycle in range(1, 100):
        bench.arbiter.update(WALK, PRESSED)
        assert bench.arbiter.forced is (cycle * CYCLE >= 1.0 - 1e-9)


def test_frames_lost_during_a_short_press_force_no_limp(bench: Bench) -> None:
    bench.hear(WALK)
    for cycle in range(round(1.5 / CYCLE)):
        bench.arbiter.update(WALK, replace(PRESSED, frame_age=max(0, cycle - 10) * CYCLE))
        assert not bench.arbiter.forced
    assert bench.hear(WALK) == WALK


def test_a_forced_limp_outlasts_lost_frames(bench: Bench) -> None:
    for _ in range(round(1.1 / CYCLE)):
        bench.arbiter.update(WALK, PRESSED)
    for cycle in range(100):
        bench.arbiter.update(WALK, replace(PRESSED, frame_age=cycle * CYCLE))
        assert bench.arbiter.forced


def test_a_robot_forced_limp_stays_down_when_the_button_is_released(bench: Bench) -> None:
    assert bench.press(WALK, 1.5) == SIT
    assert not bench.arbiter.forced
    assert bench.hear(WALK, 5.0) == SIT


def test_a_robot_forced_limp_stands_up_at_the_next_short_press(bench: Bench) -> None:
    bench.press(WALK, 1.5)
    assert bench.press(WALK) == STAND


WAVE = MotionRequest(Motion.SPECIAL)
JUMP = MotionRequest(Motion.DIVE, dive=Dive.JUMP_LEFT)


@pytest.mark.parametrize("wish", [WAVE, JUMP])
def test_an_interrupted_special_or_dive_is_dropped_until_another_request_comes(
    bench: Bench, wish: MotionRequest
) -> None:
    assert bench.hear(wish) == wish
    assert bench.arbiter.forgotten is None
    bench.arbiter.forget_performance(2.0, "FallProtection.Early")
    assert bench.hear(wish, 5.0) == STAND
    assert bench.arbiter.forgotten == wish, "the behaviour can see which request was dropped"
    assert bench.hear(WALK) == WALK
    assert bench.arbiter.forgotten is None
    assert bench.hear(wish) == wish


def test_a_dropped_request_is_logged_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    for wish in (WALK, WAVE):
        bench.hear(wish)
        for leaf in ("FallProtection.Early", "FallProtection.Late"):
            bench.arbiter.forget_performance(2.0, leaf)
    (told,) = caplog.messages
    assert told.startswith("2.00 s: special requested, cancelled in FallProtection.Early: request")


def test_a_walk_request_is_never_dropped(bench: Bench) -> None:
    bench.hear(WALK)
    bench.arbiter.forget_performance(2.0, "FallProtection.Early")
    assert bench.hear(WALK) == WALK


def test_no_button_press_overrides_a_limp_request_of_the_behaviour(bench: Bench) -> None:
    bench.hear(LIMP)
    bench.press(LIMP)
    assert bench.arbiter.forced


def test_an_undeclared_special_motion_is_ignored_like_silence_and_logged_once(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.hear(WALK)
    assert bench.hear(MotionRequest(Motion.SPECIAL, special="bow"), 5.0) == WALK
    assert bench.arbiter.silent
    (told,) = caplog.messages
    assert told.startswith("request refused: unknown special motion 'bow'; there is only wave.")
    assert bench.hear(WAVE) == WAVE
