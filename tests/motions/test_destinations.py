"""Inconsistent destinations are refused with a message that says what is wrong."""

import math
from dataclasses import fields, replace
from typing import get_args

import numpy as np
import pytest

from hardware.robots.model import Side
from motions.destinations import (
    FreeStuckBall,
    LeaveBallLine,
    ReplayedStep,
    ReplaySteps,
    SpeedShare,
    TargetFrame,
    WalkBehindBall,
    WalkTo,
)
from motions.kicks.wish import Dribble, Intercept, Kick, KickKind
from motions.kinematics.geometry import Pose2
from motions.requests import Destination, Motion, MotionRequest
from motions.sight import Circle, SeenBall, SeenObstacles, SeenPose

STEPS = ReplaySteps((ReplayedStep(Side.LEFT, 0.01, 0.02, 0.0),))
WISHES = {
    Motion.WALK_TO: ("walk_to", WalkTo(1.0, 0.0)),
    Motion.WALK_TO_BALL: ("walk_to_ball", WalkBehindBall(0.0)),
    Motion.KICK: ("kick", Kick(KickKind.FORWARD_FAST)),
    Motion.DRIBBLE: ("dribble", Dribble(3.0, 0.0)),
    Motion.OUT_OF_BALL_LINE: ("out_of_ball_line", LeaveBallLine((4.5, 0.0))),
    Motion.FREE_BALL: ("free_ball", FreeStuckBall(0.0)),
    Motion.REPLAY_STEPS: ("replay_steps", STEPS),
}
PLACES = {
    Motion.WALK_TO: ("walk_to", WalkTo(2.0, 0.0)),
    Motion.KICK: ("kick", Kick(KickKind.FORWARD, target=(2.0, 0.0))),
    Motion.DRIBBLE: ("dribble", Dribble(2.0, 0.0)),
    Motion.OUT_OF_BALL_LINE: ("out_of_ball_line", LeaveBallLine((2.0, 0.0))),
}


@pytest.mark.parametrize("motion", WISHES)
def test_a_motion_requires_its_own_argument(motion: Motion) -> None:
    name, wish = WISHES[motion]
    with pytest.raises(ValueError, match=f"motion '{motion.value}' needs '{name}'"):
        MotionRequest(motion)
    assert getattr(MotionRequest(motion, **{name: wish}), name) is wish


@pytest.mark.parametrize("motion", WISHES)
def test_the_argument_of_a_motion_is_refused_with_any_other(motion: Motion) -> None:
    name, wish = WISHES[motion]
    with pytest.raises(ValueError, match=f"'{name}' belongs to motion '{motion.value}'"):
        MotionRequest(Motion.STAND, **{name: wish})


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("name", ["x", "y", "heading", "tolerance", "turn_tolerance"])
def test_a_pose_must_be_finite(name: str, number: float) -> None:
    given = {"x": 1.0, "y": 0.0, name: number}
    with pytest.raises(ValueError, match=f"{name} is {number}; expected a .*number .* (m|rad)$"):
        WalkTo(**given)


def test_intermediate_places_and_points_of_interest_must_be_finite() -> None:
    with pytest.raises(
        ValueError, match=r"interest\[0\] is nan; expected a finite number up to 1e\+12 m"
    ):
        WalkTo(1.0, 0.0, interest=(math.nan, 0.0))
    with pytest.raises(ValueError, match=r"via\[1\]\[1\] is inf; expected a finite number"):
        WalkTo(1.0, 0.0, via=((0.5, 0.0), (0.5, math.inf)))


@pytest.mark.parametrize("name", ["x", "y"])
def test_a_place_in_another_unit_is_refused_unless_its_frame_may_be_far_away(name: str) -> None:
    place = {"x": 1.0, "y": 0.0, name: -1000.0}
    with pytest.raises(ValueError, match=f"{name} is -1000; expected -8 to 8 m"):
        WalkTo(**place)
    assert getattr(WalkTo(**place, frame=TargetFrame.ODOMETRY), name) == -1000.0


@pytest.mark.parametrize("name", ["tolerance", "turn_tolerance"])
def test_a_tolerance_of_zero_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"WalkTo: {name} is 0.0; expected a number above 0 "):
        WalkTo(1.0, 0.0, **{name: 0.0})


@pytest.mark.parametrize("share", [0.0, -0.1, 1.1, math.nan])
@pytest.mark.parametrize("name", [item.name for item in fields(SpeedShare)])
def test_a_share_of_a_speed_must_be_above_zero_and_at_most_one(name: str, share: float) -> None:
    with pytest.raises(ValueError, match=f"{name} is {share}; expected a number above 0 up to 1"):
        SpeedShare(**{name: share})


