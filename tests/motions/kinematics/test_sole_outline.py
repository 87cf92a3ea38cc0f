"""Middle and corners of a sole, relative to the point below the ankle."""

import pytest

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.kinematics.sole_outline import below_ankle, corners
from tests.fakes import NAO


@pytest.mark.parametrize("side", list(Side))
def test_the_edges_of_a_sole_are_at_their_distances_from_below_the_ankle(side: Side) -> None:
    sole, middle = NAO.dimensions.sole, Pose2(1.0, 2.0, 0.5)
    seen = below_ankle(middle, side, sole).inverse() @ middle
    length, width = sole.front + sole.back, sole.outer + sole.inner
    assert (seen.x + 0.5 * length, seen.x - 0.5 * length) == pytest.approx((sole.front, -sole.back))
    outwards = side.sign * seen.y
    assert (outwards + 0.5 * width, outwards - 0.5 * width) == pytest.approx(
        (sole.outer, -sole.inner)
    )
    assert seen.heading == pytest.approx(0.0)


@pytest.mark.parametrize("side", list(Side))
def test_the_corners_of_a_sole_lie_around_its_middle(side: Side) -> None:
    sole = NAO.dimensions.sole
    middle = below_ankle(Pose2(), side, sole).inverse()
    xs, ys = zip(*corners(side, sole), strict=True)
    assert (sum(xs) / 4.0, sum(ys) / 4.0) == pytest.approx((middle.x, middle.y))
    assert max(xs) - min(xs) == pytest.approx(sole.front + sole.back)
    assert max(ys) - min(ys) == pytest.approx(sole.outer + sole.inner)
