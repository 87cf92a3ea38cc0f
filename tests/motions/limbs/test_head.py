"""The head: it reaches its target within speed and limits, and is handed back unchanged."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from motions.kinematics.geometry import Pose2
from motions.limbs.gaze import Gaze
from motions.limbs.head import Head, HeadParameters
from motions.limbs.wishes import CameraChoice, HeadMode, HeadWish
from motions.perception.world import RollingBall, World
from tests.fakes import NAO, SOLES, robot_state

CYCLE, EYES = NAO.cycle, NAO.eyes
DEG = math.pi / 180.0
OWN = (0.0, 0.0)
ROBOT = robot_state(**SOLES)


@pytest.fixture
def head(head_parameters: HeadParameters) -> Head:
    return Head(NAO, head_parameters)


def moved(
    head: Head, wish: HeadWish | None, seconds: float, start: tuple[float, float] = OWN, **more: Any
) -> Iterator[tuple[float, float]]:
    """Yield the angles of every cycle."""
    robot, ball = replace(ROBOT, **more.get("robot", {})), more.get("ball")
    if ball is not None:
        resting = RollingBall(robot.time, *ball, 0.0, 0.0, 1.0)
        robot = replace(robot, world=World(ball=resting))
    asked = more.get("asked", Pose2())
    last = start
    for _ in range(round(seconds / CYCLE)):
        last = head.step(wish, robot, asked=asked, own=OWN, last=last)
        yield last


def looking(*target: float, **more: Any) -> HeadWish:
    x, y, z = target
    return HeadWish(HeadMode.TARGET, target=(x, y, z), **more)


@pytest.mark.parametrize("speed", [0.5, 2.0, 8.0])
@pytest.mark.parametrize("angles", [(1.2, 0.1), (-0.3, -0.6), (0.004, 0.0)])
@pytest.mark.parametrize("contact", [True, False])
def test_the_head_keeps_its_limits_of_speed_and_acceleration_and_stops_at_the_goal(
    head: Head,
    head_parameters: HeadParameters,
    speed: float,
    angles: tuple[float, float],
    contact: bool,
) -> None:
    wish = HeadWish(pan=angles[0], tilt=angles[1], speed=speed)
    most = head_parameters.acceleration if contact else head_parameters.in_air
    before, velocity = OWN, (0.0, 0.0)
    reached = 0.0
    for pan, tilt in moved(head, wish, 8.0, robot={"contact": contact}):
        now = (pan - before[0]) / CYCLE, (tilt - before[1]) / CYCLE
        assert math.hypot(*now) <= speed + 1e-9
        assert math.dist(now, velocity) <= most * CYCLE + 1e-9
        before, velocity = (pan, tilt), now
        reached = max(reached, math.hypot(pan, tilt))
    assert before == angles
    assert reached == pytest.approx(math.hypot(*angles))


@pytest.mark.parametrize("pan", [-3.0, -1.5, -0.6, 0.0, 0.9, 2.2])
@pytest.mark.parametrize("tilt", [-1.5, 1.5])
def test_the_head_never_exceeds_the_limits_of_its_shell(
    head: Head, pan: float, tilt: float
) -> None:
    wishes = [HeadWish(pan=pan, tilt=tilt, speed=5.0), HeadWish(pan=-pan, tilt=tilt, speed=5.0)]
    for wish in wishes:
        for now, nod in moved(head, wish, 3.0, start=head.angles):
            low, high = EYES.tilts(now)
            assert abs(now) <= EYES.furthest + 1e-12
            assert low - 1e-12 <= nod <= high + 1e-12


def test_a_head_that_another_motion_left_beyond_its_limits_returns_without_a_jump(
    head: Head,
) -> None:
    start = (87.0 * DEG, 25.0 * DEG)
    before = start
    for angles in moved(head, HeadWish(pan=start[0], tilt=0.1, speed=1.0), 1.0, start):
        assert math.dist(angles, before) <= 1.0 * CYCLE + 1e-9
        before = angles
    assert before == (start[0], 0.1)


def test_without_a_request_the_head_returns_to_the_motion_and_is_released(
    head: Head, head_parameters: HeadParameters
) -> None:
    list(moved(head, HeadWish(pan=1.0, tilt=0.2), 3.0))
    way = list(moved(head, None, 1.0, start=head.angles))
    assert math.dist(way[10], way[11]) <= head_parameters.own_speed * CYCLE + 1e-9
    for _ in moved(head, None, 3.0, start=head.angles):
        if not head.active:
            break
    assert head.angles == OWN
    assert not head.active


@pytest.mark.parametrize("camera", [CameraChoice.UPPER, CameraChoice.LOWER])
def test_a_point_is_in_the_middle_of_the_requested_camera(head: Head, camera: CameraChoice) -> None:
    list(moved(head, looking(1.5, 0.5, 0.05, camera=camera), 4.0))
    assert head.target is not None
    chosen = EYES.upper if camera is CameraChoice.UPPER else EYES.lower
    assert head.angles == pytest.approx(Gaze(NAO).angles(head.target, chosen, 0.0))
    positions = list(ROBOT.positions)
    positions[NAO.head[0]], positions[NAO.head[1]] = head.angles
    assert head.in_view(replace(ROBOT, positions=tuple(positions)))
    positions[NAO.head[0]] -= 2.5
    assert not head.in_view(replace(ROBOT, positions=tuple(positions)))


def test_the_camera_switches_with_hysteresis_between_far_and_near(head: Head) -> None:
    """A ball approaches and leaves again: each camera is kept longer than necessary."""

    def camera_at(distance: float) -> str:
        list(moved(head, HeadWish(HeadMode.BALL), 0.012, start=head.angles, ball=(distance, 0.0)))
        assert head.target is not None
        upper, lower = (
            Gaze(NAO).angles(head.target, camera, 0.0) for camera in (EYES.upper, EYES.lower)
        )
        return "upper" if head.goal == upper else "lower" if head.goal == lower else "limit"

    distances = [2.0 - 0.05 * number for number in range(36)]
    nearer = [camera_at(distance) for distance in distances]
    farther = [camera_at(distance) for distance in reversed(distances)][::-1]
    assert nearer[0] == farther[0] == "upper"
    assert nearer[-1] == farther[-1] == "lower"
    assert [nearer, farther] == [sorted(each, reverse=True) for each in (nearer, farther)]
    assert nearer.count("upper") > farther.count("upper")


@pytest.mark.parametrize(("distance", "upper"), [(0.4, False), (0.7, True), (0.9, True)])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_beside_a_shoulder_the_upper_camera_is_used_as_soon_as_it_can_look_over_it(
    head: Head, distance: float, upper: bool, side: float
) -> None:
    """At 80 degrees of pan the tilt is at most 12: the upper camera sees points from 0.6 m on."""
    azimuth = side * 80.0 * DEG
    target = (distance * math.cos(azimuth), distance * math.sin(azimuth), 0.05)
    list(moved(head, looking(*target), 0.1))
    assert head.target is not None
    pan, tilt = Gaze(NAO).angles(head.target, EYES.upper if upper else EYES.lower, 0.0)
    low, high = EYES.tilts(pan)
    assert head.goal == pytest.approx((pan, min(max(tilt, low), high)))


def test_a_direction_is_kept_while_the_robot_turns_if_requested(head: Head) -> None:
    turned = {"odometry": Pose2(0.3, 0.1, 0.4)}
    for keep, pan in ((True, 0.1), (False, 0.5)):
        head.reset()
        wish = HeadWish(pan=0.5, keep_direction=keep, speed=5.0)
        list(moved(head, wish, 1.0))
        list(moved(head, wish, 1.0, start=head.angles, robot=turned))
        assert head.angles[0] == pytest.approx(pan)


def test_a_point_is_tracked_by_odometry_from_its_request_on(head: Head) -> None:
    passed = {"odometry": Pose2(2.0, 0.0, 0.0)}
    wish = looking(1.0, 1.0, 0.0, speed=5.0)
    list(moved(head, wish, 2.0))
    assert head.angles[0] == pytest.approx(45.0 * DEG)
    list(moved(head, wish, 2.0, start=head.angles, robot=passed))
    assert head.goal[0] == pytest.approx(EYES.furthest)
    list(moved(head, wish, 2.0, start=head.angles, robot=passed, asked=passed["odometry"]))
    assert head.angles[0] == pytest.approx(45.0 * DEG)


@pytest.mark.parametrize("ball", [None, (math.nan, 0.0)])
def test_the_head_stays_while_no_ball_is_known(
    head: Head, ball: tuple[float, float] | None
) -> None:
    wish = HeadWish(HeadMode.BALL, speed=5.0)
    list(moved(head, wish, 1.0, ball=(1.0, 1.0)))
    before = head.angles
    list(moved(head, wish, 1.0, start=before, ball=ball))
    assert head.angles == before
    assert before[0] == pytest.approx(45.0 * DEG)
    assert not head.in_view(ROBOT)


def test_a_ball_that_was_never_known_does_not_move_the_head(head: Head) -> None:
    list(moved(head, HeadWish(HeadMode.BALL), 0.5, start=(0.3, 0.1)))
    assert head.angles == (0.3, 0.1)


def test_stop_and_go_rests_once_in_every_period(
    head: Head, head_parameters: HeadParameters
) -> None:
    wish = HeadWish(pan=2.0, speed=1.0, stop_and_go=True)
    pans = [pan for pan, _ in moved(head, wish, 1.6)]
    speeds = [(b - a) / CYCLE for a, b in zip(pans, pans[1:], strict=False)]
    half = round(0.5 * head_parameters.stop_and_go / CYCLE)
    assert min(speeds[half - 5 : half + 5]) == pytest.approx(0.0, abs=0.01)
    assert max(speeds) > 0.95
    assert not all(speed > 0.05 for speed in speeds)
