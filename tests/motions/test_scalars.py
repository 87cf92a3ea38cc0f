"""Functions of single numbers."""

import pytest
from scipy.interpolate import CubicHermiteSpline

from motions.scalars import cubic, kalman_share, ramp


@pytest.mark.parametrize(
    ("value", "share"), [(-1.0, 0.0), (2.0, 0.0), (3.0, 0.25), (6.0, 1.0), (9.0, 1.0)]
)
def test_a_ramp_is_linear_between_its_ends_and_constant_beyond_them(
    value: float, share: float
) -> None:
    assert ramp(value, 2.0, 6.0) == share
    assert ramp(-value, -2.0, -6.0) == share


def test_a_ramp_without_width_is_a_step() -> None:
    assert [ramp(value, 0.5, 0.5) for value in (0.4, 0.5, 0.6)] == [0.0, 1.0, 1.0]


def test_a_cubic_has_the_given_values_and_slopes_at_its_ends() -> None:
    tiny = 1e-6
    at = [cubic(0.0, 1.0, 0.1, 0.5, 0.2, u) for u in (0.0, tiny, 1.0 - tiny, 1.0)]
    assert at[0] == pytest.approx(0.0) and at[3] == pytest.approx(0.1)
    assert (at[1] - at[0]) / (0.2 * tiny) == pytest.approx(1.0, rel=1e-3)
    assert (at[3] - at[2]) / (0.2 * tiny) == pytest.approx(0.5, rel=1e-3)


def test_a_cubic_equals_that_of_scipy() -> None:
    peer = CubicHermiteSpline([0.0, 0.2], [0.03, 0.1], [1.0, -0.5])
    for u in (0.1, 0.4, 0.7, 0.95):
        assert cubic(0.03, 1.0, 0.1, -0.5, 0.2, u) == pytest.approx(float(peer(0.2 * u)))


def test_equal_measurements_are_averaged_with_the_variance_of_their_mean() -> None:
    variance = 4.0
    for number in range(2, 10):
        share, variance = kalman_share(variance, 4.0, 0.0)
        assert share == pytest.approx(1.0 / number)
        assert variance == pytest.approx(4.0 / number)


def test_a_very_certain_estimate_still_takes_the_least_share_of_a_measurement() -> None:
    assert kalman_share(1e-9, 1.0, 0.1) == (0.1, pytest.approx(0.9e-9))
