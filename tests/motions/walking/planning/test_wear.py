"""Walking speeds by the wear of the robot."""

from dataclasses import astuple

import pytest

from motions.walking.planning.wear import Speeds, speeds_for

FASTEST, WORN = Speeds(0.4, 0.3, 0.2, 2.0), Speeds(0.2, 0.1, 0.08, 1.0)


@pytest.mark.parametrize("quality", [0.0, 0.25, 1.0])
def test_every_speed_is_interpolated_by_quality_between_worn_and_sound(quality: float) -> None:
    found = astuple(speeds_for(FASTEST, WORN, quality))
    for speed, fastest, worn in zip(found, astuple(FASTEST), astuple(WORN), strict=True):
        assert (speed - worn) / (fastest - worn) == pytest.approx(quality)
