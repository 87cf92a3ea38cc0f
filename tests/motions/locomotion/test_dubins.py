"""Paths of arcs and a line: cases of the maker's library, and the circles they must touch."""

import math
import random

import pytest

from motions.kinematics.geometry import Pose2
from motions.locomotion.dubins import dubins_points


@pytest.mark.parametrize(
    ("radius", "target", "leaves", "meets", "heading"),
    [
        (0.1, (0.5, 0.5, 0), (0.0777402, 0.0370996), (0.42226, 0.4629), 0.890525),
        (0.1, (0, -1, 0.3), (0.0958873, -0.128384), (-0.125439, -0.876083), -1.85859),
        (0.1, (1, 0, 0), (0, 0), (1, 0), 0),
        (0.1, (-1, 0, 3.0), (-0.0203857, 0.1979001), (-0.9655023, 0.0010992), 3.346889),
        (0.2, (1, -0.5, -2), (0.0512236, -0.0066709), (0.8693641, -0.2234415), -0.259004),
    ],
)
def test_the_cases_of_the_makers_library(
    radius: float,
    target: tuple[float, float, float],
    leaves: tuple[float, float],
    meets: tuple[float, float],
    heading: float,
) -> None:
    first, second, last = dubins_points(Pose2(*target), radius)
    assert first == pytest.approx((*leaves, heading), abs=1e-4)
    assert second[:2] == pytest.approx(meets, abs=1e-4)
    assert last == pytest.approx(target)


def test_the_line_is_tangent_to_a_circle_at_both_ends_and_connects_them() -> None:
    chance = random.Random(1)
    for _ in range(300):
        radius, way = chance.uniform(0.02, 0.2), chance.uniform(1.0, 3.0)
        angle, theta = chance.uniform(-3.1, 3.1), chance.uniform(-3.1, 3.1)
        target = Pose2(way * math.cos(angle), way * math.sin(angle), theta)
        (x, y, heading), (u, v, end), _ = dubins_points(target, radius)
        assert min(abs(math.hypot(x, y - side * radius) - radius) for side in (1, -1)) < 1e-9
        seen = target.inverse() @ Pose2(u, v)
        gaps = (abs(math.hypot(seen.x, seen.y - side * radius) - radius) for side in (1, -1))
        assert min(gaps) < 1e-9
        for angle in (heading, end):
            wrong = math.remainder(math.atan2(v - y, u - x) - angle, 2.0 * math.pi)
            assert abs(wrong) < 1e-9


def test_the_line_turns_nowhere_and_the_arcs_never_a_whole_turn() -> None:
    chance = random.Random(3)
    targets = [Pose2(1.0, -1e-17, 0.0), Pose2(1.0, 0.0, -1e-17)]  # straight ahead, but rounded
    for _ in range(1000):
        way, angle, theta = chance.uniform(0.5, 2.0), chance.uniform(-3, 3), chance.uniform(-3, 3)
        targets.append(Pose2(way * math.cos(angle), way * math.sin(angle), theta))
    for target in targets:
        first, second, last = (theta for _, _, theta in dubins_points(target, 0.1))
        assert second == first
        assert max(abs(first), abs(last - second)) < 2.0 * math.pi - 1e-3
        assert math.remainder(last - target.heading, 2.0 * math.pi) == pytest.approx(0.0)


def test_the_path_to_the_mirrored_target_is_the_mirrored_path() -> None:
    chance = random.Random(2)
    for _ in range(300):
        way, angle, theta = (
            chance.uniform(*ends) for ends in ((1.0, 3.0), (0.0, 3.1), (-3.1, 3.1))
        )
        x, y = way * math.cos(angle), way * math.sin(angle)
        found = dubins_points(Pose2(x, y, theta), 0.1)
        mirrored = dubins_points(Pose2(x, -y, -theta), 0.1)
        for one, other in zip(found, mirrored, strict=True):
            assert other == pytest.approx((one[0], -one[1], -one[2]))


@pytest.mark.parametrize("radius", [0.26, 0.0, -1.0, math.nan])
def test_circles_that_may_overlap_are_refused(radius: float) -> None:
    with pytest.raises(ValueError, match="radius"):
        dubins_points(Pose2(1.0, 0.0, 0.0), radius)
