"""The path of the kicking foot: continuous, through its points, and shifted with the ball."""

import math

import pytest

from hardware.units import Point
from motions.kicks.foot_path import FootPath
from motions.kicks.parameters import KickMove, KickParameters

CYCLE = 0.012
MOVES = (
    KickMove("back", 0.12, 1.0, (-0.06, 0.0, 0.05), weak=(-0.02, 0.0, 0.03)),
    KickMove(
        "through", 0.096, 1.0, (0.1, 0.0, 0.06), (0.05, 0.0, 0.04), speed=(1.5, 0.0, 0.3),
        follows_ball=True,
    ),
    KickMove("home", 0.24, 0.0),
)  # fmt: skip


def played(strength: float = 1.0, ahead: float = 0.0, outwards: float = 0.0) -> list[Point]:
    path = FootPath(MOVES)
    path.begin(strength, ahead, outwards)
    places = []
    while path.done < len(MOVES):
        path.advance(CYCLE)
        places.append(path.now.foot)
    return places


def nearest(places: list[Point], wanted: Point) -> float:
    return min(math.dist(place, wanted) for place in places)


def test_the_end_of_every_move_is_reached_and_the_path_ends_at_home() -> None:
    places = played()
    assert nearest(places, (-0.06, 0.0, 0.05)) < 1e-9
    assert nearest(places, (0.1, 0.0, 0.06)) < 1e-9
    assert places[-1] == pytest.approx((0.0, 0.0, 0.0))


def test_less_strength_shortens_the_path() -> None:
    assert nearest(played(0.0), (0.05, 0.0, 0.04)) < 1e-9
    assert nearest(played(0.5), (0.075, 0.0, 0.05)) < 1e-9
    reach = [max(x for x, _, _ in played(share)) for share in (0.0, 0.5, 1.0)]
    assert reach == sorted(reach) and reach[0] < reach[2]


def test_only_moves_that_follow_the_ball_are_shifted_with_it() -> None:
    places = played(ahead=0.02, outwards=0.01)
    assert nearest(places, (0.12, 0.01, 0.06)) < 1e-9
    assert nearest(places, (-0.06, 0.0, 0.05)) < 1e-9


def test_the_foot_never_goes_below_the_floor_or_jumps() -> None:
    places = [(0.0, 0.0, 0.0), *played()]
    assert min(z for _, _, z in places) >= 0.0
    steps = [math.dist(a, b) for a, b in zip(places, places[1:], strict=False)]
    assert max(steps) < 4.0 * CYCLE


def test_the_shipped_kicks_begin_and_end_with_both_feet_down(
    kicks: KickParameters,
) -> None:
    for motion in kicks.motions.values():
        last = motion.recover[-1]
        assert last.foot == (0.0, 0.0, 0.0) and last.weight == 0.0
        assert motion.strike[0].foot == (0.0, 0.0, 0.0) and motion.strike[0].weight == 1.0


@pytest.mark.parametrize(("strength", "duration"), [(0.0, 0.24), (0.5, 0.168), (1.0, 0.096)])
def test_a_weaker_stroke_may_be_slower(strength: float, duration: float) -> None:
    path = FootPath((KickMove("through", 0.096, 1.0, (0.1, 0.0, 0.06), weak_duration=0.24),))
    path.begin(strength, 0.0, 0.0)
    cycles = 0
    while path.done == 0:
        path.advance(CYCLE)
        cycles += 1
    assert cycles * CYCLE == pytest.approx(duration, abs=1.01 * CYCLE)


@pytest.mark.parametrize("strength", [0.0, 0.5, 1.0])
def test_the_lean_of_the_torso_is_proportional_to_the_strength(strength: float) -> None:
    path = FootPath(
        (
            KickMove("back", 0.12, 1.0, (-0.06, 0.0, 0.05), lean=-0.02),
            KickMove("through", 0.12, 1.0, (0.1, 0.0, 0.06), lean=0.01),
        )
    )
    path.begin(strength, 0.0, 0.0)
    leans = []
    while path.done < 2:
        path.advance(CYCLE)
        leans.append(path.now.lean)
    assert min(leans) == pytest.approx(-0.02 * strength)
    assert leans[-1] == pytest.approx(0.01 * strength)


def test_a_move_shorter_than_a_cycle_ends_before_the_next_begins() -> None:
    path = FootPath(
        (
            KickMove("out", 0.1, 1.0, (0.1, 0.0, 0.05)),
            KickMove("back", 0.004, 1.0, (0.09, 0.0, 0.05)),
            KickMove("rest", 0.1, 1.0, (0.09, 0.0, 0.05)),
        )
    )
    path.begin(1.0, 0.0, 0.0)
    while path.done < 3:
        path.advance(CYCLE)
        assert 0.0 <= path.now.foot[0] <= 0.1
