"""What is done to single numbers."""

import pytest

from motions.scalars import ramp


@pytest.mark.parametrize(
    ("value", "share"), [(-1.0, 0.0), (2.0, 0.0), (3.0, 0.25), (6.0, 1.0), (9.0, 1.0)]
)
def test_a_ramp_grows_from_its_begin_to_its_end_and_stays_there(value: float, share: float) -> None:
    assert ramp(value, 2.0, 6.0) == share
    assert ramp(-value, -2.0, -6.0) == share


def test_a_ramp_without_width_is_a_step() -> None:
    assert [ramp(value, 0.5, 0.5) for value in (0.4, 0.5, 0.6)] == [0.0, 1.0, 1.0]
