"""A walk at a speed compensates the distance by which its feet overshoot their plan."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_settings
from motions.kinematics.geometry import Pose2, Pose3
from motions.locomotion.preview.overshoot import Overshoot
from motions.locomotion.preview.parameters import OvershootParameters

_FEET = {Side.LEFT: Pose2(0.04, 0.05), Side.RIGHT: Pose2(0.0, -0.05)}


@pytest.fixture(scope="module")
def parameters() -> OvershootParameters:
    return load_settings("normal").preview.overshoot


def standing(feet: Mapping[Side, Pose2]) -> Any:
    """Return a robot whose soles are at these poses according to its joints."""
    soles = {side: Pose3(foot.x, foot.y, -0.23) for side, foot in feet.items()}
    return SimpleNamespace(sole=lambda side: soles[side])


def walk(overshoot: Overshoot, further: Callable[[Side], tuple[float, float]]) -> None:
    """Let feet land beyond their plan by `further` minus the learnt compensation, m."""
    for _ in range(30):
        for side in Side:
            x, y = further(side)
            foot = _FEET[side]
            lands = Pose2(foot.x + x - overshoot.error[0], foot.y + y - overshoot.error[1])
            overshoot.landed(standing({**_FEET, side: lands}), side, _FEET)


@pytest.fixture
def overshoot(parameters: OvershootParameters) -> Overshoot:
    return Overshoot(replace(parameters, shown_longer=0.0))


def test_an_overshoot_of_both_feet_is_compensated(overshoot: Overshoot) -> None:
    walk(overshoot, lambda _: (0.004, -0.003))
    assert overshoot.error == pytest.approx((0.004, -0.003), abs=1e-5)


def test_opposite_errors_of_the_two_legs_are_joint_zeros_and_not_compensated(
    overshoot: Overshoot,
) -> None:
    walk(overshoot, lambda side: (0.004 * side.sign, 0.002 * side.sign))
    assert overshoot.error == pytest.approx((0.0, 0.0), abs=1e-5)


def test_a_single_landing_is_not_enough_because_of_joint_zeros(overshoot: Overshoot) -> None:
    lands = {**_FEET, Side.LEFT: Pose2(0.044, 0.052)}
    overshoot.landed(standing(lands), Side.LEFT, _FEET)
    assert overshoot.error == (0.0, 0.0)


@pytest.mark.parametrize("length", [0.04, -0.04])
def test_a_step_that_reaches_its_length_in_the_joints_counts_as_slightly_short(
    parameters: OvershootParameters, length: float
) -> None:
    overshoot = Overshoot(parameters)
    for side in Side:
        feet = {each: Pose2(length * (each is side), 0.05 * each.sign) for each in Side}
        overshoot.landed(standing(feet), side, feet)
    missed = -parameters.shown_longer * length
    assert overshoot.error == pytest.approx((parameters.share * missed, 0.0))


def test_the_compensation_has_a_limit_and_is_reset_by_a_new_walk(
    overshoot: Overshoot, parameters: OvershootParameters
) -> None:
    walk(overshoot, lambda _: (0.5, 0.0))
    assert overshoot.error == pytest.approx((parameters.limit, 0.0))
    overshoot.begin()
    assert overshoot.error == (0.0, 0.0)
