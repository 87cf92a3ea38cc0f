import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_settings
from motions.kinematics.geometry import Pose2, angle_difference
from motions.locomotion.preview.plan import FootstepPlan
from motions.locomotion.queue import between
from motions.locomotion.wish import (
    MoveTo,
    PathPose,
    PreviewEnd,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)

SETTINGS = load_settings()
GAIT = SETTINGS.gait


def plan() -> FootstepPlan:
    return FootstepPlan(GAIT, SETTINGS.preview.timing, SETTINGS.preview.horizon.length)


def hear(it: FootstepPlan, wish: PreviewWish | None, number: int = 1, walks: bool = False) -> None:
    it.hear(wish, number, Pose2(), walks=walks, in_air=False)


def test_every_path_ends_at_its_pose_with_closed_feet() -> None:
    rng = np.random.default_rng(0)
    for number in range(60):
        x, y = rng.uniform(-1.0, 1.0, 2).tolist()
        turn = float(rng.uniform(-2.5, 2.5))
        it = plan()
        wished = PreviewWish(move_to=MoveTo((PathPose(x, y, turn),)))
        hear(it, wished, number)
        steps = []
        while it.queue.steps:
            steps.append(it.queue.steps[0])
            it.queue.advance(it.queue.steps[0].lands - it.queue.time)
            it.queue.land()
            hear(it, wished, number, walks=True)
        left, right, _ = it.queue.end
        end, feet = between(left, right), right.inverse() @ left
        assert math.hypot(end.x - x, end.y - y) < 1e-6
        assert abs(angle_difference(end.heading, turn)) < 1e-6
        assert abs(feet.x) + abs(feet.heading) < 1e-6 and abs(feet.y - 0.1) < 1e-6
        swings = [timed.step.swing for timed in steps]
        assert all(a is not b for a, b in zip(swings, swings[1:], strict=False))
        for timed in steps:
            assert timed.step.move.x <= GAIT.default.max_step_x + 1e-9


def test_a_path_ends_at_its_pose_even_if_footholds_are_shifted() -> None:
    rng = np.random.default_rng(1)
    for number in range(20):
        x, y = rng.uniform(-0.6, 0.6, 2).tolist()
        turn = float(rng.uniform(-2.5, 2.5))
        it = plan()
        wished = PreviewWish(move_to=MoveTo((PathPose(x, y, turn),)))
        hear(it, wished, number)
        it.begin(it.queue.left, it.queue.right)
        made = 0
        while it.queue.steps:
            if made < 3:
                it.shift(*rng.uniform(-0.02, 0.02, 2).tolist())
            it.queue.advance(it.queue.steps[0].lands - it.queue.time)
            it.queue.land()
            hear(it, wished, number, walks=True)
            made += 1
        end = between(it.queue.left, it.queue.right)
        if made > 10:
            assert math.hypot(end.x - x, end.y - y) < 1e-6
            assert abs(angle_difference(end.heading, turn)) < 1e-6


def test_shifted_footholds_in_the_last_steps_do_not_lengthen_a_path() -> None:
    it = plan()
    wished = PreviewWish(move_to=MoveTo((PathPose(0.1),)))
    hear(it, wished)
    it.begin(it.queue.left, it.queue.right)
    left = len(it.queue.steps)
    while it.queue.steps:
        it.shift(0.01, 0.01)
        it.queue.advance(it.queue.steps[0].lands - it.queue.time)
        it.queue.land()
        hear(it, wished, walks=True)
        left -= 1
    assert left >= -2


WIDE = [3.3, -4.0, math.pi, -math.pi, math.tau, 6.5, -9.0]
"""Turns of at least half a turn, rad."""


@pytest.mark.parametrize("turn", WIDE)
@pytest.mark.parametrize("before", [0.0, 0.2], ids=["first pose", "second pose"])
def test_a_turn_of_more_than_half_a_turn_is_made_in_full_and_in_its_direction(
    before: float, turn: float
) -> None:
    for forward in (0.0, 0.5):
        poses = (*((PathPose(before),) if before else ()), PathPose(forward, 0.0, turn))
        it, turned, furthest = plan(), 0.0, 0.0
        wished = PreviewWish(move_to=MoveTo(poses))
        hear(it, wished)
        for _ in range(80):
            if not it.queue.steps:
                break
            turned += it.queue.steps[0].step.move.heading
            it.queue.advance(it.queue.steps[0].lands - it.queue.time)
            it.queue.land()
            robot = between(it.queue.left, it.queue.right)
            furthest = max(furthest, math.hypot(robot.x - before, robot.y))
            hear(it, wished, walks=True)
        end = between(it.queue.left, it.queue.right)
        assert turned == pytest.approx(turn)
        assert math.hypot(end.x - before - forward, end.y) < 1e-6
        assert furthest <= max(before, 1.2 * forward) + 0.05  # no wide arcs


def test_a_path_that_returns_to_its_start_is_not_skipped() -> None:
    it, furthest = plan(), 0.0
    wished = PreviewWish(move_to=MoveTo((PathPose(0.2), PathPose(-0.2))))
    hear(it, wished)
    while it.queue.steps:
        it.queue.advance(it.queue.steps[0].lands - it.queue.time)
        it.queue.land()
        furthest = max(furthest, between(it.queue.left, it.queue.right).x)
        hear(it, wished, walks=True)
    assert furthest > 0.1
    assert abs(between(it.queue.left, it.queue.right).x) < 1e-6


