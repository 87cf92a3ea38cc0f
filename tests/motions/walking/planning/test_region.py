"""The region of step ends: convex, ordered, within the step limits and within reach."""

import math
from random import Random

import pytest

from hardware.robots.model import RobotModel, Side
from hsm.control.assembly import load_profile
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.robot_legs import legs_of
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.limits import StepLimits
from motions.walking.planning.region import StepRegion
from motions.walking.step import Step

DEG = math.pi / 180.0
CUT = StepRegion(front=0.1, back=-0.05, side=0.12, slope=1.0, edge=0.18)


@pytest.fixture(scope="module")
def limits(nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile) -> StepLimits:
    return StepLimits(nao, walking, profile)


@pytest.fixture(scope="module")
def fast(nao: RobotModel, walking: WalkingParameters) -> StepLimits:
    """Return limits with cut corners, and steps too long to stop within one."""
    return StepLimits(nao, walking, load_profile("fast"))


def cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def corners(region: StepRegion) -> tuple[tuple[float, float], ...]:
    """Return the distinct corners counter-clockwise, starting with the front left one."""
    at_front = region.side_at(region.front)
    cut = region.front
    if at_front < region.side:
        cut = max((region.edge - region.side) / region.slope, region.back)
    half = [(region.front, at_front), (cut, region.side), (region.back, region.side)]
    found: list[tuple[float, float]] = []
    for point in (*half, *((x, -y) for x, y in reversed(half))):
        if not found or math.dist(point, found[-1]) > 1e-12:
            found.append(point)
    if len(found) > 1 and math.dist(found[0], found[-1]) <= 1e-12:
        found.pop()
    return tuple(found)


