"""Arms: programs forwards and backwards, pointing, and the return to the arms of the walk."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from scipy.spatial.transform import Rotation

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.limbs.arm_motion import Angles, Arm, ArmPoseError, ArmsParameters
from motions.limbs.arm_program import ArmPose, ArmProfile, ArmWay
from motions.limbs.wishes import ArmProgram, ArmWish
from tests.fakes import NAO, SOLES, STANCE, robot_state

CYCLE = NAO.cycle
ROBOT = robot_state(**SOLES)
PROGRAMS = pytest.mark.parametrize("program", ArmProgram)
SIDES = pytest.mark.parametrize("side", Side)


def own(side: Side) -> Angles:
    return tuple(STANCE[joint] for joint in NAO.arms[side])


class Moved:
    """An arm that follows a request for some time."""

    def __init__(self, parameters: ArmsParameters, side: Side = Side.LEFT) -> None:
        self.arm = Arm(NAO, side, parameters)
        self.own = own(side)
        self.poses = [self.own]
        self.odometry = Pose2()

    def go(self, wish: ArmWish | None, seconds: float) -> "Moved":
        robot = replace(ROBOT, odometry=self.odometry)
        for _ in range(round(seconds / CYCLE)):
            if wish is None and not self.arm.active:
                break
            self.poses.append(
                self.arm.step(wish, robot, asked=Pose2(), own=self.own, last=self.poses[-1])
            )
        return self

    @property
    def fastest(self) -> float:
        return max(
            abs(b - a) / CYCLE
            for before, after in pairwise(self.poses)
            for a, b in zip(before, after, strict=True)
        )


@pytest.fixture
def moved(arms_parameters: ArmsParameters) -> Moved:
    return Moved(arms_parameters)


@PROGRAMS
@SIDES
def test_a_program_is_played_held_played_backwards_and_the_arm_is_released(
    arms_parameters: ArmsParameters, program: ArmProgram, side: Side
) -> None:
    moved = Moved(arms_parameters, side).go(ArmWish(program), 4.0)
    held = moved.poses[-1]
    assert held == moved.poses[-2] != moved.own
    forth = [pose for pose in moved.poses if pose != held]
    moved.poses = moved.poses[-1:]
    moved.go(None, 4.0)
    assert moved.poses[-1] == moved.own
    assert not moved.arm.active
    back = [pose for pose in moved.poses if pose != held]
    for there, here in zip(forth, reversed(back), strict=False):
        assert here == pytest.approx(there, abs=2.0 * moved.fastest * CYCLE)


@PROGRAMS
def test_the_right_arm_is_the_mirror_image_of_the_left_one(
    arms_parameters: ArmsParameters, program: ArmProgram
) -> None:
    left, right = (Moved(arms_parameters, side).go(ArmWish(program), 2.0) for side in Side)
    for one, other in zip(left.poses, right.poses, strict=True):
        for joint, a, b in zip(NAO.arms[Side.RIGHT], one, other, strict=True):
            assert b == pytest.approx(NAO.mirror[joint][1] * a)


@PROGRAMS
@pytest.mark.parametrize("start", [(-2.0, 1.2, -2.0, -1.5, 1.8), (2.0, -0.3, 2.0, 0.0, -1.8)])
def test_no_joint_exceeds_its_speed_or_its_limits(
    arms_parameters: ArmsParameters, program: ArmProgram, start: Angles
) -> None:
    moved = Moved(arms_parameters)
    moved.poses = [start]
    moved.go(ArmWish(program), 5.0)
    assert moved.fastest <= arms_parameters.fastest + 1e-9
    for joint, angle in zip(NAO.arms[Side.LEFT], moved.poses[-1], strict=True):
        assert NAO.specs[joint].min <= angle <= NAO.specs[joint].max


def test_a_running_program_is_finished_before_it_is_reversed(moved: Moved) -> None:
    wish = ArmWish(ArmProgram.BACK)
    whole = Moved(moved.arm._parameters).go(wish, 3.0).poses[-1]
    moved.go(wish, 0.2).go(None, 4.0)
    assert whole in moved.poses
    assert moved.poses[-1] == moved.own


def test_another_program_starts_after_the_first_one_has_been_reversed(moved: Moved) -> None:
    moved.go(ArmWish(ArmProgram.BACK), 2.0)
    turned = len(moved.poses)
    moved.go(ArmWish(ArmProgram.READY), 4.0)
    assert any(pose == pytest.approx(moved.own, abs=1e-9) for pose in moved.poses[turned:])
    ready = Moved(moved.arm._parameters).go(ArmWish(ArmProgram.READY), 4.0)
    assert moved.poses[-1] == pytest.approx(ready.poses[-1])


def test_a_request_repeated_during_the_reversal_is_followed_after_it(moved: Moved) -> None:
    wish = ArmWish(ArmProgram.READY)
    moved.go(wish, 2.0)
    held = moved.poses[-1]
    moved.go(None, 0.2).go(wish, 4.0)
    assert any(pose == pytest.approx(moved.own, abs=1e-9) for pose in moved.poses)
    assert moved.poses[-1] == pytest.approx(held)


@pytest.mark.parametrize("point", [(2.0, 0.5, 0.4), (1.5, 0.2, 0.0), (0.8, 1.5, 1.0)])
@SIDES
def test_an_arm_points_along_the_line_from_its_shoulder(
    arms_parameters: ArmsParameters, point: tuple[float, float, float], side: Side
) -> None:
    x, y, z = point
    moved = Moved(arms_parameters, side).go(ArmWish(point_at=(x, side.sign * y, z)), 3.0)
    pitch, roll, *rest = moved.poses[-1]
    along = Rotation.from_euler("YZ", (pitch, roll)).apply((1.0, 0.0, 0.0))
    way = (x, side.sign * (y - 0.098), z - 0.23 - 0.185)  # soles and shoulders relative to the hips
    length = math.hypot(*way)
    assert tuple(along) == pytest.approx([part / length for part in way], abs=1e-4)
    assert [abs(angle) for angle in rest] == pytest.approx(
        [abs(angle) for angle in arms_parameters.pointing.straight]
    )
    assert moved.fastest <= arms_parameters.pointing.speed + 1e-9


@pytest.mark.parametrize("point", [(-1.0, 0.3, 0.4), (0.05, 0.1, 0.4)])
def test_an_arm_that_cannot_point_hangs(moved: Moved, point: tuple[float, float, float]) -> None:
    moved.go(ArmWish(point_at=(2.0, 0.0, 0.4)), 1.0).go(ArmWish(point_at=point), 3.0)
    assert moved.poses[-1] == moved.own
    assert moved.arm.active


def test_pointing_ends_in_the_swinging_arm_of_the_walk(
    moved: Moved, arms_parameters: ArmsParameters
) -> None:
    moved.go(ArmWish(point_at=(2.0, 0.0, 0.4)), 2.0)
    robot = ROBOT
    for cycle in range(400):
        moved.own = (1.57 + 0.2 * math.sin(0.3 * cycle), *own(Side.LEFT)[1:])
        if not moved.arm.active:
            break
        moved.poses.append(
            moved.arm.step(None, robot, asked=Pose2(), own=moved.own, last=moved.poses[-1])
        )
    else:
        raise AssertionError("the arm was never given back")
    assert moved.fastest <= max(arms_parameters.own_speed, arms_parameters.pointing.speed) + 1e-9


def test_a_point_stays_on_the_floor_while_the_robot_walks_past(moved: Moved) -> None:
    wish = ArmWish(point_at=(2.0, 0.5, 0.4))
    moved.go(wish, 2.0)
    ahead = moved.poses[-1][1]
    moved.odometry = Pose2(1.5, 0.0, 0.0)
    moved.go(wish, 2.0)
    assert moved.poses[-1][1] > ahead + 0.3


@pytest.mark.parametrize("profile", ArmProfile)
def test_a_profile_covers_the_whole_distance_within_its_speed(profile: ArmProfile) -> None:
    shares = [profile.share(number / 1000.0) for number in range(1001)]
    assert shares[0] == pytest.approx(0.0)
    assert shares[-1] == pytest.approx(1.0)
    steepest = max(b - a for a, b in pairwise(shares)) * 1000.0
    assert steepest == pytest.approx(profile.steepest, rel=0.01)


def test_a_reversed_motion_passes_through_the_same_poses() -> None:
    poses = [ArmPose((1.0, 2.0), 0.6), ArmPose((0.5, -1.0), 0.36, ArmProfile.LINEAR)]
    way = ArmWay((0.0, 0.0), poses, fastest=100.0)
    count = round(way.duration / CYCLE)
    forth = [way.go(CYCLE) for _ in range(count)]
    back = [way.go(-CYCLE) for _ in range(count)]
    assert way.time == pytest.approx(0.0, abs=1e-12)
    for there, here in zip(forth[:-1], back[-2::-1], strict=True):
        assert here == pytest.approx(there)
    assert back[-1] == pytest.approx((0.0, 0.0), abs=1e-9)


def test_a_missing_program_in_a_path_of_programs_is_refused(
    arms_parameters: ArmsParameters,
) -> None:
    with pytest.raises(ValueError, match="the program 'back' has no pose"):
        replace(arms_parameters, programs={})


@SIDES
def test_an_arm_moves_to_requested_angles_with_each_joint_at_its_speed(
    arms_parameters: ArmsParameters, side: Side
) -> None:
    moved = Moved(arms_parameters, side)
    start = moved.own
    turns = (0.3, -0.05 * side.sign, 0.2, 0.0, -0.1)
    goal = tuple(a + b for a, b in zip(start, turns, strict=True))
    wish = ArmWish(angles=goal, speeds=(1.0, 0.5, 0.25, 1.0, 1.0))
    moved.go(wish, 0.12)
    for at, begin, turn, speed in zip(moved.poses[-1], start, turns, wish.speeds, strict=True):
        way = math.copysign(min(abs(turn), 0.12 * speed), turn)
        assert at - begin == pytest.approx(way, abs=1e-9)
    moved.go(wish, 1.0)
    assert moved.poses[-1] == pytest.approx(goal, abs=1e-12)
    moved.go(None, 3.0)
    assert not moved.arm.active
    assert moved.poses[-1] == moved.own


def test_requested_angles_beyond_the_limits_are_clipped(moved: Moved) -> None:
    moved.go(ArmWish(angles=(3.0, 3.0, 3.0, 3.0, 3.0), speeds=(10.0,) * 5), 2.0)
    for angle, joint in zip(moved.poses[-1], NAO.arms[Side.LEFT], strict=True):
        assert angle == pytest.approx(min(3.0, NAO.specs[joint].max))


@SIDES
def test_a_pose_with_too_few_angles_is_refused_before_the_arm_moves(
    arms_parameters: ArmsParameters, side: Side
) -> None:
    pose = arms_parameters.programs[ArmProgram.BACK][0]
    short = (replace(pose, angles=pose.angles[:3]),)
    programs = {**arms_parameters.programs, ArmProgram.BACK: short}
    with pytest.raises(
        ArmPoseError, match="'programs.back' .* 3 angles in its pose 1; .* 5 joints"
    ):
        Arm(NAO, side, replace(arms_parameters, programs=programs))
    pointing = replace(arms_parameters.pointing, straight=(0.0,))
    with pytest.raises(ArmPoseError, match="has 1 angles; .* has 3 joints"):
        Arm(NAO, side, replace(arms_parameters, pointing=pointing))
