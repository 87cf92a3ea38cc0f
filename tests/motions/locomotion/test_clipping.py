"""Clipping of footsteps: cases of the maker's library, and properties of all moves."""

import math
import random
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2
from motions.locomotion.clipping import (
    boxes_overlap,
    clip_footstep,
    clip_gait,
    clip_to_ellipse,
    clip_with_ellipse,
    placed,
    segments_meet,
    turn_apart,
)
from motions.locomotion.gait import Corners, GaitParameters

TENTH_OF_A_MILLIMETRE = 1e-4
CHA_CHA = [
    ("L", 0.06, 0.1), ("L", 0.0, 0.16), ("R", 0.0, -0.1), ("L", 0.0, 0.16),
    ("R", -0.04, -0.1), ("R", 0.0, -0.16), ("L", 0.0, 0.1), ("R", 0.0, -0.16),
]  # fmt: skip


def near(move: Pose2, x: float, y: float, heading: float) -> bool:
    off = (move.x - x, move.y - y, move.heading - heading)
    return max(map(abs, off)) < TENTH_OF_A_MILLIMETRE


@pytest.mark.parametrize(
    ("axes", "move", "clipped", "result"),
    [
        ((0.08, 0.06), (0.05, 0.04, 0.1), False, (0.05, 0.04, 0.1)),
        ((0.08, 0.06), (-0.08, -0.05, 0.5), True, (-0.06145, -0.03841, 0.5)),
        ((-0.04, -0.06), (-0.04, 0.06, -0.5), True, (-0.02828, 0.04242, -0.5)),
        ((0.08, 0.072), (0.08, 0.072, 0.2), True, (0.0565685, 0.0509117, 0.2)),
        ((0.08, 0.072), (0.06, 0.03, 0.0), False, (0.06, 0.03, 0.0)),
        ((-0.04, 0.072), (-0.03, 0.06, 0.3), True, (-0.0267586, 0.0535172, 0.3)),
        ((0.08, 0.072), (0.08, 0.0, 0.0), False, (0.08, 0.0, 0.0)),
    ],
)
def test_ellipse_keeps_the_direction_of_a_move(axes, move, clipped, result):
    asked = Pose2(*move)
    came = clip_to_ellipse(*axes, asked)
    assert (came is not asked) is clipped
    assert near(came, *result)


def test_an_ellipse_without_width_is_refused():
    with pytest.raises(ValueError, match="zero"):
        clip_to_ellipse(0.0, 0.06, Pose2())


@pytest.mark.parametrize(
    ("front", "support", "move", "collided", "theta"),
    [
        (0.08, Side.RIGHT, (0.0, 0.10, 0.0), False, 0.0),
        (0.11, Side.LEFT, (0.0, -0.09, -0.4), True, -0.35),
        (0.11, Side.RIGHT, (0.04, 0.088, -0.3), True, -0.159375),
        (0.11, Side.LEFT, (-0.04, -0.1, 0.5), True, 0.21875),
        (0.11, Side.LEFT, (0.08, -0.16, -0.524), False, -0.524),
        (0.11, Side.LEFT, (0.0, -0.07, 0.2), True, 0.0),
        (0.11, Side.LEFT, (0.06, -0.088, -0.349), True, -0.283563),
    ],
)
def test_the_turn_of_a_foot_is_reduced_until_it_clears_the_other_foot(
    gait, front, support, move, collided, theta
):
    box, asked = replace(gait.foot_box, front=front), Pose2(*move)
    came = turn_apart(asked, box.corners(support), box.corners(support.other))
    assert (came is not asked) is collided
    assert near(came, move[0], move[1], theta)


@pytest.mark.parametrize(
    ("start", "end", "meet"),
    [
        ((-1.0, 0.0), (1.0, 0.0), True),
        ((-1.0, 1.0001), (1.0, 1.0001), False),
        ((-1.0, -1.0001), (1.0, -1.0001), False),
        ((1.5, 0.0), (1.0, -1.0001), False),
        ((0.0, -1.0), (0.0, 1.0), False),
    ],
)
def test_segments_meet_where_they_cross(start, end, meet):
    assert segments_meet((0.0, -1.0), (0.0, 1.0), start, end) is meet


@pytest.mark.parametrize(
    ("move", "support", "result", "by"),
    [
        ((0.2, 0.3, 1.0), Side.RIGHT, (0.0565685, 0.1389117, 0.524), ("gait", "ellipse")),
        ((-0.1, 0.2, 0.0), Side.RIGHT, (-0.0282843, 0.1389117, 0.0), ("gait", "ellipse")),
        ((0.06, 0.1, 0.0), Side.RIGHT, (0.06, 0.1, 0.0), ()),
        ((0.0, -0.16, 0.0), Side.LEFT, (0.0, -0.16, 0.0), ()),
        ((0.0, 0.05, -0.5), Side.RIGHT, (0.0, 0.088, -0.109375), ("gait", "collision")),
        ((0.08, 0.16, 0.2), Side.RIGHT, (0.0565685, 0.1389117, 0.2), ("ellipse",)),
        ((0.04, 0.14, 0.349), Side.RIGHT, (0.04, 0.14, 0.349), ()),
    ],
)
def test_a_footstep_passes_all_three_stages(gait, move, support, result, by):
    step = clip_footstep(Pose2(*move), support, gait)
    assert near(step.move, *result)
    assert step.by == by


def test_only_the_fifth_step_of_the_cha_cha_is_clipped(gait):
    clipped = []
    for leg, x, y in CHA_CHA:
        support = Side.RIGHT if leg == "L" else Side.LEFT
        clipped.append(clip_footstep(Pose2(x, y, 0.0), support, gait).by)
    assert clipped == [(), (), (), (), ("ellipse",), (), (), ()]


