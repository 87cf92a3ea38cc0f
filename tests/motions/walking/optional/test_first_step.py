"""The first step: its lift by the width of a side step, and its length."""

import pytest

from motions.walking.optional.first_step import FirstStepParameters, first_lift, first_target
from motions.walking.step import Step

STEP = Step(0.05, 0.02, 0.1)


def test_the_lift_grows_linearly_from_a_straight_step_to_the_widest_side_step() -> None:
    parameters = FirstStepParameters(active=True, lift_ratio=0.4, translates=True)
    found = [first_lift(parameters, side) for side in (0.0, 0.5, 1.0)]
    assert found == pytest.approx([0.4, 0.7, 1.0])
    off = FirstStepParameters(active=False, lift_ratio=0.4, translates=True)
    assert [first_lift(off, side) for side in (0.0, 0.5)] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("active", "translates", "target"),
    [(True, True, STEP), (True, False, Step()), (False, False, STEP), (False, True, STEP)],
)
def test_the_first_step_keeps_its_length_unless_it_only_lifts(
    active: bool, translates: bool, target: Step
) -> None:
    assert first_target(FirstStepParameters(active, 0.5, translates), STEP) == target
