"""The playback cursor of a recorded run."""

import math

import pytest

from hsm.apps.view.recorded.playback import CursorError, Playback

TIMES = [0.012 * number for number in range(1, 1001)]
STOPS = [1.2, 3.6, 3.612, 9.0]


def test_the_cursor_stands_still_until_playback_starts() -> None:
    playback = Playback(TIMES, STOPS)
    playback.advance(3.0)
    assert playback.time == TIMES[0] and playback.row == 0


@pytest.mark.parametrize("speed", [1 / 32, 1.0, 8.0])
def test_a_run_is_played_at_the_chosen_speed(speed: float) -> None:
    playback = Playback(TIMES, STOPS)
    playback.speed, playback.plays = speed, True
    playback.advance(0.5)
    assert playback.time == pytest.approx(TIMES[0] + 0.5 * speed)
    assert TIMES[playback.row] <= playback.time < TIMES[playback.row + 1]


def test_playback_stops_at_the_end() -> None:
    playback = Playback(TIMES, STOPS)
    playback.plays = True
    playback.advance(1e6)
    assert playback.row == len(TIMES) - 1 and not playback.plays


def test_the_cursor_jumps_between_transitions_forward_and_back() -> None:
    playback = Playback(TIMES, STOPS)
    reached = []
    for jump in (*[playback.to_next] * 5, *[playback.to_previous] * 5):
        jump()
        reached.append(playback.time)
    assert reached == [*STOPS, STOPS[-1], *STOPS[-2::-1], STOPS[0], STOPS[0]]


def test_a_jump_to_a_transition_selects_the_row_of_its_time() -> None:
    playback = Playback(TIMES, [TIMES[300]])
    playback.to_next()
    assert playback.row == 300


@pytest.mark.parametrize("time", [math.nan, math.inf, -5.0, 100.0])
def test_a_time_outside_the_run_is_refused(time: float) -> None:
    with pytest.raises(CursorError, match="is not between 0.01 and 12.00 s"):
        Playback(TIMES, STOPS).time = time
