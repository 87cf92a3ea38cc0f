"""From a ball to the step that kicks it: path of the foot, limits, and symmetry of both feet."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.targets import Aim, KickTargets
from tests.fakes import NAO

HIP, AHEAD = NAO.dimensions.hip_offset_y, 0.012
TARGETS = KickTargets(NAO.dimensions, AHEAD)
SHIPPED = load_kicks(config_folder() / "kicks")
KICKS, TABLE = SHIPPED.in_walk, SHIPPED.table
LONG = replace(KICKS["forward_long"], veer=0.0)
BALL = (0.22, 0.05)


def aimed(side: Side = Side.LEFT, ball: tuple[float, float] = BALL, direction: float = 0.0) -> Aim:
    return Aim(side, ball, direction, 1.0)


@pytest.mark.parametrize("kick", KICKS.values(), ids=KICKS)
@pytest.mark.parametrize("strength", [0.0, 0.4, 1.0])
def test_the_right_foot_kicks_the_mirrored_ball_like_the_left_foot(
    kick: InWalkKick, strength: float
) -> None:
    left = TARGETS.step(kick, Aim(Side.LEFT, (0.2, 0.06), 0.1, strength))
    right = TARGETS.step(kick, Aim(Side.RIGHT, (0.2, -0.06), -0.1, strength))
    assert (left.short, left.unturned) == pytest.approx((right.short, right.unturned))
    for one, other in zip(left.step.points, right.step.points, strict=True):
        speed = None if other.speed is None else (other.speed[0], -other.speed[1])
        assert replace(other, side=-other.side, turn=-other.turn, speed=speed) == one


def test_the_foot_swings_from_behind_the_ball_through_it() -> None:
    step = TARGETS.step(LONG, aimed()).step
    back, through = step.points[0], step.points[1]
    assert back.forward < 0.0 < through.forward
    assert through.forward == pytest.approx(BALL[0] + AHEAD + LONG.points[1].ball[0])
    assert back.side == through.side == pytest.approx(BALL[1] - HIP + LONG.points[1].ball[1])


def test_the_stroke_shifts_with_the_distance_of_the_ball() -> None:
    near = TARGETS.step(LONG, aimed(ball=(0.20, 0.05))).step.points
    far = TARGETS.step(LONG, aimed(ball=(0.22, 0.05))).step.points
    for one, other in zip(near, far, strict=True):
        assert other.forward - one.forward == pytest.approx(0.02)


def test_a_kick_is_clipped_to_the_reach_of_the_legs_and_the_rest_is_reported() -> None:
    cut = TARGETS.step(LONG, aimed(ball=(0.30, 0.05)))
    assert cut.step.points[1].forward == LONG.reach.forward[1]
    assert cut.short == pytest.approx(
        0.30 + AHEAD + LONG.points[-1].ball[0] - LONG.reach.forward[1]
    )
    crossed = TARGETS.step(LONG, aimed(ball=(0.22, 0.0)))
    assert crossed.step.points[1].side == LONG.reach.outwards[0]
    wanted = -HIP + LONG.points[-1].ball[1]
    assert crossed.short == pytest.approx(LONG.reach.outwards[0] - wanted)
    turned = TARGETS.step(LONG, aimed(direction=math.radians(40.0)))
    assert turned.unturned == pytest.approx(math.radians(40.0) - LONG.reach.turn[1])


def test_an_inward_kick_starts_further_outwards() -> None:
    direction = math.radians(-10.0)
    back, through, *_ = TARGETS.step(LONG, aimed(direction=direction)).step.points
    way = math.atan2(through.side - back.side, through.forward - back.forward)
    assert way == pytest.approx(direction)
    assert back.side > through.side > 0.0


def test_a_kick_with_a_single_length_has_no_strength_below_it_and_full_strength_above() -> None:
    place = replace(TABLE.places["forward"], length=(0.5, 0.5))
    assert [place.strength(length, 0.0) for length in (0.4, 0.6, None)] == [0.0, 1.0, 1.0]
