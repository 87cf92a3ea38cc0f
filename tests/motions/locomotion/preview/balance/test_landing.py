"""Footsteps land relative to the measured support foot rather than the commanded one."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_settings
from motions.kinematics.geometry import Pose3
from motions.locomotion.preview.balance.landing import Landing
from motions.locomotion.preview.balance.parameters import LandingParameters

_CYCLE = 0.012
_SOLES = (Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23))


@pytest.fixture(scope="module")
def parameters() -> LandingParameters:
    return load_settings("normal").preview.landing


def robot(*, beside: dict[Side, tuple[float, float]] | None = None) -> Any:
    """Return a robot whose soles are off their command by these distances, m."""
    away = {side: (0.0, 0.0) for side in Side} | (beside or {})
    soles = {
        side: Pose3(sole.x + away[side][0], sole.y + away[side][1], sole.z)
        for side, sole in zip(Side, _SOLES, strict=True)
    }
    return SimpleNamespace(cycle=_CYCLE, sole=lambda side: soles[side])


def flown(parameters: LandingParameters, seen: Any, swing: Side | None, cycles: int) -> Landing:
    landing = Landing(parameters)
    for _ in range(cycles):
        landing.update(seen, _SOLES, swing)
    return landing


@pytest.mark.parametrize("swing", Side)
def test_the_swing_foot_is_shifted_with_the_support_foot(
    parameters: LandingParameters, swing: Side
) -> None:
    seen = robot(beside={swing.other: (0.005, -0.004), swing: (0.05, 0.05)})
    landing = flown(parameters, seen, swing, 100)
    gain = parameters.gain
    assert landing.shifts[swing] == pytest.approx((gain * 0.005, -gain * 0.004))
    assert landing.shifts[swing.other] == (0.0, 0.0)


def test_the_shift_is_applied_along_the_heading_of_the_robot(parameters: LandingParameters) -> None:
    landing = flown(parameters, robot(beside={Side.RIGHT: (0.005, 0.0)}), Side.LEFT, 100)
    left, right = landing.apply(*_SOLES, 0.5 * math.pi)
    moved = parameters.gain * 0.005
    assert (left.x, left.y, left.z) == pytest.approx((0.0, 0.05 + moved, -0.23))
    assert right == _SOLES[1]


def test_the_shift_is_limited_in_distance_and_speed(
    parameters: LandingParameters,
) -> None:
    far = robot(beside={Side.RIGHT: (0.2, -0.2)})
    step = parameters.speed * _CYCLE
    assert flown(parameters, far, Side.LEFT, 1).shifts[Side.LEFT] == pytest.approx((step, -step))
    limit = parameters.limit
    assert flown(parameters, far, Side.LEFT, 100).shifts[Side.LEFT] == (limit, -limit)


def test_the_soles_are_compared_with_the_command_of_that_time(
    parameters: LandingParameters,
) -> None:
    landing = flown(parameters, robot(), Side.LEFT, 20)
    further = (_SOLES[0], Pose3(0.02, -0.05, -0.23))
    for _ in range(parameters.delay):
        landing.update(robot(), further, Side.LEFT)
        assert landing.shifts[Side.LEFT] == (0.0, 0.0)
    landing.update(robot(), further, Side.LEFT)
    assert landing.shifts[Side.LEFT][0] < 0.0


def test_the_shift_of_a_landed_foot_fades_slowly(parameters: LandingParameters) -> None:
    seen = robot(beside={Side.RIGHT: (0.005, 0.0)})
    landing = flown(parameters, seen, Side.LEFT, 100)
    before = landing.shifts[Side.LEFT][0]
    landing.update(seen, _SOLES, None)
    assert landing.shifts[Side.LEFT][0] == pytest.approx(before - parameters.fade * _CYCLE)


@pytest.mark.parametrize("swing", Side)
def test_with_capture_only_the_mean_overshoot_is_subtracted(
    parameters: LandingParameters, swing: Side
) -> None:
    landing = Landing(parameters)
    seen = robot(beside={swing.other: (0.005, -0.004)})
    for _ in range(100):
        landing.update(seen, _SOLES, swing, beyond=(0.004, -0.002))
    assert landing.shifts[swing] == pytest.approx((-0.004, 0.002))
    assert landing.shifts[swing.other] == (0.0, 0.0)


def test_a_new_walk_begins_without_shifts(parameters: LandingParameters) -> None:
    landing = flown(parameters, robot(beside={Side.RIGHT: (0.005, 0.0)}), Side.LEFT, 100)
    landing.begin()
    landing.update(robot(), _SOLES, Side.LEFT)
    assert landing.shifts[Side.LEFT] == (0.0, 0.0)
