"""Hip height by step length: its range, its speeds and its start at the stance."""

from dataclasses import replace

import pytest

from hardware.sensors_and_commands import CYCLE
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.hip_height import HipHeightBySpeed
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import robot_state
from tests.motions.walking.stepper import a_step, seen


@pytest.fixture
def height(walking: WalkingParameters) -> HipHeightBySpeed:
    parameters = replace(walking.hip_height, active=True, raised=0.01, up=0.02, down=0.05)
    return HipHeightBySpeed(parameters)


def walk(height: HipHeightBySpeed, extent: float, cycles: int) -> float:
    for _ in range(cycles):
        height.update(robot_state(), seen(replace(a_step(), extent=extent)))
    return height.raised


@pytest.mark.parametrize(("extent", "raised"), [(0.0, 0.01), (0.4, 0.006), (1.0, 0.0)])
def test_the_hips_are_higher_the_shorter_the_steps(
    height: HipHeightBySpeed, extent: float, raised: float
) -> None:
    assert height.raised == 0.0
    assert walk(height, extent, 500) == pytest.approx(raised)


def test_the_hips_rise_slowly_and_sink_quickly(height: HipHeightBySpeed) -> None:
    assert walk(height, 0.0, 10) == pytest.approx(10 * CYCLE * 0.02)
    top = walk(height, 0.0, 100)
    assert walk(height, 1.0, 5) == pytest.approx(top - 5 * CYCLE * 0.05)


def test_raised_hips_lower_both_feet_until_a_reset(height: HipHeightBySpeed) -> None:
    assert walk(height, 0.0, 500) == pytest.approx(0.01)
    for raised in (0.01, 0.0):
        feet = FeetOffsets(FootOffset(lift=0.003), FootOffset(lift=0.0))
        height.feet(feet, seen())
        assert (feet.left.lift, feet.right.lift) == pytest.approx((0.003 - raised, -raised))
        (told,) = height.values(seen())
        assert told.number == pytest.approx(raised)
        height.reset()
    assert height.raised == 0.0
