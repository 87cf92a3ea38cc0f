"""A limit that lies beyond the levels is told as such."""

import pytest

from hsm.campaigns.ablation.rows import AS_SHIPPED
from hsm.campaigns.limits.difficulties import Difficulty
from hsm.campaigns.limits.limits import LimitsReport
from hsm.campaigns.limits.search import RobotLimit

HARDEST = 5
"""Number of the hardest level."""


def report(*withstood: int) -> LimitsReport:
    limits = [RobotLimit((0.5, 3.0, 0.5), number) for number in withstood]
    return LimitsReport({AS_SHIPPED: {Difficulty.MASS: limits}})


@pytest.mark.parametrize(
    ("withstood", "words"),
    [
        ((2, HARDEST, HARDEST), "at least 3"),
        ((-1, -1, 2), "none: even 0.5 is too much"),
        ((1, 3, HARDEST), "2.00 ("),
    ],
)
def test_a_limit_beyond_the_levels_is_told_as_such(withstood: tuple[int, ...], words: str) -> None:
    assert words in report(*withstood).text().splitlines()[-1]


def test_a_record_counts_the_robots_whose_limit_is_beyond_the_levels() -> None:
    mass = report(-1, 2, HARDEST, HARDEST).record()["mass"]
    assert isinstance(mass, dict)
    assert (mass["bear_none"], mass["bear_hardest"], mass["trials"]) == (1, 2, 4)


def test_a_robot_bears_the_slope_that_it_bears_in_every_direction() -> None:
    up, down, aside = (
        [RobotLimit((0.0, 5.0, 1.0), withstood) for withstood in row] for row in _SLOPES
    )
    slopes = {
        Difficulty.SLOPE_UP: up,
        Difficulty.SLOPE_DOWN: down,
        Difficulty.SLOPE_ASIDE: aside,
    }
    record = LimitsReport({AS_SHIPPED: slopes}).record()
    assert list(record) == ["slope_up_deg", "slope_down_deg", "slope_aside_deg", "slope_deg"]
    slope = record["slope_deg"]
    assert isinstance(slope, dict)
    assert (slope["limit"], slope["trials"], slope["bear_none"]) == (1.0, 3, 1)
    del slopes[Difficulty.SLOPE_DOWN]
    assert "slope_deg" not in LimitsReport({AS_SHIPPED: slopes}).record()


_SLOPES = ((3, 1, 5), (2, 4, 5), (4, 4, -1))
"""What three robots bear of each slope: 2, 1 and nothing of all of them."""
