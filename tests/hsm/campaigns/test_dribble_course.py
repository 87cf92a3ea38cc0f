"""Ways along which a ball is driven."""

import math

import pytest

from hsm.campaigns.kicks.dribble_course import POINT, BallCourse, Way


@pytest.mark.parametrize("course", BallCourse)
def test_a_way_is_as_long_as_it_should_be_and_ends_ahead(course: BallCourse) -> None:
    way = Way.along(course, (0.4, 0.05), 4.0)
    pairs = zip(way.points, way.points[1:], strict=False)
    assert sum(math.dist(a, b) for a, b in pairs) == pytest.approx(4.0)
    # What an S turns to one side it turns back: as a whole it goes straight ahead.
    assert way.points[-1][1] == pytest.approx(0.05, abs=POINT)
    assert way.points[-1][0] > 3.5


def test_an_s_leads_to_both_sides_by_as_much() -> None:
    way = Way.along(BallCourse.S, (0.0, 0.0), 4.0)
    aside = [y for _, y in way.points]
    assert max(aside) > 0.35 and max(aside) == pytest.approx(-min(aside), abs=POINT)
    assert max(abs(y) for _, y in Way.along(BallCourse.STRAIGHT, (0.0, 0.0), 4.0).points) == 0.0


def test_a_ball_beside_the_way_is_as_far_off_as_it_lies_aside() -> None:
    way = Way.along(BallCourse.STRAIGHT, (0.4, 0.0), 3.0)
    point, off = way.nearest((1.4, -0.12))
    assert point * POINT == pytest.approx(1.0) and off == pytest.approx(0.12)
    assert way.nearest((1.0, 0.0), after=point)[0] == point


def test_beyond_its_end_a_way_goes_straight_on() -> None:
    way = Way.along(BallCourse.STRAIGHT, (0.0, 0.0), 1.0)
    assert way.ahead(1.5) == pytest.approx((1.5, 0.0))
    assert way.ahead(0.4) == pytest.approx((0.4, 0.0))
