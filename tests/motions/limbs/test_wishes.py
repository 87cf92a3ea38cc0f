"""Invalid requests for head and arms are refused with value and range."""

import math
from typing import Any

import pytest

from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish

POINT = (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"pan": math.nan}, "pan is nan; expected a number from -3.142 to 3.142 rad"),
        ({"tilt": 2.0}, "tilt is 2.0; expected a number from -1.571 to 1.571 rad"),
        ({"speed": 0.0}, "speed is 0.0; expected a number above 0 up to 20 rad/s"),
        ({"speed": math.nan}, "speed is nan"),
        ({"speed": math.inf}, "speed is inf"),
        ({"mode": HeadMode.TARGET}, "mode 'target' needs a 'target'"),
        ({"target": POINT}, "'target' belongs to mode 'target', not to 'angles'"),
        (
            {"mode": HeadMode.TARGET, "target": (1.0, math.inf, 0.0)},
            r"target\[1\] is inf; expected a number from -20 to 20 m",
        ),
        ({"mode": HeadMode.TARGET, "target": (21.0, 0.0, 0.0)}, r"target\[0\] is 21.0; expected"),
        ({"mode": HeadMode.BALL, "pan": 0.1}, "belong to mode 'angles', not to 'ball'"),
        ({"mode": HeadMode.BALL, "keep_direction": True}, "belong to mode 'angles'"),
    ],
)
def test_an_invalid_head_request_names_value_and_range(
    given: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        HeadWish(**given)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "one of 'program'"),
        ({"program": ArmProgram.BACK, "point_at": POINT}, "one of 'program'"),
        ({"point_at": (math.nan, 0.0, 0.0)}, r"point_at\[0\] is nan; expected"),
    ],
)
def test_an_invalid_arm_request_names_value_and_range(
    given: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        ArmWish(**given)