def test_a_footstep_is_bounded_by_the_extremes_not_the_defaults(gait):
    move = clip_gait(Pose2(0.2, 0.1, 0.5), Side.RIGHT, gait.extremes)
    assert (move.x, move.heading) == (0.08, 0.5)


def test_a_foot_at_the_smallest_distance_may_step_to_the_edge_of_the_box(gait):
    move = Pose2(0.08, 0.088, 0.0)
    assert clip_with_ellipse(move, gait.extremes) is move


def test_a_footstep_that_is_not_finite_is_refused(gait):
    with pytest.raises(ValueError, match="not finite"):
        clip_footstep(Pose2(math.nan, 0.1, 0.0), Side.RIGHT, gait)


def apart(first: Corners, second: Corners) -> bool:
    """Return whether two boxes are separate, by separating axes; touching counts as separate."""
    for box in (first, second):
        for a, b in ((box[0], box[1]), (box[1], box[2])):
            nx, ny = b[1] - a[1], a[0] - b[0]
            along = [[nx * x + ny * y for x, y in corners] for corners in (first, second)]
            slack = 1e-9 * math.hypot(nx, ny)
            if max(along[0]) <= min(along[1]) + slack or max(along[1]) <= min(along[0]) + slack:
                return True
    return False


def forbidden_of(gait: GaitParameters, move: Pose2, support: Side) -> list[str]:
    """Return the names of the maker's rules that a footstep breaks."""
    x, y, out = move.x, support.other.sign * move.y, gait.extremes
    feet = {side: gait.foot_box.corners(side) for side in Side}
    furthest = out.max_x if x >= 0.0 else out.min_x
    value = (x / furthest) ** 2 + ((y - out.min_y) / (out.max_y - out.min_y)) ** 2
    rules = {
        "too long": out.min_x <= x <= out.max_x,
        "too near or too wide": out.min_y - 1e-12 <= y <= out.max_y + 1e-12,
        "turned too far": abs(move.heading) <= out.max_theta,
        "outside of the ellipse": value <= 1.00002 or y <= out.min_y + 1e-12,
        "on the other foot": apart(feet[support], placed(feet[support.other], move)),
    }
    return [name for name, kept in rules.items() if not kept]


def wrong_among_random_footsteps(gait: GaitParameters, count: int) -> list[tuple[Pose2, str]]:
    """Return random footsteps whose clipping breaks a rule or is not idempotent."""
    chance, wrong = random.Random(1), []
    for _ in range(count):
        scale = 10.0 ** chance.uniform(-2.0, 3.0)
        asked = Pose2(*(scale * chance.uniform(-1.0, 1.0) for _ in range(3)))
        support = chance.choice(list(Side))
        step = clip_footstep(asked, support, gait)
        broken = forbidden_of(gait, step.move, support)
        again = clip_footstep(step.move, support, gait)
        if again.by or again.move != step.move:
            broken.append("clipped again")
        wrong += [(asked, what) for what in broken]
    return wrong


def test_clipped_footsteps_keep_all_rules_and_are_not_clipped_again(gait):
    assert wrong_among_random_footsteps(gait, 10_000) == []


def test_the_rules_detect_footsteps_that_break_them(gait):
    """Checks the test above: unclipped footsteps break the rules."""
    assert forbidden_of(gait, Pose2(0.2, 0.1, 0.0), Side.RIGHT)[0] == "too long"
    assert forbidden_of(gait, Pose2(0.0, 0.05, 0.0), Side.RIGHT) == [
        "too near or too wide", "on the other foot",
    ]  # fmt: skip
    assert forbidden_of(gait, Pose2(0.0, 0.1, 0.6), Side.RIGHT) == ["turned too far"]
    assert forbidden_of(gait, Pose2(0.08, 0.16, 0.0), Side.RIGHT) == ["outside of the ellipse"]
    assert forbidden_of(gait, Pose2(0.0, 0.088, -0.5), Side.RIGHT) == ["on the other foot"]


def test_mirrored_footsteps_are_clipped_to_mirror_images(gait):
    chance = random.Random(2)
    for _ in range(500):
        asked = Pose2(*(chance.uniform(-0.3, 0.3) for _ in range(3)))
        left = clip_footstep(asked, Side.RIGHT, gait)
        right = clip_footstep(Pose2(asked.x, -asked.y, -asked.heading), Side.LEFT, gait)
        assert right.by == left.by
        assert near(right.move, left.move.x, -left.move.y, -left.move.heading)


def test_boxes_overlap_exactly_when_no_separating_axis_exists(gait):
    chance = random.Random(3)
    box = gait.foot_box
    for _ in range(3000):
        move = Pose2(*(chance.uniform(-0.25, 0.25) for _ in range(2)), chance.uniform(-3.0, 3.0))
        left, other = box.corners(Side.LEFT), placed(box.corners(Side.RIGHT), move)
        assert boxes_overlap(left, other) is not apart(left, other)


def test_a_box_inside_another_overlaps_it():
    small: list[FlatPoint] = [(0.1, 0.1), (0.1, -0.1), (-0.1, -0.1), (-0.1, 0.1)]
    a, b, c, d = small
    large = tuple((5.0 * x, 5.0 * y) for x, y in small)
    assert boxes_overlap((a, b, c, d), large)  # type: ignore[arg-type]
    assert boxes_overlap(large, (a, b, c, d))  # type: ignore[arg-type]
