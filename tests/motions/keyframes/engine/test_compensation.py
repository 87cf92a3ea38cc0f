"""Compensation of joint errors: filter, prediction, and correction of the targets."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.compensation import Inherited, activation, compensate
from motions.keyframes.engine.joint_errors import JointErrors, TrendLowPass
from motions.keyframes.engine.parameters import TrendFilter
from motions.keyframes.motions.keyframe import Compensation, JointShare, Keyframe

DEG = math.pi / 180.0
FILTER = TrendFilter(slow=0.4, fast=0.9)
HIP, ANKLE = Joint.L_HIP_YAW_PITCH, Joint.L_ANKLE_PITCH
MIN_RELEASE = 0.5 * DEG
NO_WAY = (0.0,) * JOINT_COUNT


def entry(start: float, full: float, factor: float = 1.0) -> Compensation:
    return Compensation(start * DEG, full * DEG, (JointShare(ANKLE, factor),), observe=HIP)


def compensated(entries: tuple[Compensation, ...], release_step: float | None = None) -> Keyframe:
    return Keyframe("", 0.1, {}, compensation=entries, release_step=release_step)


def errors_with(lag: float) -> JointErrors:
    """Return settled errors of a hip that lags by this angle, deg."""
    made = JointErrors(3, 3.0, FILTER, (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH))
    made.observe([HIP])
    feed(made, lag, 60)
    return made


def feed(made: JointErrors, lag: float, cycles: int) -> None:
    measured = [0.0] * JOINT_COUNT
    measured[HIP] = -lag * DEG
    for _ in range(cycles):
        made.update([0.0] * JOINT_COUNT, measured)


def test_a_constant_lag_is_measured_exactly() -> None:
    assert errors_with(7.0).error(HIP, predict=False) == pytest.approx(7.0 * DEG)


def test_the_error_takes_the_delay_of_the_robot_into_account() -> None:
    made = JointErrors(3, 3.0, FILTER, (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH))
    made.observe([HIP])
    feed(made, 7.0, 2)
    assert made.error(HIP, predict=False) == 0.0


def test_a_shrinking_error_is_predicted_smaller_and_never_beyond_zero() -> None:
    made = errors_with(10.0)
    for lag in (8.0, 5.0, 1.0, 0.5, 0.0, 0.0):
        feed(made, lag, 1)
        now, predicted = (made.error(HIP, predict=flag) for flag in (False, True))
        assert 0.0 <= predicted <= now + 1e-12


def test_the_filter_converges_to_a_constant() -> None:
    low_pass = TrendLowPass(FILTER)
    assert [low_pass.update(3.0) for _ in range(60)][-1] == pytest.approx(3.0)


def test_the_filter_follows_a_ramp_faster_than_a_plain_low_pass() -> None:
    low_pass, plain = TrendLowPass(FILTER), 0.0
    for value in range(40):
        plain += FILTER.slow * (value - plain)
        low_pass.update(float(value))
    assert 39.0 - low_pass.output < 0.5 * (39.0 - plain)


def test_the_filter_damps_an_alternating_input() -> None:
    low_pass = TrendLowPass(FILTER)
    outputs = [low_pass.update(float((-1) ** k)) for k in range(60)]
    assert max(abs(value) for value in outputs[20:]) <= 0.5


def test_the_filter_stays_within_its_past_inputs() -> None:
    rng = np.random.default_rng(5)
    low_pass = TrendLowPass(FILTER)
    seen = [0.0]
    for value in rng.normal(size=500).tolist():
        seen.append(value)
        assert min(seen) - 1e-12 <= low_pass.update(value) <= max(seen) + 1e-12


@pytest.mark.parametrize(
    ("start", "full", "error", "corrected"),
    [(1, 10, 10, 10), (-1, -10, -10, -10), (-10, 10, -5, 5), (1, 10, 19, 20), (1, 10, -5, 0)],
)
def test_a_target_is_shifted_by_the_activated_share_of_the_full_error(
    start: float, full: float, error: float, corrected: float
) -> None:
    targets = [0.0] * JOINT_COUNT
    compensate(targets, [entry(start, full)], errors_with(error), [0.0] * JOINT_COUNT)
    assert targets[ANKLE] == pytest.approx(corrected * DEG)


def test_a_clip_limits_the_activation() -> None:
    assert activation(replace(entry(1, 10), clip=1.0), 19.0 * DEG) == 1.0


def test_the_hip_pitch_difference_never_over_compensates() -> None:
    made = Compensation(1 * DEG, 10 * DEG, (JointShare(ANKLE, 1.0),), hip_pitch_difference=True)
    assert activation(made, 50.0 * DEG) == 1.0


def test_an_inherited_correction_vanishes_when_the_joint_catches_up() -> None:
    entries, errors = (entry(1, 10, 0.5),), errors_with(10.0)
    corrections = compensate([0.0] * JOINT_COUNT, entries, errors, [0.0] * JOINT_COUNT)
    inherited = Inherited(MIN_RELEASE)
    inherited.begin(compensated(entries), corrections, frozenset(), NO_WAY)
    feed(errors, 0.0, 60)
    start = [5.0 * DEG] * JOINT_COUNT
    inherited.take_back(start, errors, [0.0] * JOINT_COUNT)
    assert start[ANKLE] == pytest.approx(0.0, abs=1e-9)


def test_a_release_step_removes_the_correction_over_the_cycles_that_it_sets() -> None:
    entries, errors = (entry(1, 10, 0.5),), errors_with(10.0)
    inherited = Inherited(MIN_RELEASE)
    back = tuple(-5.0 * DEG if joint == ANKLE else 1.0 for joint in range(JOINT_COUNT))
    inherited.begin(compensated(entries, 0.2), (5.0 * DEG,), frozenset(), back)
    start = [5.0 * DEG] * JOINT_COUNT
    inherited.take_back(start, errors, NO_WAY)
    assert start[ANKLE] == pytest.approx(5.0 * DEG), "the joint still sticks"
    for cycle in range(1, 7):
        feed(errors, 10.0 - cycle, 1)
        inherited.take_back(start, errors, NO_WAY)
        assert start[ANKLE] == pytest.approx(5.0 * DEG * max(0.0, 1.0 - 0.2 * cycle), abs=1e-9)
    assert start[HIP] == pytest.approx(5.0 * DEG), "only corrected joints are restored"


def test_a_held_joint_keeps_its_start() -> None:
    entries, errors = (entry(1, 10),), errors_with(10.0)
    corrections = compensate([0.0] * JOINT_COUNT, entries, errors, [0.0] * JOINT_COUNT)
    inherited = Inherited(MIN_RELEASE)
    inherited.begin(compensated(entries), corrections, frozenset({int(ANKLE)}), NO_WAY)
    feed(errors, 0.0, 60)
    start = [0.2] * JOINT_COUNT
    inherited.take_back(start, errors, [0.0] * JOINT_COUNT)
    assert start[ANKLE] == 0.2


@pytest.mark.parametrize(("start", "full"), [(5, 5), (10, -10)])
def test_ranges_without_a_direction_or_across_zero_are_refused(start: float, full: float) -> None:
    with pytest.raises(ValueError, match="KF125"):
        entry(start, full)
