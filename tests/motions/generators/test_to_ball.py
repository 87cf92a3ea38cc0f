"""Steps to a pose beside a ball: around one side of it, out of its circle, never into it."""

import math
from dataclasses import replace
from random import Random

import pytest

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import PoseTarget, Situation
from motions.generators.to_ball import WalkToBall
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.perception.world import RollingBall
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.motions.generators.executed import after, after_point, distance, mirrored_step

LONGEST = 0.118
"""Length of a step into the corner of the step region, m."""


def make(parameters: GeneratorParameters) -> WalkToBall:
    return WalkToBall(parameters.to_ball, WalkToPose(parameters.to_pose))


def seen(x: float, y: float) -> RollingBall:
    return RollingBall(0.0, x, y, 0.0, 0.0, 0.3)


def walked(
    walk: WalkToBall, limits: StepLimits, pose: Pose2, ball: FlatPoint, swing: Side
) -> tuple[Pose2, list[FlatPoint]]:
    """Return what is left to the pose after 200 steps at most, and where the ball was seen."""
    last, balls = Step(), [ball]
    while len(balls) < 200 and (distance(pose) > 1e-9 or abs(pose.heading) > 1e-9):
        situation = Situation(swing, last, limits, ball=seen(*ball))
        last = walk.step(PoseTarget(pose), situation)
        pose, ball, swing = after(last, pose), after_point(last, ball), swing.other
        balls.append(ball)
    return pose, balls


@pytest.mark.parametrize("swing", Side)
def test_the_far_side_of_a_ball_is_reached_on_one_side_of_it(
    parameters: GeneratorParameters, limits: StepLimits, swing: Side
) -> None:
    walk = make(parameters)
    pose, balls = walked(walk, limits, Pose2(0.7, 0.0, math.pi), (0.5, 0.0), swing)
    assert distance(pose) < 1e-9 and abs(pose.heading) < 1e-9
    assert min(math.hypot(*ball) for ball in balls) > 0.2 - LONGEST
    assert len(balls) < 35


def test_the_ball_is_not_touched_from_any_start(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    """A foot is 50 mm wide and the ball 100 mm: nearer than 150 mm they could touch."""
    rng = Random(6)
    nearest = []
    for _ in range(200):
        far, way, aim = rng.uniform(0.5, 2.0), rng.uniform(-3.1, 3.1), rng.uniform(-3.1, 3.1)
        ball = far * math.cos(way), far * math.sin(way)
        pose = Pose2(ball[0] - 0.2 * math.cos(aim), ball[1] - 0.2 * math.sin(aim), aim)
        left, balls = walked(make(parameters), limits, pose, ball, rng.choice(list(Side)))
        assert distance(left) < 1e-9
        nearest.append(min(math.hypot(*each) for each in balls))
    assert min(nearest) > 0.150


def test_inside_the_circle_a_robot_steps_back_instead_of_waiting_for_the_other_foot(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    """80 mm lead out of the circle; a hurried step back covers 35."""
    target = PoseTarget(Pose2(0.32, -0.02, math.pi))
    situation = Situation(Side.LEFT, Step(), limits, ball=seen(0.12, 0.0))
    step = make(parameters).step(target, situation)
    assert step.y == 0.0
    assert step.x == pytest.approx(-0.035, abs=1e-6) or step.turn != 0.0
    calm = replace(situation, ball_age=2.0)
    assert make(parameters).step(target, calm).x <= 0.0


@pytest.mark.parametrize("swing", Side)
def test_a_robot_above_the_ball_leaves_it_backwards(
    parameters: GeneratorParameters, limits: StepLimits, swing: Side
) -> None:
    situation = Situation(swing, Step(), limits, ball=seen(0.0, 0.0))
    step = make(parameters).step(PoseTarget(Pose2(0.3, 0.0, 0.0)), situation)
    assert (step.x, step.y, step.turn) == pytest.approx((-0.035, 0.0, 0.0))


@pytest.mark.parametrize("ball", [(0.2, 0.0), (0.0, 0.2), (-0.2, 0.0), (0.12, -0.16)])
def test_a_ball_exactly_on_its_circle_gives_a_step(
    parameters: GeneratorParameters, limits: StepLimits, ball: FlatPoint
) -> None:
    pose = Pose2(2.0 * ball[0], 2.0 * ball[1], 1.0)
    step = make(parameters).step(
        PoseTarget(pose), Situation(Side.LEFT, Step(), limits, ball=seen(*ball))
    )
    assert all(map(math.isfinite, (step.x, step.y, step.turn)))
    assert abs(step.x) + abs(step.y) + abs(step.turn) > 1e-6


def test_a_pose_in_the_middle_of_the_ball_is_approached_as_if_there_were_none(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    situation = Situation(Side.LEFT, Step(0.05), limits)
    target = PoseTarget(Pose2(0.8, 0.0, 0.0), interest=(0.8, 0.0))
    free = make(parameters).step(target, situation)
    situation = replace(situation, ball=seen(0.8, 0.0))
    assert make(parameters).step(target, situation) == free


def test_a_ball_not_seen_for_long_gets_more_room_and_is_not_approached_sideways(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    target = PoseTarget(Pose2(0.2, 0.9, 0.0))
    now = make(parameters).step(target, Situation(Side.LEFT, Step(), limits, ball=seen(0.4, 0.9)))
    old = make(parameters).step(
        target, Situation(Side.LEFT, Step(), limits, ball=seen(0.4, 0.9), ball_age=1.0)
    )
    assert now.turn < old.turn


def test_a_mirrored_ball_gives_exactly_the_mirrored_step(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    rng = Random(7)
    one, other = make(parameters), make(parameters)
    for _ in range(2000):
        x, y, heading = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-3.1, 3.1)
        bx, by, age = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.choice((0.0, 0.1, 1.0))
        swing, last = rng.choice(list(Side)), Step(rng.uniform(-0.03, 0.06))
        found = one.step(
            PoseTarget(Pose2(x, y, heading)),
            Situation(swing, last, limits, ball=seen(bx, by), ball_age=age),
        )
        mirrored = other.step(
            PoseTarget(Pose2(x, -y, -heading)),
            Situation(swing.other, last, limits, ball=seen(bx, -by), ball_age=age),
        )
        assert mirrored == mirrored_step(found)
        assert found.y * swing.sign >= 0.0
