"""The closing step at the end of a path: what it covers, and what it leaves."""

import math

import pytest

from hardware.robots.model import Side
from motions.errands.closing import closing_towards
from motions.generators.parameters import GeneratorParameters
from motions.kinematics.geometry import Pose2

DEGREE = math.radians(1.0)
FEW = Pose2(0.004, 0.003, DEGREE)


def test_the_closing_step_covers_the_distance_left_and_expects_half_of_it_to_remain(
    parameters: GeneratorParameters,
) -> None:
    step, rest = closing_towards(FEW, Side.LEFT, parameters.errand.closing)
    assert (step.x, step.y, step.turn) == pytest.approx((FEW.x, FEW.y, FEW.heading))
    assert (rest.x, rest.y, rest.heading) == pytest.approx((0.002, 0.0015, 0.5 * DEGREE))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_closing_step_is_limited_to_what_the_stand_may_slide_away(
    parameters: GeneratorParameters, sign: float
) -> None:
    own = parameters.errand.closing
    side = Side.LEFT if sign > 0.0 else Side.RIGHT
    far = Pose2(sign, sign, sign)
    step, _ = closing_towards(far, side, own)
    assert (step.x, step.y, step.turn) == (sign * own.forward, sign * own.aside, sign * own.turn)


def test_the_closing_step_never_steps_onto_the_other_foot(parameters: GeneratorParameters) -> None:
    step, rest = closing_towards(FEW, Side.RIGHT, parameters.errand.closing)
    assert step.y == 0.0 and rest.y == FEW.y