def drawn(limits: StepLimits, seed: int, count: int) -> list[tuple[float, float, float, float]]:
    """Draw turns, last steps, and shares of forward and side."""
    rng = Random(seed)
    inwards, outwards = limits.turn_range()
    reach = limits.reach
    return [
        (
            rng.uniform(-inwards, outwards),
            rng.choice((0.0, rng.uniform(-reach.backward, reach.forward))),
            rng.choice((1.0, rng.uniform(0.1, 1.0))),
            rng.choice((1.0, rng.uniform(0.1, 1.0))),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("profile_name", ["limits", "fast"])
@pytest.mark.parametrize("hurried", [False, True])
def test_a_region_is_convex_ordered_and_has_its_corners_inside(
    profile_name: str, hurried: bool, request: pytest.FixtureRequest
) -> None:
    limits: StepLimits = request.getfixturevalue(profile_name)
    for turn, last, forward, side in drawn(limits, 1, 500):
        region = limits.region(turn, last, forward, side, hurried=hurried)
        points = corners(region)
        assert len(points) <= 6
        for k in range(len(points) if len(points) > 2 else 0):
            assert cross(points[k - 2], points[k - 1], points[k]) >= -1e-15
        for x, y in points:
            assert region.nearest(x, y) == pytest.approx((x, y), abs=1e-12)
        if region.back <= 0.0 <= region.front:
            assert region.contains(0.0, 0.0)


def test_only_a_walk_too_fast_to_stop_has_a_region_without_the_origin(
    limits: StepLimits, fast: StepLimits
) -> None:
    assert limits.region(0.0, 0.0625).back == 0.0
    region = fast.region(0.0, 0.1)
    assert region.back == pytest.approx(0.025)
    assert region.on_ray(0.0, 0.05) == pytest.approx((0.025, 0.05))
    assert region.on_ray(0.0, 0.0) == pytest.approx((0.025, 0.0))


@pytest.mark.parametrize("swing", Side)
def test_the_region_of_a_generator_equals_the_steps_of_a_speed_except_far_diagonals(
    limits: StepLimits, walking: WalkingParameters, swing: Side
) -> None:
    """Every end in the region is a step at some speed; only far diagonal steps are outside."""
    diagonal = walking.limits.diagonal
    inwards, outwards = limits.turn_range()
    rng = Random(3)
    for _ in range(2000):
        forward, left, turn = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)
        request = MotionRequest(
            Motion.WALK, forward=0.4 * forward, left=0.3 * left, turn=2.5 * turn
        )
        last = Step(rng.uniform(-0.0375, 0.0625))
        step = limits.step(request, swing, last)
        outward = swing.sign * step.turn
        assert -inwards - 1e-12 <= outward <= outwards + 1e-12
        region = limits.region(outward, last.x)
        far = step.x > diagonal.forward_at_side and abs(step.y) > diagonal.side_at_forward
        nearest = region.nearest(step.x, step.y)
        assert far or nearest == pytest.approx((step.x, step.y), abs=1e-12)
    for turn in (-0.2, 0.0, 0.3):
        region = limits.region(swing.sign * turn, 0.02)
        share = 2.0 * 0.25 * 120.0 * DEG * (0.67 if turn * swing.sign > 0.0 else 0.33)
        fastest = MotionRequest(
            Motion.WALK, forward=0.25, left=swing.sign * 0.2, turn=turn / share * 120.0 * DEG
        )
        step = limits.step(fastest, swing, Step(0.02))
        assert (step.x, abs(step.y)) == pytest.approx((region.front, region.side))


@pytest.mark.parametrize("profile_name", ["limits", "fast"])
def test_the_legs_reach_the_corners_of_every_region(
    profile_name: str,
    nao: RobotModel,
    walking: WalkingParameters,
    request: pytest.FixtureRequest,
) -> None:
    limits: StepLimits = request.getfixturevalue(profile_name)
    legs, hip = legs_of(nao), nao.dimensions.hip_offset_y
    share, stance = walking.step.support_share, walking.stance
    for turn, last, forward, side in drawn(limits, 2, 300):
        for x, y in corners(limits.region(turn, last, forward, side)):
            if y < 0.0:
                continue
            along, aside = Step(x, y, turn).in_foot_offsets(Side.LEFT, hip)
            half = 0.5 * turn
            left = Pose3(
                0.5 * along - stance.torso_forward,
                hip + (1.0 - share) * aside,
                -stance.hip_height,
                rotation_from_rpy(0.0, 0.0, half),
            )
            right = Pose3(
                -0.5 * along - stance.torso_forward,
                -hip - share * aside,
                -stance.hip_height,
                rotation_from_rpy(0.0, 0.0, -half),
            )
            assert legs.solve(left, right).reachable, (turn, x, y)


def test_the_free_turn_is_the_largest_turn_that_does_not_shorten_a_step(limits: StepLimits) -> None:
    for x, y in [(0.03, 0.05), (0.05, 0.0), (0.0, 0.09), (-0.02, 0.03), (0.0, 0.0)]:
        free = limits.free_turn(x, y)
        assert limits.free_turn(x, -y) == free, "symmetric to left and right"
        last = 0.05 if x > 0.0 else 0.0 if x == 0.0 else -0.03
        kept = limits.region(free * (1.0 - 1e-9), last)
        assert kept.contains(x, y)
        if x or y:
            assert not limits.region(free * 1.001, last).contains(x, y)
    assert limits.free_turn(0.0625, 0.0) == limits.free_turn(0.0, 0.1) == 0.0
    assert limits.free_turn(0.07, 0.2) == 0.0


def test_a_hurried_step_starts_longer_and_makes_small_turns_without_shortening(
    limits: StepLimits,
) -> None:
    calm, hurried = limits.region(0.0, 0.0), limits.region(0.0, 0.0, hurried=True)
    assert (calm.front, calm.back) == pytest.approx((0.01875, -0.01875))
    assert (hurried.front, hurried.back) == pytest.approx((0.025, -0.035))
    assert limits.region(9.0 * DEG, 0.0, hurried=True).side == hurried.side
    outwards = limits.region(30.0 * DEG, 0.0, hurried=True).side
    inwards = limits.region(-30.0 * DEG, 0.0, hurried=True).side
    assert (outwards, inwards) == pytest.approx((0.075, 0.0))


def test_a_hurried_step_of_a_worn_robot_is_no_longer_than_its_speeds_allow(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    limits = StepLimits(nao, walking, profile)
    limits.allow(profile.worn)
    worn = limits.region(0.0, 0.0, hurried=True)
    backward = profile.worn.backward * limits.step_duration
    assert backward < walking.limits.hurry.backward
    assert worn.back == limits.urgent(0.0).back == pytest.approx(-backward)


def test_a_ray_is_cut_at_the_border_and_a_zero_ray_stays_zero() -> None:
    assert CUT.on_ray(0.05, 0.05) == (0.05, 0.05)
    assert CUT.on_ray(1.0, 0.0) == pytest.approx((0.1, 0.0))
    assert CUT.on_ray(1.0, -1.0) == pytest.approx((0.09, -0.09))
    assert CUT.on_ray(-1.0, 1.0) == pytest.approx((-0.05, 0.05))
    assert CUT.on_ray(0.0, -3.0) == pytest.approx((0.0, -0.12))
    assert CUT.on_ray(0.0, 0.0) == (0.0, 0.0)


def test_a_distance_takes_as_many_steps_as_its_slower_direction() -> None:
    flat = StepRegion(front=0.1, back=-0.05, side=0.1, slope=0.0, edge=0.1)
    assert flat.steps_for(1.0, 0.0) == pytest.approx(10.0)
    assert flat.steps_for(-1.0, 0.0) == pytest.approx(20.0)
    assert flat.steps_for(1.0, -0.7) == pytest.approx(14.0)
    assert flat.corner() == pytest.approx((0.1, 0.05))
    assert CUT.corner() == pytest.approx((0.1, 0.04))
    assert CUT.steps_for(1.0, 0.45) == pytest.approx(1.9 / 0.18)


def test_an_empty_region_is_the_origin() -> None:
    empty = StepRegion(0.0, 0.0, 0.0, 0.0, 0.1)
    assert empty.nearest(1.0, 1.0) == (0.0, 0.0)
    assert empty.on_ray(1.0, 1.0) == (0.0, 0.0)
