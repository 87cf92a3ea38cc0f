"""The hip shift against the momentum of a side step."""

import pytest

from hardware.robots.model import Side
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.hip_shift import hip_shift
from motions.walking.trajectories import FeetOffsets, FootOffset


def apart(gap: float) -> FeetOffsets:
    """Return feet that are apart by `gap` more than in the stance, m."""
    return FeetOffsets(FootOffset(side=0.5 * gap), FootOffset(side=-0.5 * gap), 0.0)


def test_a_step_that_closes_wide_feet_shifts_the_hips_against_their_motion(
    walking: WalkingParameters,
) -> None:
    """After a step to the left the right foot closes: both feet end further left."""
    shift = walking.hip_shift
    assert hip_shift(shift, apart(0.1), 0.0, Side.RIGHT, 0.0) == pytest.approx(shift.max_shift)
    assert hip_shift(shift, apart(0.1), 0.0, Side.LEFT, 0.0) == pytest.approx(-shift.max_shift)


def test_feet_that_are_measured_wide_count_as_well(walking: WalkingParameters) -> None:
    shift = walking.hip_shift
    assert hip_shift(shift, apart(0.0), 0.1, Side.RIGHT, 0.0) == pytest.approx(shift.max_shift)


def test_the_shift_grows_with_the_distance_by_which_the_feet_close(
    walking: WalkingParameters,
) -> None:
    shift = walking.hip_shift
    begin, end = shift.closing
    shifts = [
        hip_shift(shift, apart(gap), 0.0, Side.RIGHT, 0.0)
        for gap in (begin, 0.5 * (begin + end), end)
    ]
    assert shifts == pytest.approx([0.0, 0.5 * shift.max_shift, shift.max_shift])


def test_a_new_step_outwards_cancels_the_shift(walking: WalkingParameters) -> None:
    shift = walking.hip_shift
    wide = shift.outward[1]
    assert hip_shift(shift, apart(0.15), 0.0, Side.RIGHT, -wide) == 0.0


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize("inwards", [0.03, 0.05])
def test_an_inward_step_leaves_less_to_close(
    walking: WalkingParameters, swing: Side, inwards: float
) -> None:
    """The feet close by their gap minus the lateral step, on either side."""
    shift = walking.hip_shift
    side = -swing.sign * inwards
    with_way = hip_shift(shift, apart(0.1), 0.0, swing, side)
    assert with_way == hip_shift(shift, apart(0.1 - inwards), 0.0, swing, 0.0)
    assert 0.0 < abs(with_way) < shift.max_shift


@pytest.mark.parametrize("swing", Side)
def test_half_a_step_outwards_halves_the_shift(walking: WalkingParameters, swing: Side) -> None:
    shift = walking.hip_shift
    half = 0.5 * sum(shift.outward)
    full = hip_shift(shift, apart(0.3), 0.0, swing, 0.0)
    assert hip_shift(shift, apart(0.3), 0.0, swing, swing.sign * half) == pytest.approx(0.5 * full)
