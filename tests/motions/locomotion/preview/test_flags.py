"""The reports of the preview walk, without physics."""

from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import JointCommand
from hsm.control.assembly import MotionSettings, build_cycle
from motions.locomotion.preview.walk import PreviewWalk
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewEnd,
    PreviewVelocity,
    PreviewWish,
)
from motions.requests import Motion, MotionRequest
from tests.fakes import STANCE, robot_state

ROBOT = robot_state(positions=STANCE, applied_stiffness=(1.0,) * len(STANCE))


def ask(wish: PreviewWish, number: int) -> MotionRequest:
    return MotionRequest(Motion.PREVIEW, preview=wish, number=number)


def walking(settings: MotionSettings) -> PreviewWalk:
    """Return a walk that has just begun."""
    walk = build_cycle(settings).components.preview
    walk.hear(ask(PreviewWish(velocity=PreviewVelocity(forward=0.09)), 1), ROBOT)
    walk.begin(ROBOT, JointCommand(STANCE, (1.0,) * len(STANCE)))
    return walk


def test_before_any_request_nothing_has_arrived(settings: MotionSettings) -> None:
    told = build_cycle(settings).components.preview.info()
    assert not told.active and not told.arrived


def test_a_walk_in_progress_is_active_and_has_not_arrived(settings: MotionSettings) -> None:
    told = walking(settings).info()
    assert told.active and not told.arrived


def test_a_killed_walk_is_over_and_has_not_arrived(settings: MotionSettings) -> None:
    walk = walking(settings)
    kill = ask(PreviewWish(end=PreviewEnd.KILL), 2)
    walk.hear(kill, ROBOT)
    assert walk.kills
    walk.hear(kill, ROBOT)
    told = walk.info()
    assert not walk.kills and not told.active and not told.arrived and told.ended


def test_a_kill_of_a_standing_robot_does_not_affect_the_next_request(
    settings: MotionSettings,
) -> None:
    walk = build_cycle(settings).components.preview
    walk.hear(ask(PreviewWish(end=PreviewEnd.KILL), 1), ROBOT)
    assert walk.kills
    walk.hear(ask(PreviewWish(move_to=MoveTo((PathPose(0.0),))), 2), ROBOT)
    assert walk.info().arrived


def step(length: float) -> PreviewWish:
    """Return the wish for one step of the left foot, m ahead of the right one."""
    return PreviewWish(footsteps=Footsteps((FootstepWish(Side.LEFT, length, 0.1, speed=1.0),)))


def planned(walk: PreviewWalk) -> list[float]:
    """Return the planned lengths, m."""
    told = walk.info()
    return [item.move.x for item in told.unchangeable + told.changeable]


def test_a_wish_is_new_if_it_its_number_or_the_motion_before_differs_but_not_its_switches(
    settings: MotionSettings,
) -> None:
    walk, short, other = build_cycle(settings).components.preview, step(0.03), step(0.04)
    walk.hear(ask(short, 1), ROBOT)
    walk.hear(ask(replace(short, left_arm=False, contact_guard=False), 1), ROBOT)
    assert planned(walk) == [0.03]
    walk.hear(ask(other, 1), ROBOT)
    assert planned(walk) == [0.03, 0.04]
    walk.hear(ask(other, 2), ROBOT)
    assert planned(walk) == [0.03, 0.04, 0.04]
    walk.hear(MotionRequest(), ROBOT)
    walk.hear(ask(other, 2), ROBOT)
    assert planned(walk) == [0.04]


def test_the_plan_tells_where_a_step_beyond_the_legs_is_clipped_to(
    settings: MotionSettings,
) -> None:
    walk = build_cycle(settings).components.preview
    walk.hear(ask(step(0.2), 1), ROBOT)
    assert planned(walk) == [pytest.approx(settings.gait.most.max_step_x, abs=0.002)]


def test_more_footsteps_than_fit_into_the_plan_are_refused_until_there_is_room(
    settings: MotionSettings, caplog: pytest.LogCaptureFixture
) -> None:
    def steps(count: int, *, clear: bool = False) -> PreviewWish:
        sides = (Side.LEFT, Side.RIGHT) * 500
        asked = [FootstepWish(side, 0.02, 0.1 * side.sign, speed=1.0) for side in sides]
        return PreviewWish(footsteps=Footsteps(tuple(asked[:count]), clear))

    walk = build_cycle(settings).components.preview
    walk.hear(ask(steps(990), 1), ROBOT)
    assert walk.info().refused == ""
    walk.hear(ask(steps(12), 2), ROBOT)
    told = walk.info()
    assert told.number == 2 and len(walk.plan.queue.steps) == 990 and not told.arrived
    assert told.refused == (
        "12 footsteps on top of 990 planned ones; expected at most 1000 in total, "
        "send them later or clear the planned ones"
    )
    assert told.refused in caplog.text
    walk.hear(ask(steps(1000, clear=True), 3), ROBOT)
    assert walk.info().refused == "" and len(walk.plan.queue.steps) == 1000


def test_a_walk_ended_by_another_motion_has_not_arrived(settings: MotionSettings) -> None:
    walk = walking(settings)
    for _ in range(2):
        walk.hear(MotionRequest(), replace(ROBOT, contact=False))
    told = walk.info()
    assert not told.active and not told.arrived and told.ended


def test_a_walk_that_was_reset_or_never_began_has_not_arrived(settings: MotionSettings) -> None:
    waiting = build_cycle(settings).components.preview
    waiting.hear(ask(PreviewWish(move_to=MoveTo((PathPose(2.0),))), 1), ROBOT)
    for walk in (walking(settings), waiting):
        walk.reset()
        told = walk.info()
        assert not told.arrived and told.ended == "another motion has taken over"


def test_the_end_of_a_request_is_not_reported_for_the_next_one(settings: MotionSettings) -> None:
    walk = walking(settings)
    walk.reset()
    walk.hear(ask(PreviewWish(move_to=MoveTo((PathPose(2.0),))), 2), ROBOT)
    told = walk.info()
    assert told.number == 2 and not told.ended and not told.arrived
    walk.hear(ask(PreviewWish(move_to=MoveTo((PathPose(0.0),))), 3), ROBOT)
    assert walk.info().arrived, "a path of zero length arrives at once"


def test_a_robot_that_must_stand_finishes_its_steps_and_then_needs_a_new_request(
    settings: MotionSettings,
) -> None:
    walk = walking(settings)
    wish = PreviewWish(velocity=PreviewVelocity(forward=0.09))
    for number in [1] * 100 + [2] * 100:
        walk.update(ROBOT)
        walk.hear(ask(wish, number), ROBOT, rests=True)
    assert not walk.steps_left
    told = walk.info()
    assert told.ended and not told.arrived and told.number == 1
    walk.update(ROBOT)
    walk.hear(ask(wish, 1), ROBOT)
    assert not walk.steps_left, "a repeated request stays ended"
    walk.hear(ask(wish, 2), ROBOT)
    assert walk.steps_left


def test_a_walk_can_be_killed_even_if_the_robot_must_stand(settings: MotionSettings) -> None:
    walk = walking(settings)
    walk.hear(ask(PreviewWish(end=PreviewEnd.KILL), 2), ROBOT, rests=True)
    assert walk.kills
    walk.hear(ask(PreviewWish(velocity=PreviewVelocity(forward=0.09)), 3), ROBOT, rests=True)
    assert not walk.kills
