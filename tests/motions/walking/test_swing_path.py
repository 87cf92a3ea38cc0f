"""Swing foot paths: through their points, without a jump, symmetric for both feet."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.walking.gait import Gait
from motions.walking.step import Step
from motions.walking.swing_path import FootPace, KickStep, PathPoint, SwingPath
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.motions.walking.stepper import PLAIN, a_step, shipped, through_a_ball

HIP = 0.05
WAY = (
    PathPoint(0.06, -0.05, 0.01, 0.1, 0.05),
    PathPoint(0.15, 0.11, 0.02, 0.3, 0.05, FootPace.FASTER),
    PathPoint(0.24, 0.11, 0.02, 0.3),
)
START = FeetOffsets(FootOffset(-0.02, 0.004), FootOffset(0.025, -0.002), 0.03)


def mirrored(points: tuple[PathPoint, ...]) -> tuple[PathPoint, ...]:
    return tuple(replace(point, side=-point.side, turn=-point.turn) for point in points)


def swapped(feet: FeetOffsets) -> FeetOffsets:
    left, right = (replace(foot, side=-foot.side) for foot in (feet.right, feet.left))
    return FeetOffsets(left, right, feet.turn)


def kicking(swing: Side, points: tuple[PathPoint, ...], start: FeetOffsets) -> list[FeetOffsets]:
    """Return the feet in every cycle of a kick step."""
    kick = KickStep(swing, points, PLAIN, 0.25, 0.18)
    step = a_step(swing, kick.step(HIP))
    step.start = start
    step.path = SwingPath.from_feet(start, swing, HIP, points)
    gait = Gait(shipped().step, shipped().residuals, HIP)
    gait.begin(step)
    feet = []
    for _ in range(22):
        step.time += step.cycle
        step.forward_time = step.side_time = step.time
        feet.append(gait.feet(step))
    return feet


def test_a_path_passes_through_its_points_and_stays_at_the_last() -> None:
    path = SwingPath(PathPoint(0.0, -0.04, 0.0), WAY)
    for point in WAY:
        there = path.at(point.time)
        assert (there.forward, there.side, there.turn, there.toes) == pytest.approx(
            (point.forward, point.side, point.turn, point.toes)
        )
    assert path.at(9.0) == WAY[-1]


@pytest.mark.parametrize("pace", FootPace)
def test_every_pace_reaches_its_point_and_never_moves_back(pace: FootPace) -> None:
    path = SwingPath(PathPoint(0.0, 0.0, 0.0), [PathPoint(1.0, 1.0, 0.0, pace=pace)])
    way = [path.at(0.01 * k).forward for k in range(101)]
    assert way[0] == 0.0 and way[-1] == pytest.approx(1.0)
    assert all(after >= before for before, after in zip(way, way[1:], strict=False))


def test_a_path_redirected_to_the_same_points_is_the_same_path() -> None:
    path = SwingPath(PathPoint(0.0, -0.04, 0.0), WAY)
    again = path.redirected(WAY)
    assert [again.at(0.012 * k) for k in range(25)] == [path.at(0.012 * k) for k in range(25)]


def test_an_interrupted_path_continues_from_where_the_foot_is() -> None:
    path = SwingPath(PathPoint(0.0, -0.04, 0.0), WAY)
    elsewhere = tuple(replace(point, side=point.side + 0.03) for point in WAY)
    landing = path.interrupted(0.03, elsewhere)
    assert landing.at(0.03).side == pytest.approx(path.at(0.03).side)
    assert landing.at(0.3) == elsewhere[-1]


def test_a_path_starts_where_the_foot_is_at_the_start_of_the_step() -> None:
    feet = kicking(Side.LEFT, WAY, START)[0]
    assert feet.left.forward == pytest.approx(START.left.forward, abs=0.006)
    assert feet.left.side == pytest.approx(START.left.side, abs=0.006)
    assert feet.turn == pytest.approx(START.turn, abs=0.01)


def test_a_kick_step_ends_where_a_step_to_the_same_place_ends() -> None:
    last = kicking(Side.LEFT, WAY, START)[-1]
    kick = KickStep(Side.LEFT, WAY, PLAIN, 0.25, 0.0)
    planned = Gait(shipped().step, shipped().residuals, HIP).end(a_step(Side.LEFT, kick.step(HIP)))
    assert last.turn == pytest.approx(planned.turn)
    assert last.left.forward == pytest.approx(planned.left.forward, abs=2e-4)
    assert last.left.side == pytest.approx(planned.left.side, abs=2e-4)


def test_the_right_foot_moves_as_the_mirror_image_of_the_left() -> None:
    left = kicking(Side.LEFT, WAY, START)
    right = kicking(Side.RIGHT, mirrored(WAY), swapped(START))
    for one, other in zip(left, right, strict=True):
        other = swapped(other)
        for a, b in ((one.left, other.left), (one.right, other.right)):
            assert (a.forward, a.side, a.lift, a.pitch) == pytest.approx(
                (b.forward, b.side, b.lift, b.pitch)
            )


def test_toes_are_raised_during_the_swing_and_level_at_its_end() -> None:
    feet = kicking(Side.LEFT, WAY, FeetOffsets(FootOffset(), FootOffset()))
    assert min(foot.left.pitch for foot in feet) == pytest.approx(-0.05, abs=1e-3)
    assert feet[-1].left.pitch == 0.0
    assert all(foot.right.pitch == 0.0 for foot in feet)


def test_the_step_of_a_turned_path_turns_with_it() -> None:
    points = (PathPoint(0.2, 0.0, 0.0, math.radians(30.0)),)
    step = KickStep(Side.LEFT, points, PLAIN, 0.25, 0.0).step(HIP)
    # A foot that turns in place moves the middle of the feet on an arc about itself.
    assert (step.x, step.y) == pytest.approx((0.025, 0.0067), abs=1e-4)
    assert step.turn == pytest.approx(math.radians(30.0))


@pytest.mark.parametrize("run_up", [0.04, 0.08, 0.12])
def test_a_foot_passes_a_point_at_its_given_speed_whatever_its_run_up(run_up: float) -> None:
    """The speed is measured before and after the point, over 0.1 ms each: it does not jump."""
    there = PathPoint(0.2, 0.05, 0.02, speed=(0.8, 0.3))
    after = PathPoint(0.3, 0.09, 0.03)
    path = SwingPath(PathPoint(0.05, 0.05 - run_up, 0.0), [there, after])
    for begin, end in ((0.1999, 0.2), (0.2, 0.2001)):
        one, other = path.at(begin), path.at(end)
        assert (other.forward - one.forward) / 1e-4 == pytest.approx(0.8, abs=0.01)
        assert (other.side - one.side) / 1e-4 == pytest.approx(0.3, abs=0.01)
    rest = path.at(0.05001)
    assert rest.forward == pytest.approx(0.05 - run_up, abs=1e-6)
    assert path.at(0.3) == after


def test_a_foot_that_still_carries_does_not_move_even_if_its_path_is_interrupted() -> None:
    path = SwingPath(PathPoint(0.06, -0.04, 0.0), WAY[1:])
    assert path.at(0.048).forward == -0.04
    landing = path.interrupted(0.024, WAY[1:])
    assert landing.at(0.048).forward == -0.04
    assert landing.at(0.1) == path.at(0.1)


def test_a_foot_held_high_descends_later_and_lands_at_the_same_time() -> None:
    step = a_step(Side.LEFT, Step(0.05))
    gait = Gait(shipped().step, shipped().residuals, HIP)
    lifts = {}
    for until in (0.0, 0.7 * step.duration):
        step.kick, step.time = through_a_ball(step, high_until=until), 0.0
        gait.begin(step)
        heights = []
        while step.time < step.lift_duration:
            step.time += step.cycle
            heights.append(gait.feet(step).left.lift)
        lifts[until > 0.0] = heights
    late = round(0.6 * len(lifts[True]))
    assert lifts[True][late] == pytest.approx(step.lift)
    assert lifts[False][late] < 0.9 * step.lift
    assert lifts[True][-1] == pytest.approx(lifts[False][-1], abs=1e-3)
    first = round(0.3 * len(lifts[True]))
    assert lifts[True][:first] == lifts[False][:first]
