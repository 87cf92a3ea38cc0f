"""A walk at a speed makes up for what its feet land further than planned."""

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
    """Return a robot whose soles are there, as its joints show."""
    soles = {side: Pose3(foot.x, foot.y, -0.23) for side, foot in feet.items()}
    return SimpleNamespace(sole=lambda side: soles[side])


def walk(overshoot: Overshoot, further: Callable[[Side], tuple[float, float]]) -> None:
    """Let feet land, each further than planned by so much less as was learnt, m."""
    for _ in range(30):
        for side in Side:
            x, y = further(side)
            foot = _FEET[side]
            lands = Pose2(foot.x + x - overshoot.way[0], foot.y + y - overshoot.way[1])
            overshoot.landed(standing({**_FEET, side: lands}), side, _FEET)


@pytest.fixture
def overshoot(parameters: OvershootParameters) -> Overshoot:
    return Overshoot(replace(parameters, shown_longer=0.0))


def test_what_both_feet_land_too_far_is_made_up_for(overshoot: Overshoot) -> None:
    walk(overshoot, lambda _: (0.004, -0.003))
    assert overshoot.way == pytest.approx((0.004, -0.003), abs=1e-5)


def test_a_leg_whose_zeros_are_wrong_is_not_taken_for_it(overshoot: Overshoot) -> None:
    walk(overshoot, lambda side: (0.004 * side.sign, 0.002 * side.sign))
    assert overshoot.way == pytest.approx((0.0, 0.0), abs=1e-5)


def test_a_single_landing_tells_nothing_as_its_zeros_may_be_wrong(overshoot: Overshoot) -> None:
    lands = {**_FEET, Side.LEFT: Pose2(0.044, 0.052)}
    overshoot.landed(standing(lands), Side.LEFT, _FEET)
    assert overshoot.way == (0.0, 0.0)


@pytest.mark.parametrize("length", [0.04, -0.04])
def test_a_step_that_joints_show_as_long_as_planned_is_a_little_shorter(
    parameters: OvershootParameters, length: float
) -> None:
    overshoot = Overshoot(parameters)
    for side in Side:
        feet = {each: Pose2(length * (each is side), 0.05 * each.sign) for each in Side}
        overshoot.landed(standing(feet), side, feet)
    missed = -parameters.shown_longer * length
    assert overshoot.way == pytest.approx((parameters.share * missed, 0.0))


def test_no_more_is_made_up_for_than_a_walk_can_miss(
    overshoot: Overshoot, parameters: OvershootParameters
) -> None:
    walk(overshoot, lambda _: (0.5, 0.0))
    assert overshoot.way == pytest.approx((parameters.limit, 0.0))
    overshoot.begin()
    assert overshoot.way == (0.0, 0.0)
