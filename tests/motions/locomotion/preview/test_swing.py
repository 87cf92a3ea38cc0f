from dataclasses import replace

import pytest

from hsm.control.assembly import MotionSettings
from motions.locomotion.preview.swing import SwingShape, bump
from motions.scalars import smooth


def test_a_foot_leaves_and_lands_at_rest() -> None:
    small = 1e-4
    for shape in (smooth, bump):
        assert abs(shape(small) - shape(0.0)) < 1e-7
        assert abs(shape(1.0) - shape(1.0 - small)) < 1e-7
    assert (smooth(0.0), smooth(1.0), bump(0.0), bump(0.5), bump(1.0)) == (0, 1, 0, 1, 0)


def test_the_descent_is_the_negative_slope_of_the_height(settings: MotionSettings) -> None:
    shape = SwingShape(settings.preview.swing)
    small = 1e-6
    for number in range(1, 40):
        phase = number / 40
        slope = (shape.height(phase - small) - shape.height(phase + small)) / (2.0 * small)
        assert shape.descent(phase) == pytest.approx(max(0.0, slope), abs=1e-5), phase


def test_a_swing_without_time_for_its_horizontal_motion_is_refused(
    settings: MotionSettings,
) -> None:
    with pytest.raises(ValueError, match="the sum of 'waits' and 'early' must be less than 1"):
        replace(settings.preview.swing, waits=0.6, early=0.4)
