"""A trial that does not count leaves the others to their own robots."""

import math
from collections.abc import Mapping, Sequence

import pytest

from hsm.campaigns.kicks.dribble import DribbleReport, DribbleResult
from hsm.campaigns.kicks.intercept import InterceptReport, InterceptResult
from hsm.campaigns.programs.stops import End, StopResult, StopsReport
from hsm.campaigns.report import with_intervals
from hsm.campaigns.statistics import median

VALUES = [0.1 + 0.01 * (number % 10) for number in range(20)]
"""What trials 0 to 19 show: robots differ, and each does the same twice."""
LOST = 3
"""A trial in which the ball is not reached, or the robot falls."""


def dribbled(number: int, value: float) -> DribbleResult:
    counts = number != LOST
    speed = value if counts else math.nan
    return DribbleResult(False, counts, speed, value, 4 if counts else 0, 1e-3 * value)


def intercepted(number: int, value: float) -> InterceptResult:
    return InterceptResult(False, number != LOST, 0.2, away=value)


def interval(record: Mapping[str, object], *keys: str) -> object:
    found: object = record["interval"]
    for key in keys:
        assert isinstance(found, Mapping)
        found = found[key]
    return found


def expected(values: Sequence[float]) -> object:
    """Return the interval of a median of all trials but one, each as that of its robot."""
    numbers = [number for number in range(len(values)) if number != LOST]
    counting = [values[number] for number in numbers]
    return interval(with_intervals({"median": median(counting, numbers)}), "median")


@pytest.mark.parametrize("figure", ["speed_m_per_s", "standing_s"])
def test_a_ball_that_is_not_driven_leaves_the_others_to_their_robots(figure: str) -> None:
    report = DribbleReport(tuple(dribbled(k, value) for k, value in enumerate(VALUES)))
    assert interval(report.record(), figure, "median") == expected(VALUES)


def test_a_ball_that_rolls_past_leaves_the_others_to_their_robots() -> None:
    report = InterceptReport(tuple(intercepted(k, value) for k, value in enumerate(VALUES)))
    assert interval(report.record(), "away_m_per_s", "median") == expected(VALUES)


def test_a_robot_that_falls_where_its_walk_should_end_leaves_the_others_to_their_robots() -> None:
    stops = [StopResult(k, False, value, value, k == LOST) for k, value in enumerate(VALUES)]
    record = StopsReport({End.KILL_MOVE: tuple(stops)}).record()["stops"]
    assert isinstance(record, dict)
    found = record["kill_move"]["pressure_switched"]
    assert interval(found, "ended_s", "median") == expected(VALUES)
    assert interval(found, "stands_s", "median") == expected(VALUES)
