"""A walk that needed large adjustments is slowed down for some steps."""

from dataclasses import replace

import pytest

from motions.walking.configuration import WalkingParameters
from motions.walking.optional.speed_reduction import SpeedReduction

MUCH, LITTLE = 0.021, 0.019


@pytest.fixture
def reduction(walking: WalkingParameters) -> SpeedReduction:
    parameters = replace(
        walking.adjustment.speed_reduction, unstable=0.02, window=1.0, steps=3, factor=0.5
    )
    return SpeedReduction(parameters)


def factors(reduction: SpeedReduction, count: int) -> list[float]:
    """Return the speed factor before each of some steps that need no adjustment."""
    found = []
    for step in range(count):
        found.append(reduction.speed_factor)
        reduction.finish(10.0 + step, 0.0, 0.0)
    return found


def test_one_large_forward_adjustment_slows_some_steps_down(reduction: SpeedReduction) -> None:
    assert factors(reduction, 2) == [1.0, 1.0] and reduction.left == 0
    reduction.finish(0.0, 0.0, LITTLE)
    assert reduction.speed_factor == 1.0
    reduction.finish(0.3, 0.0, MUCH)
    assert factors(reduction, 5) == [0.5, 0.5, 0.5, 1.0, 1.0]


@pytest.mark.parametrize(("later", "slow"), [(0.9, True), (1.1, False)])
def test_backward_it_takes_two_large_adjustments_within_a_window(
    reduction: SpeedReduction, later: float, slow: bool
) -> None:
    reduction.finish(5.0, -MUCH, 0.0)
    assert reduction.speed_factor == 1.0
    reduction.finish(5.0 + later, -LITTLE, 0.0)
    assert reduction.speed_factor == 1.0
    reduction.finish(5.0 + later, -MUCH, 0.0)
    assert reduction.left == (3 if slow else 0)
    reduction.finish(5.5 + later, -MUCH, 0.0)
    assert reduction.left == 3, "the later of the two starts a new window"


def test_after_a_reset_nothing_is_remembered(reduction: SpeedReduction) -> None:
    reduction.finish(5.0, -MUCH, MUCH)
    assert reduction.left == 3
    reduction.reset()
    assert reduction.left == 0
    reduction.finish(5.1, -MUCH, 0.0)
    assert reduction.left == 0
