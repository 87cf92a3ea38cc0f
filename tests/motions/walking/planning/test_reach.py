"""The region the legs can reach in a step: a rectangle with cut front corners."""

import pytest

from motions.walking.planning.reach import Reach

CUT = Reach(forward=0.08, backward=0.05, side=0.10, side_at_forward=0.06, forward_at_side=0.04)


@pytest.mark.parametrize(
    ("x", "side"),
    [(-0.05, 0.10), (0.0, 0.10), (0.04, 0.10), (0.05, 0.09), (0.06, 0.08), (0.08, 0.06), (1, 0.06)],
)
def test_a_forward_step_shortens_the_side_step_along_the_cut_corner(x: float, side: float) -> None:
    assert CUT.side_limit(x) == pytest.approx(side)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    ("y", "forward"),
    [(0.0, 0.08), (0.06, 0.08), (0.07, 0.07), (0.08, 0.06), (0.10, 0.04), (1, 0.04)],
)
def test_a_side_step_to_either_side_shortens_the_forward_step_along_the_same_corner(
    y: float, forward: float, sign: float
) -> None:
    assert CUT.forward_limit(sign * y) == pytest.approx(forward)


def test_a_reach_that_includes_every_corner_has_no_cut() -> None:
    whole = Reach(0.08, 0.05, 0.10, side_at_forward=0.10, forward_at_side=0.08)
    assert [whole.side_limit(x) for x in (-0.1, 0.0, 0.08, 0.2)] == [0.10] * 4
    assert [whole.forward_limit(y) for y in (-0.1, 0.0, 0.1, 0.2)] == [0.08] * 4
