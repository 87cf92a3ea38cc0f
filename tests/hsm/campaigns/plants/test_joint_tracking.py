"""How late joints are, and what they miss, against delays made by hand."""

import math

import pytest

from hsm.campaigns.plants.joint_tracking import Following


def followed(cycles: float, share: float = 1.0) -> Following:
    """Return a joint that follows a swing of 10 deg so much later, and only a share of it."""

    def swing(time: float) -> float:
        return math.radians(10.0) * math.sin(0.15 * time)

    following = Following([1])
    for cycle in range(1000):
        following.look((9.0, share * swing(cycle - cycles)), (0.0, swing(cycle)))
    return following


@pytest.mark.parametrize("cycles", [2.0, 3.0, 3.5, 6.2])
def test_the_lag_is_the_delay_between_request_and_measurement(cycles: float) -> None:
    assert followed(cycles).lag() == pytest.approx(cycles, abs=0.05)


def test_a_joint_that_swings_less_is_not_later() -> None:
    assert followed(3.0, share=0.8).lag() == pytest.approx(3.0, abs=0.05)


def test_nothing_is_missed_by_a_joint_that_is_three_cycles_late() -> None:
    assert followed(3.0).missed() == pytest.approx(0.0, abs=1e-9)


def test_what_is_missed_is_the_mean_difference() -> None:
    """Oracle: the mean of a rectified sine is 2 / pi of its amplitude."""
    missed = math.degrees(followed(3.0, share=0.8).missed())
    assert missed == pytest.approx(2.0 / math.pi * 2.0, rel=0.01)
