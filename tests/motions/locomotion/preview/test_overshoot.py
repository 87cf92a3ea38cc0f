"""A walk at a speed learns by how much its feet land further than planned."""

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


def robot(left: tuple[float, float], right: tuple[float, float] = (0.0, 0.0)) -> Any:
    """Return a robot whose soles seem to be beside their plan by so much, m."""
    soles = {
        side: Pose3(foot.x + away[0], foot.y + away[1], -0.23)
        for (side, foot), away in zip(_FEET.items(), (left, right), strict=True)
    }
    return SimpleNamespace(sole=lambda side: soles[side])


def walked(parameters: OvershootParameters, seen: Any, *sides: Side) -> tuple[float, float]:
    overshoot = Overshoot(parameters)
    for _ in range(20):
        for side in sides:
            overshoot.landed(seen, side, _FEET)
    return overshoot.way


def test_what_both_feet_land_too_far_is_learnt(parameters: OvershootParameters) -> None:
    overshoot = Overshoot(parameters)
    for _ in range(20):
        overshoot.landed(robot((0.004, 0.0)), Side.LEFT, _FEET)
        overshoot.landed(robot((0.0, 0.0), (0.004, 0.0)), Side.RIGHT, _FEET)
    assert overshoot.way == pytest.approx((0.004, 0.0), abs=1e-5)


def test_a_leg_whose_zeros_are_wrong_is_not_taken_for_it(parameters: OvershootParameters) -> None:
    # The left foot always seems further ahead, whichever of them has just landed.
    assert walked(parameters, robot((0.004, 0.002)), *Side) == pytest.approx((0.0, 0.0), abs=1e-5)


def test_no_more_is_learnt_than_a_walk_can_miss(parameters: OvershootParameters) -> None:
    overshoot = Overshoot(parameters)
    for _ in range(20):
        overshoot.landed(robot((0.5, 0.0)), Side.LEFT, _FEET)
        overshoot.landed(robot((0.0, 0.0), (0.5, 0.0)), Side.RIGHT, _FEET)
    assert overshoot.way == pytest.approx((parameters.limit, 0.0))
    overshoot.begin()
    assert overshoot.way == (0.0, 0.0)