@pytest.mark.parametrize("share", [1.1, -1.5, 2.0])
@pytest.mark.parametrize("name", ["forward", "left", "turn"])
def test_relative_speeds_must_be_shares(name: str, share: float) -> None:
    told = f"^MotionRequest: {name} is {share}; expected a share of the .* from -1 to 1$"
    with pytest.raises(ValueError, match=told):
        MotionRequest(Motion.WALK, **{name: share}, relative=True)


def test_relative_speeds_belong_to_walking_only() -> None:
    with pytest.raises(ValueError, match="'relative' belongs to motion 'walk', not to 'stand'"):
        MotionRequest(relative=True)


def test_a_replayed_step_inwards_is_refused() -> None:
    with pytest.raises(ValueError, match=r"y is 0.02; expected at most 0 m: the right foot"):
        ReplayedStep(Side.RIGHT, 0.0, 0.02, 0.0)
    with pytest.raises(ValueError, match=r"y is -0.02; expected at least 0 m: the left foot"):
        ReplayedStep(Side.LEFT, 0.0, -0.02, 0.0)


def test_a_record_needs_a_step() -> None:
    with pytest.raises(ValueError, match=r"steps is \(\); expected at least one ReplayedStep"):
        ReplaySteps(())


@pytest.mark.parametrize(
    ("request_", "forgotten"),
    [
        (MotionRequest(Motion.WALK_TO_BALL, walk_to_ball=WalkBehindBall(0.0)), False),
        (MotionRequest(Motion.KICK, kick=Kick(KickKind.FORWARD_FAST)), False),
        (MotionRequest(Motion.FREE_BALL, free_ball=FreeStuckBall(0.0)), False),
        (MotionRequest(Motion.REPLAY_STEPS, replay_steps=STEPS), True),
        (MotionRequest(Motion.SPECIAL), True),
        (MotionRequest(Motion.INTERCEPT, intercept=Intercept(KickKind.FORWARD)), False),
        (MotionRequest(Motion.INTERCEPT), False),
        (MotionRequest(Motion.WALK, forward=0.1), False),
    ],
)
def test_a_fall_invalidates_requests_that_depend_on_the_pose_of_the_robot(
    request_: MotionRequest, forgotten: bool
) -> None:
    assert request_.is_forgotten_after_fall is forgotten


@pytest.mark.parametrize(
    ("frame", "forgotten"),
    [(TargetFrame.ROBOT, True), (TargetFrame.ODOMETRY, True), (TargetFrame.FIELD, False)],
)
@pytest.mark.parametrize("motion", PLACES)
def test_a_fall_invalidates_places_tracked_by_odometry(
    motion: Motion, frame: TargetFrame, forgotten: bool
) -> None:
    name, wish = PLACES[motion]
    request = MotionRequest(motion, **{name: replace(wish, frame=frame)})
    assert request.is_forgotten_after_fall is forgotten


def test_every_destination_is_tested_for_its_dependence_on_a_place() -> None:
    told = {type(wish) for _, wish in WISHES.values()} | {Intercept}
    assert told == set(get_args(Destination))


@pytest.mark.parametrize("number", [np.float32(math.nan), np.float64(math.inf), 10**400])
def test_numbers_of_any_type_must_be_finite(number: float) -> None:
    with pytest.raises(ValueError, match="x is .*; expected a finite number"):
        WalkTo(number, 0.0)


@pytest.mark.parametrize("number", [1e13, -1e300])
def test_absurdly_large_numbers_are_refused_with_the_allowed_range(number: float) -> None:
    """Their powers would be infinite, and the difference of two infinities is not a number."""
    for given in (
        lambda: WalkTo(number, 0.0),
        lambda: WalkTo(1.0, 0.0, via=((0.0, number),)),
        lambda: SeenObstacles(0.0, Pose2(), (Circle(0.0, number, 0.1),)),
        lambda: SeenBall(0.0, Pose2(), 1.0, 0.0, vx=number),
        lambda: SeenPose(0.0, Pose2(), Pose2(number)),
    ):
        with pytest.raises(ValueError, match=r" is -?1.*; expected a finite number up to 1e\+12"):
            given()


@pytest.mark.parametrize("aside", [math.nan, math.inf, -0.01])
def test_the_width_that_aborts_a_replay_must_be_at_least_zero(aside: float) -> None:
    with pytest.raises(ValueError, match=r"aside is .*; expected a number of at least 0 m"):
        ReplaySteps(STEPS.steps, aside)
