"""Steps to a pose: published examples, and properties of all paths."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.destinations import PathShape, SideWalking, SpeedShare
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import PoseTarget, Situation
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2, angle_difference
from motions.kinematics.twist import part_of_twist
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.motions.generators.executed import (
    after_point,
    drawn_targets,
    executed,
    mirrored_step,
    mirrored_target,
)

DEG = math.pi / 180.0
SCENES = 3000


@pytest.fixture
def walk(parameters: GeneratorParameters) -> WalkToPose:
    return WalkToPose(parameters.to_pose)


def test_steps_over_one_metre_grow_stay_constant_and_stop_softly(
    walk: WalkToPose, limits: StepLimits
) -> None:
    way = executed(walk.step, limits, PoseTarget(Pose2(0.985, 0.0, 0.0)))
    ahead = [18.75, 37.5, 56.25, *[62.5] * 13, 45.0, 15.0]
    assert [1e3 * step.x for step in way.steps] == pytest.approx(ahead)
    assert all(step.y == 0.0 and step.turn == 0.0 for step in way.steps)
    assert way.arrived
    assert walk.step(PoseTarget(Pose2()), Situation(Side.LEFT, Step(0.015), limits)) == Step()


@pytest.mark.parametrize("swing", Side)
def test_a_lateral_path_begins_at_once_and_turns_only_as_far_as_necessary(
    walk: WalkToPose, limits: StepLimits, swing: Side
) -> None:
    """9 degrees are needed to see a point at 59 degrees; after the step it is at 48."""
    aside = swing.sign
    target = PoseTarget(Pose2(0.0, aside * 0.3, 0.0), interest=(0.18, aside * 0.3))
    way = executed(walk.step, limits, target, swing)
    first, closing = way.steps[:2]
    assert (first.x, first.y, first.turn) == pytest.approx((0.0, aside * 0.1, 0.0))
    assert closing.turn == 0.0
    assert target.interest is not None
    seen = after_point(first, target.interest)
    assert abs(math.atan2(seen[1], seen[0])) < 50.0 * DEG
    assert len(way.steps) == 5 and way.arrived


@pytest.mark.parametrize("swing", Side)
def test_a_turn_beyond_the_closing_step_is_made_at_once(
    walk: WalkToPose, limits: StepLimits, swing: Side
) -> None:
    """40 degrees are needed, and the closing foot turns inwards by 19.8."""
    aside = swing.sign
    target = PoseTarget(Pose2(0.0, aside * 0.3, 0.0), interest=(0.0, aside * 0.3))
    first = walk.step(target, Situation(swing, Step(), limits))
    assert first.turn == pytest.approx(aside * 20.2 * DEG)
    assert first.y == pytest.approx(aside * 0.1 * (1.0 - (20.2 / 45.4) ** 2))


@pytest.mark.parametrize("path", PathShape)
def test_every_path_ends_exactly_at_its_target(
    parameters: GeneratorParameters, limits: StepLimits, path: PathShape
) -> None:
    for target, swing, _ in drawn_targets(seed=1, count=300):
        target = replace(target, keep_rotation=False, interest=None, path=path)
        walk = WalkToPose(parameters.to_pose)
        way = executed(walk.step, limits, target, swing, most=1000)
        assert way.arrived, (target, swing, way.left[-1])


@pytest.mark.parametrize("path", PathShape)
def test_a_mirrored_scene_gives_exactly_the_mirrored_step(
    parameters: GeneratorParameters, limits: StepLimits, path: PathShape
) -> None:
    one, other = WalkToPose(parameters.to_pose), WalkToPose(parameters.to_pose)
    for target, swing, last in drawn_targets(seed=2, count=SCENES):
        target = replace(target, path=path)
        found = one.step(target, Situation(swing, last, limits))
        turned = other.step(
            mirrored_target(target), Situation(swing.other, mirrored_step(last), limits)
        )
        assert turned == mirrored_step(found)


@pytest.mark.parametrize("path", PathShape)
def test_a_heading_plus_a_full_turn_gives_the_same_step(
    parameters: GeneratorParameters, limits: StepLimits, path: PathShape
) -> None:
    one, other = WalkToPose(parameters.to_pose), WalkToPose(parameters.to_pose)
    for target, swing, last in drawn_targets(seed=3, count=SCENES):
        target = replace(target, path=path)
        pose = target.pose
        round_about = replace(target, pose=Pose2(pose.x, pose.y, pose.heading + 2.0 * math.pi))
        found = one.step(target, Situation(swing, last, limits))
        turned = other.step(round_about, Situation(swing, last, limits))
        assert (turned.x, turned.y, turned.turn) == pytest.approx(
            (found.x, found.y, found.turn), abs=1e-12
        )


@pytest.mark.parametrize("path", PathShape)
def test_every_step_is_outwards_and_within_the_limits(
    parameters: GeneratorParameters, limits: StepLimits, path: PathShape
) -> None:
    walk = WalkToPose(parameters.to_pose)
    for target, swing, last in drawn_targets(seed=4, count=SCENES):
        target = replace(target, path=path)
        step = walk.step(target, Situation(swing, last, limits))
        outwards = swing.sign * step.turn
        share = target.share
        inwards_most, outwards_most = limits.turn_range(share.turn)
        assert step.y * swing.sign >= 0.0
        assert -inwards_most - 1e-12 <= outwards <= outwards_most + 1e-12
        region = limits.region(outwards, last.x, share.forward, share.side)
        assert region.back - 1e-12 <= step.x <= region.front + 1e-12
        assert abs(step.y) <= region.side + 1e-12


@pytest.mark.parametrize("path", PathShape)
def test_a_first_step_to_any_target_is_never_zero(
    parameters: GeneratorParameters, limits: StepLimits, path: PathShape
) -> None:
    walk = WalkToPose(parameters.to_pose)
    for target, swing, _ in drawn_targets(seed=5, count=SCENES):
        target = replace(target, path=path)
        step = walk.step(target, Situation(swing, Step(), limits))
        assert abs(step.x) + abs(step.y) + abs(step.turn) > 1e-9


@pytest.mark.parametrize("swing", Side)
def test_a_target_at_the_robot_gives_no_step_or_a_turn_on_the_spot(
    walk: WalkToPose, parameters: GeneratorParameters, limits: StepLimits, swing: Side
) -> None:
    situation = Situation(swing, Step(), limits)
    assert walk.step(PoseTarget(Pose2()), situation) == Step()
    assert walk.step(PoseTarget(Pose2(), interest=(0.0, 0.0)), situation) == Step()
    inwards, outwards = limits.turn_range()
    turned = walk.step(PoseTarget(Pose2(0.0, 0.0, swing.sign)), situation)
    assert turned == Step(0.0, 0.0, swing.sign * outwards)
    back = PoseTarget(Pose2(0.0, 0.0, -swing.sign))
    turned = WalkToPose(parameters.to_pose).step(back, situation)
    assert turned == Step(0.0, 0.0, -swing.sign * inwards)


def test_a_half_turn_begins_with_the_foot_that_turns_outwards(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    for heading in (math.pi, -math.pi):
        for swing in Side:
            walk = WalkToPose(parameters.to_pose)
            step = walk.step(PoseTarget(Pose2(0.0, 0.0, heading)), Situation(swing, Step(), limits))
            assert step.turn * swing.sign == pytest.approx(40.2 * DEG)


def test_alternating_turns_are_damped_but_never_to_zero(
    walk: WalkToPose, limits: StepLimits
) -> None:
    last, turns = Step(turn=-0.3), []
    for number in range(5):
        wanted = 0.3 if number % 2 == 0 else -0.3
        target = PoseTarget(Pose2(0.0, 0.0, wanted))
        step = walk.step(target, Situation(Side.LEFT if wanted > 0.0 else Side.RIGHT, last, limits))
        turns.append(abs(step.turn) / 0.3)
        last = Step(turn=wanted)
    assert turns == pytest.approx([2.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], abs=1e-3)


def test_a_kept_rotation_is_turned_to_at_once(walk: WalkToPose, limits: StepLimits) -> None:
    target = PoseTarget(Pose2(3.0, 0.0, 0.5), keep_rotation=True)
    assert walk.step(target, Situation(Side.LEFT, Step(), limits)).turn == pytest.approx(0.5)


def test_side_walking_is_forced_or_prevented_as_requested(
    walk: WalkToPose, limits: StepLimits
) -> None:
    def oblique(side_walking: SideWalking) -> float:
        target = PoseTarget(Pose2(1.2, 1.6, 0.0), side_walking=side_walking)
        left = executed(walk.step, limits, target).left[10]
        return abs(math.degrees(math.atan2(left.y, left.x)))

    assert oblique(SideWalking.FORCED) > 75.0
    assert oblique(SideWalking.NOT_ALLOWED) < 50.0


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize(
    ("x", "y", "turn"),
    [(-1.0, 0.0, 0.0), (-2.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 90.0), (0.2, 0.2, 90.0),
     (-0.6, 0.2, -60.0)],
)  # fmt: skip
def test_a_constant_twist_is_followed_in_place_and_heading(
    walk: WalkToPose, limits: StepLimits, swing: Side, x: float, y: float, turn: float
) -> None:
    end = Pose2(x, y, turn * DEG)
    way = executed(walk.step, limits, PoseTarget(end, path=PathShape.CONSTANT_TWIST), swing)
    twist = [part_of_twist(end, 0.005 * number) for number in range(201)]
    for left in way.left:
        here = end @ left.inverse()
        near = min(twist, key=lambda each: math.dist((each.x, each.y), (here.x, here.y)))
        assert math.dist((near.x, near.y), (here.x, here.y)) < 0.035
        assert abs(angle_difference(here.heading, near.heading)) < 3.0 * DEG
    assert way.arrived


def test_a_half_turn_on_a_constant_twist_continues_to_one_side(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    for heading in (math.pi, -math.pi):
        for swing in Side:
            walk = WalkToPose(parameters.to_pose)
            target = PoseTarget(Pose2(0.5, 0.0, heading), path=PathShape.CONSTANT_TWIST)
            way = executed(walk.step, limits, target, swing)
            assert all(step.turn * swing.sign >= 0.0 for step in way.steps)
            assert way.arrived


def test_an_obstacle_on_the_line_is_passed_on_a_constant_twist_too(
    walk: WalkToPose, limits: StepLimits
) -> None:
    post = Circle(0.8, 0.02, 0.05)
    target = PoseTarget(Pose2(1.6, 0.0, 0.0), path=PathShape.CONSTANT_TWIST)
    way = executed(walk.step, limits, target, obstacles=(post,))
    places = [target.pose @ left.inverse() for left in way.left]
    assert min(math.dist((post.x, post.y), (at.x, at.y)) for at in places) > 0.25
    assert way.arrived


@pytest.mark.parametrize("share", [0.0, -0.1, 1.1, math.nan])
def test_a_speed_share_out_of_range_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="side"):
        SpeedShare(side=share)
