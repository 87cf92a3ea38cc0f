"""Quiet torso and quiet legs, compared with windows evaluated as a whole."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.robots.nao import JOINT_COUNT, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE
from hardware.units import Point
from motions.perception.parameters import PerceptionParameters, QuietParameters
from motions.perception.quiet import LegsQuiet, QuietDetector
from tests.fakes import NAO


@pytest.fixture
def limits(shipped: PerceptionParameters) -> QuietParameters:
    return replace(shipped.quiet, window=8, mean=0.02, deviation=0.05)


def gyros(seed: int, count: int, scale: float) -> list[Point]:
    rng = np.random.default_rng(seed)
    return [tuple(row) for row in rng.normal(0.0, scale, (count, 3)).tolist()]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scale", [0.02, 0.045])
def test_quiet_is_a_window_of_small_mean_and_small_deviation_on_every_axis(
    limits: QuietParameters, seed: int, scale: float
) -> None:
    """NumPy evaluates each window from scratch; the detector keeps running sums."""
    detector = QuietDetector(limits)
    samples = gyros(seed, 400, scale)
    verdicts = set()
    for count in range(1, len(samples) + 1):
        quiet = detector.update(samples[count - 1])
        assert quiet is detector.quiet
        window = np.array(samples[max(count - limits.window, 0) : count])
        still = (abs(window.mean(axis=0)) < limits.mean) & (window.std(axis=0) < limits.deviation)
        assert quiet is bool(count >= limits.window and still.all())
        if count >= limits.window:
            assert detector.mean == pytest.approx(tuple(window.mean(axis=0)), abs=1e-12)
        verdicts.add(quiet)
    assert verdicts == {True, False}


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_steady_turn_about_any_axis_is_not_quiet(
    limits: QuietParameters, axis: int, sign: float
) -> None:
    detector = QuietDetector(limits)
    turning = [0.0, 0.0, 0.0]
    turning[axis] = 1.1 * sign * limits.mean
    assert not any(detector.update((turning[0], turning[1], turning[2])) for _ in range(50))


def test_sums_do_not_drift_after_a_shock_that_swallows_small_numbers(
    limits: QuietParameters,
) -> None:
    """1e8 rad/s leaves a rounding error of its own magnitude, gone one window later."""
    detector = QuietDetector(limits)
    for value in [0.01] * 11 + [1e8] + [0.01] * (2 * limits.window):
        quiet = detector.update((value, value, value))
    assert quiet
    assert detector.mean == pytest.approx((0.01, 0.01, 0.01), abs=1e-12)


def test_nothing_is_quiet_before_the_first_sample(limits: QuietParameters) -> None:
    detector, legs = QuietDetector(limits), LegsQuiet(limits, NAO.leg_joints)
    assert detector.quiet is False and detector.mean == (0.0, 0.0, 0.0)
    assert legs.time == 0.0


def held(change: float, joint: Joint = LEG_JOINTS[3]) -> tuple[float, ...]:
    positions = [0.0] * JOINT_COUNT
    positions[joint] = change
    return tuple(positions)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_legs_are_quiet_as_long_as_they_stay_within_the_allowed_change(
    limits: QuietParameters, sign: float
) -> None:
    legs = LegsQuiet(limits, NAO.leg_joints)
    small, large = 0.9 * sign * limits.leg_change, 1.1 * sign * limits.leg_change
    assert legs.update(held(0.0), CYCLE) == 0.0
    assert [legs.update(held(small), CYCLE) for _ in range(3)] == pytest.approx(
        [CYCLE, 2 * CYCLE, 3 * CYCLE]
    )
    assert legs.update(held(large), CYCLE) == 0.0
    assert legs.update(held(large), 2 * CYCLE) == pytest.approx(2 * CYCLE)
    assert legs.time == pytest.approx(2 * CYCLE)


def test_a_slow_creep_is_no_rest(limits: QuietParameters) -> None:
    legs = LegsQuiet(limits, NAO.leg_joints)
    for cycle in range(100):
        assert legs.update(held(0.3 * cycle * limits.leg_change), CYCLE) < 5 * CYCLE


def test_only_legs_count(limits: QuietParameters) -> None:
    legs = LegsQuiet(limits, NAO.leg_joints)
    for cycle in range(10):
        time = legs.update(held(float(cycle), Joint.HEAD_YAW), CYCLE)
    assert time == pytest.approx(9 * CYCLE)
