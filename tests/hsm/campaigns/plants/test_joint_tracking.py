"""How late joints are, and what they miss, against delays made by hand."""

import math

import numpy as np
import pytest

from hsm.campaigns.plants.joint_tracking import Angles, lag, missed


def followed(cycles: float, share: float = 1.0) -> tuple[Angles, Angles]:
    """Return a joint that follows a swing of 10 deg so much later, and only a share of it."""

    def swing(time: float) -> float:
        return math.radians(10.0) * math.sin(0.15 * time)

    measured = [[share * swing(cycle - cycles)] for cycle in range(1000)]
    return np.array(measured), np.array([[swing(cycle)] for cycle in range(1000)])


@pytest.mark.parametrize("cycles", [2.0, 3.0, 3.5, 6.2])
def test_the_lag_is_the_delay_between_request_and_measurement(cycles: float) -> None:
    assert lag(*followed(cycles)) == pytest.approx(cycles, abs=0.05)


def test_a_joint_that_swings_less_is_not_later() -> None:
    assert lag(*followed(3.0, share=0.8)) == pytest.approx(3.0, abs=0.05)


def test_nothing_is_missed_by_a_joint_that_is_three_cycles_late() -> None:
    assert missed(*followed(3.0)) == pytest.approx(0.0, abs=1e-9)


def test_what_is_missed_is_the_mean_difference() -> None:
    """Oracle: the mean of a rectified sine is 2 / pi of its amplitude."""
    found = math.degrees(missed(*followed(3.0, share=0.8)))
    assert found == pytest.approx(2.0 / math.pi * 2.0, rel=0.01)
