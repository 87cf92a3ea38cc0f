"""Wishes that make no sense are refused with value and range."""

import math
from typing import Any

import pytest

from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish

POINT = (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"pan": math.nan}, r"pan nan rad is not in \[-3.142, 3.142\]"),
        ({"tilt": 2.0}, r"tilt 2.0 rad is not in \[-1.571, 1.571\]"),
        ({"speed": 0.0}, r"speed 0.0 rad/s of the head is not in \(0, 20\]"),
        ({"speed": math.nan}, "speed nan"),
        ({"speed": math.inf}, "speed inf"),
        ({"mode": HeadMode.TARGET}, "'target' belongs to mode 'target'"),
        ({"target": POINT}, "'target' belongs to mode 'target', not to 'angles'"),
        ({"mode": HeadMode.TARGET, "target": (1.0, math.inf, 0.0)}, "y of target inf m"),
        ({"mode": HeadMode.TARGET, "target": (21.0, 0.0, 0.0)}, r"not in \[-20, 20\]"),
        ({"mode": HeadMode.BALL, "pan": 0.1}, "belong to mode 'angles', not to 'ball'"),
        ({"mode": HeadMode.BALL, "keep_direction": True}, "belong to mode 'angles'"),
    ],
)
def test_a_wish_of_the_head_says_what_is_wrong(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        HeadWish(**given)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "one of 'program'"),
        ({"program": ArmProgram.BACK, "point_at": POINT}, "one of 'program'"),
        ({"point_at": (math.nan, 0.0, 0.0)}, "x of point_at nan m"),
    ],
)
def test_a_wish_of_an_arm_says_what_is_wrong(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ArmWish(**given)
