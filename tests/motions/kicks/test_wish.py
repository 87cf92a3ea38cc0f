"""A kick that makes no sense is refused with what is wrong."""

import math

import pytest

from motions.kicks.wish import Kick, KickKind


def test_a_kick_without_a_length_is_one_as_far_as_it_goes() -> None:
    assert Kick(KickKind.FORWARD_FAST).length is None


@pytest.mark.parametrize("length", [0.0, -0.5])
def test_a_kick_goes_some_way(length: float) -> None:
    with pytest.raises(ValueError, match=f"length {length} m of a kick must be above 0"):
        Kick(KickKind.FORWARD, length=length)


@pytest.mark.parametrize("precision", [(0.1, -0.1), (0.1, 0.2), (-0.2, -0.1), (-4.0, 0.0)])
def test_a_precision_goes_from_the_right_to_the_left(precision: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="the first is -180 to 0, the second 0 to 180"):
        Kick(KickKind.FORWARD, precision=precision)


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_a_kick_is_finite(number: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        Kick(KickKind.FORWARD, direction=number)
    with pytest.raises(ValueError, match="not finite"):
        Kick(KickKind.FORWARD, length=number)


def test_two_kinds_are_out_of_the_stand() -> None:
    found = {kind for kind in KickKind if kind.from_stand}
    assert found == {KickKind.FORWARD_FAST, KickKind.FORWARD_FAST_LONG}
