"""Where two meet who walk straight on."""

import math
from random import Random

import pytest

from motions.generators.meeting import meeting


def test_who_comes_head_on_is_met_in_the_middle() -> None:
    met = meeting((2.0, 0.0), (-0.2, 0.0), (2.0, 0.0), arrival=10.0)
    assert (met.time, met.x, met.apart) == pytest.approx((5.0, 1.0, 0.0))


def test_who_stands_is_met_where_it_stands() -> None:
    met = meeting((1.0, 0.3), (0.0, 0.0), (2.0, 0.0), arrival=10.0)
    assert (met.time, met.x, met.y, met.apart) == pytest.approx((5.0, 1.0, 0.3, 0.3))


@pytest.mark.parametrize(
    ("place", "velocity"), [((-0.5, 0.0), (-0.1, 0.0)), ((0.5, 0.2), (0.2, 0.0))]
)
def test_who_parts_or_goes_side_by_side_is_met_now(
    place: tuple[float, float], velocity: tuple[float, float]
) -> None:
    met = meeting(place, velocity, (2.0, 0.0), arrival=10.0)
    assert (met.time, met.x, met.y) == (0.0, *place)
    assert met.apart == math.hypot(*place)


def test_a_robot_that_stops_is_met_at_its_end_at_the_latest() -> None:
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
