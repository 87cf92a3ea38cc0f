"""Bisection over levels, against a robot that withstands exactly up to a level."""

import pytest

from hsm.campaigns.limits.search import Levels, find_limit


def found(levels: Levels, limit: float) -> float:
    rising = levels[1] > levels[0]
    return find_limit(
        levels, lambda level: level <= limit + 1e-9 if rising else level >= limit - 1e-9
    ).level


@pytest.mark.parametrize("limit", [0.0, 0.5, 3.0, 7.5, 14.5])
def test_the_hardest_level_that_is_borne_is_the_limit(limit: float) -> None:
    assert found((0.0, 15.0, 0.5), limit) == limit


@pytest.mark.parametrize("limit", [0.6, 0.3, 0.06])
def test_a_difficulty_may_go_down(limit: float) -> None:
    assert found((0.6, 0.03, 0.03), limit) == pytest.approx(limit)


def test_where_all_is_borne_the_limit_is_the_last_level() -> None:
    assert found((0.0, 8.0, 1.0), 99.0) == 8.0


def test_where_nothing_is_borne_the_limit_is_below_the_first_level() -> None:
    assert found((1.0, 8.0, 1.0), 0.0) == 0.0


def test_thirty_levels_take_five_trials() -> None:
    tried = []

    def withstands(level: float) -> bool:
        tried.append(level)
        return level < 3.5

    limit = find_limit((0.0, 14.5, 0.5), withstands)
    assert (limit.withstood, len(tried)) == (6, 5)
