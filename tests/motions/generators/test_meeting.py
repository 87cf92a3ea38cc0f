"""The closest approach of two that move in straight lines."""

import math
from random import Random

import pytest

from motions.generators.meeting import meeting


def test_someone_head_on_is_met_in_the_middle() -> None:
    met = meeting((2.0, 0.0), (-0.2, 0.0), (2.0, 0.0), arrival=10.0)
    assert (met.time, met.x, met.apart) == pytest.approx((5.0, 1.0, 0.0))


def test_someone_who_stands_is_met_where_he_stands() -> None:
    met = meeting((1.0, 0.3), (0.0, 0.0), (2.0, 0.0), arrival=10.0)
    assert (met.time, met.x, met.y, met.apart) == pytest.approx((5.0, 1.0, 0.3, 0.3))


@pytest.mark.parametrize(
    ("place", "velocity"), [((-0.5, 0.0), (-0.1, 0.0)), ((0.5, 0.2), (0.2, 0.0))]
)
def test_someone_moving_away_or_alongside_is_nearest_now(
    place: tuple[float, float], velocity: tuple[float, float]
) -> None:
    met = meeting(place, velocity, (2.0, 0.0), arrival=10.0)
    assert (met.time, met.x, met.y) == (0.0, *place)
    assert met.apart == math.hypot(*place)


def test_the_meeting_is_no_later_than_the_arrival_of_the_robot() -> None:
    met = meeting((4.0, 0.0), (-0.1, 0.0), (1.0, 0.0), arrival=5.0)
    assert (met.time, met.x, met.apart) == pytest.approx((5.0, 3.5, 2.5))
    assert meeting((1.0, 0.0), (-0.1, 0.0), (0.0, 0.0), arrival=0.0).time == 0.0


def test_no_moment_is_nearer_than_that_of_the_meeting() -> None:
    rng = Random(4)
    for _ in range(300):
        place = rng.uniform(-2.0, 2.0), rng.uniform(-2.0, 2.0)
        vx, vy = rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)
        end, arrival = (rng.uniform(0.1, 2.0), rng.uniform(-1.0, 1.0)), rng.uniform(1.0, 10.0)
        met = meeting(place, (vx, vy), end, arrival)
        for moment in range(101):
            time = arrival * moment / 100
            x = place[0] + time * vx - time / arrival * end[0]
            y = place[1] + time * vy - time / arrival * end[1]
            assert math.hypot(x, y) >= met.apart - 1e-9