def test_feet_still_alternate_on_a_path_replanned_from_the_measured_heading() -> None:
    it = plan()
    wished = PreviewWish(move_to=MoveTo((PathPose(0.0, 0.0, 1.5),)))
    hear(it, wished)
    it.begin(it.queue.left, it.queue.right)
    slip, swings = 0.0, []
    while it.queue.steps:
        assert len(swings) < 40
        swings.append(it.queue.steps[0].step.swing)
        it.queue.advance(it.queue.steps[0].lands - it.queue.time)
        it.queue.land()
        if it.correct((0.0, 0.0), -0.03):
            slip -= 0.03
        hear(it, wished, walks=True)
    assert slip < -0.05
    turned = between(it.queue.left, it.queue.right).heading + slip
    assert abs(angle_difference(turned, 1.5)) < 1e-6
    assert all(a is not b for a, b in zip(swings, swings[1:], strict=False))


def test_nothing_is_replanned_within_the_preview() -> None:
    it = plan()
    wished = PreviewWish(move_to=MoveTo((PathPose(0.02),)))
    hear(it, wished)
    it.begin(it.queue.left, it.queue.right)
    while it.queue.ahead > SETTINGS.preview.horizon.length:
        it.queue.advance(0.012)
    assert not it.correct((0.1, 0.0), 0.1)


def test_a_path_to_the_present_pose_needs_no_step() -> None:
    it = plan()
    hear(it, PreviewWish(move_to=MoveTo((PathPose(0.0),))))
    assert not it.queue.steps


def test_a_velocity_plans_steps_for_the_preview_and_velocity_0_drops_them_in_double_support() -> (
    None
):
    it = plan()
    hear(it, PreviewWish(velocity=PreviewVelocity(forward=0.09)))
    assert it.queue.ahead > SETTINGS.preview.horizon.length
    hear(it, PreviewWish(velocity=PreviewVelocity()), 2, walks=True)
    assert not it.queue.steps and not it.closes


def test_velocity_0_lands_the_swing_foot_beside_the_other_one() -> None:
    it = plan()
    hear(it, PreviewWish(velocity=PreviewVelocity(forward=0.09)))
    it.hear(PreviewWish(velocity=PreviewVelocity()), 2, Pose2(), walks=True, in_air=True)
    assert it.closes and len(it.queue.steps) == 1
    before = it.queue.steps[0].step.move
    it.close_running(0.005, -0.03)
    after = it.queue.steps[0].step.move
    assert math.hypot(after.x - before.x, after.y - before.y) <= 0.005 + 1e-9
    for _ in range(20):
        it.close_running(0.005, -0.03)
    left, right, _ = it.queue.end
    feet = right.inverse() @ left
    assert abs(feet.x) + abs(feet.heading) < 1e-9 and abs(feet.y - 0.1) < 1e-9


def test_velocity_0_turns_the_swing_foot_back_no_faster_than_it_moves() -> None:
    it = plan()
    hear(it, PreviewWish(velocity=PreviewVelocity(share=StepShares(turn=1.0))))
    it.hear(PreviewWish(velocity=PreviewVelocity()), 2, Pose2(), walks=True, in_air=True)
    headings = [it.queue.steps[0].step.move.heading]
    assert abs(headings[0]) > 0.1
    for _ in range(20):
        it.close_running(0.005, -0.03)
        headings.append(it.queue.steps[0].step.move.heading)
    turns = [abs(after - before) for before, after in pairwise(headings)]
    assert 0.1 * max(turns) <= 0.005 + 1e-9
    assert abs(headings[-1]) < 1e-9


@pytest.mark.parametrize(("step", "far"), [(0.04, 60.0), (0.005, 6.0), (0.001, 1.2)])
def test_a_path_of_many_steps_is_walked_with_steps_of_full_length(step: float, far: float) -> None:
    it = plan()
    short = replace(GAIT.default, max_step_x=step)
    hear(it, PreviewWish(move_to=MoveTo((PathPose(far),), left_foot=short, right_foot=short)))
    first = it.queue.steps[1].step.move
    assert first.x > 0.9 * step


def test_a_robot_too_fast_to_stop_on_closed_feet_lands_ahead() -> None:
    it = plan()
    hear(it, PreviewWish(velocity=PreviewVelocity(forward=0.09)))
    it.hear(PreviewWish(velocity=PreviewVelocity()), 2, Pose2(), walks=True, in_air=True)
    for _ in range(20):
        it.close_running(0.005, 0.013)
    assert abs(it.queue.steps[0].step.move.x - 0.013) < 1e-9


def test_a_repeated_request_changes_nothing() -> None:
    it = plan()
    wish = PreviewWish(move_to=MoveTo((PathPose(0.2),)))
    hear(it, wish, 1)
    steps = list(it.queue.steps)
    hear(it, wish, 1)
    assert it.queue.steps == steps


def test_a_kill_lasts_one_cycle_and_drops_every_step() -> None:
    it = plan()
    hear(it, PreviewWish(velocity=PreviewVelocity(forward=0.09)))
    kill = PreviewWish(end=PreviewEnd.KILL)
    hear(it, kill, 2, walks=True)
    assert it.kills and not it.queue.steps
    hear(it, kill, 2, walks=True)
    assert not it.kills


def test_a_left_turn_begins_with_the_left_foot() -> None:
    it = plan()
    hear(it, PreviewWish(velocity=PreviewVelocity(turn=0.5)))
    assert it.queue.steps[0].step.swing is Side.LEFT


def test_a_path_that_ends_sooner_than_requested_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for duration, lines in ((60.0, 1), (1.0, 0)):
        caplog.clear()
        hear(plan(), PreviewWish(move_to=MoveTo((PathPose(0.1),), duration)))
        assert len(caplog.messages) == lines
        assert all("a duration of 60 s needs steps of" in text for text in caplog.messages)
