"""The filter of joint errors follows trends but not noise; requests are delayed."""

import itertools

import numpy as np
import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.joint_errors import JointErrors, TrendLowPass
from motions.keyframes.engine.parameters import TrendFilter

SLOW, FAST = 0.3, 0.7
FILTER = TrendFilter(slow=SLOW, fast=FAST)
KNEE, ELBOW = Joint.L_KNEE_PITCH, Joint.R_ELBOW_ROLL


def filtered(values: list[float]) -> list[float]:
    low_pass = TrendLowPass(FILTER)
    return [low_pass.update(value) for value in values]


def plain(values: list[float], weight: float) -> list[float]:
    """Return the values filtered by an ordinary first-order low pass."""
    return list(itertools.accumulate(values, lambda out, v: out + weight * (v - out), initial=0.0))[
        1:
    ]


def test_the_first_inputs_are_filtered_slowly() -> None:
    values = [1.0, 2.0, 0.0, -1.0]
    assert filtered(values) == pytest.approx(plain(values, SLOW))


@pytest.mark.parametrize("slope", [0.01, -0.01])
def test_a_trend_is_followed_with_the_lag_of_the_fast_weight(slope: float) -> None:
    """A low pass of weight w lags (1 - w) / w inputs behind a ramp."""
    ramp = [slope * count for count in range(200)]
    behind = (ramp[-1] - filtered(ramp)[-1]) / slope
    assert behind == pytest.approx((1.0 - FAST) / FAST)


def test_a_steady_value_is_reached_and_a_new_filter_is_at_zero() -> None:
    low_pass = TrendLowPass(FILTER)
    for _ in range(100):
        low_pass.update(0.4)
    assert low_pass.output == pytest.approx(0.4)
    low_pass.clear()
    assert low_pass.output == 0.0
    assert low_pass.update(1.0) == pytest.approx(SLOW)


def test_noise_about_zero_is_attenuated_more_than_by_the_fast_weight_alone() -> None:
    noise = [0.1 * (-1.0) ** count for count in range(200)]
    assert max(map(abs, filtered(noise)[50:])) < 0.95 * max(map(abs, plain(noise, FAST)[50:]))


def test_a_reversal_is_followed_in_the_same_cycle() -> None:
    """Up a ramp and down again: the output turns with the first input that does."""
    values = [0.1 * count for count in range(30)] + [2.9 - 0.4 * count for count in range(1, 5)]
    outputs = filtered(values)
    turns = [b - a for a, b in itertools.pairwise(outputs)]
    assert min(turns[4:29]) > 0.0
    assert turns[29] < turns[28]
    assert max(turns[31:]) < 0.0


def test_the_worked_example_of_reversals() -> None:
    """Weights 0.6 and 0.9: followed fast, then reversed once, twice and three times.

    The last three inputs are filtered again from the one before them. 1: 0.9. Then 0, reversed:
    0.4 * 0.9. Then 1, reversed again, damped with 0.4: 0.4 + 0.6 * 0.36. Then 0, starting at 0.9:
    the first reversal is weighted against the input before, 0.4 * 1, the next two are damped:
    0.4 + 0.6 * 0.4 = 0.64, and 0.6 * 0.64.
    """
    low_pass = TrendLowPass(TrendFilter(slow=0.6, fast=0.9))
    outputs = [low_pass.update(value) for value in (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0)]
    assert outputs == pytest.approx([0.0, 0.0, 0.0, 0.0, 0.9, 0.36, 0.616, 0.384])
    low_pass.clear()
    again = [low_pass.update(value) for value in (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0)]
    assert again == outputs


@pytest.mark.parametrize("seed", range(3))
def test_the_filter_is_symmetric_and_never_leaves_the_range_of_its_inputs(seed: int) -> None:
    values = np.random.default_rng(seed).uniform(-1.0, 1.0, 300).cumsum().tolist()
    outputs = filtered(values)
    assert filtered([-value for value in values]) == pytest.approx([-out for out in outputs])
    for count in range(8, len(values)):
        assert min(values[: count + 1]) <= outputs[count] <= max(values[: count + 1])


def pose(**angles: float) -> list[float]:
    positions = [0.0] * JOINT_COUNT
    for name, angle in angles.items():
        positions[Joint[name.upper()]] = angle
    return positions


def test_a_joint_that_follows_with_the_delay_has_no_error() -> None:
    errors = JointErrors(3, 0.0, FILTER, (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH))
    errors.observe([KNEE])
    for cycle in range(40):
        errors.update(pose(l_knee_pitch=0.1 * cycle), pose(l_knee_pitch=0.1 * (cycle - 2)))
        assert errors.error(KNEE, predict=False) == pytest.approx(0.0)


def test_a_joint_short_of_its_request_has_a_positive_error() -> None:
    errors = JointErrors(3, 0.0, FILTER, (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH))
    errors.observe([KNEE, ELBOW])
    for _ in range(60):
        errors.update(pose(l_knee_pitch=0.5), pose(l_knee_pitch=0.4, r_elbow_roll=0.2))
    assert errors.error(KNEE, predict=False) == pytest.approx(0.1)
    assert errors.error(ELBOW, predict=False) == pytest.approx(-0.2)
    errors.observe([KNEE])
    assert errors.error(KNEE, predict=False) == 0.0


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_shrinking_error_is_extrapolated_to_zero_at_most_and_a_growing_one_not_at_all(
    sign: float,
) -> None:
    """An error that might be gone when the correction acts is not corrected."""
    errors = JointErrors(1, 2.0, FILTER, (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH))
    errors.observe([KNEE])
    told = []
    for error in [0.02 * n for n in range(1, 30)] + [0.58 - 0.02 * n for n in range(1, 29)]:
        errors.update(pose(l_knee_pitch=sign * error), pose())
        told.append(tuple(sign * errors.error(KNEE, predict=predict) for predict in (False, True)))
    for (before, _), (now, predicted) in itertools.pairwise(told):
        if now >= before:
            assert predicted == now
        else:
            assert predicted == pytest.approx(max(now + 2.0 * (now - before), 0.0))
    assert any(predicted == 0.0 < now for now, predicted in told)
