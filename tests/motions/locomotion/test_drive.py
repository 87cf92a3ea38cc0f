"""A drive keeps its limits for every request, and arrives exactly."""

import math
import random
from dataclasses import astuple

import pytest

from hsm.settings.loader import config_folder, load
from motions.kinematics.geometry import Pose2
from motions.locomotion.wheeled.drive import BaseDrive, DriveState
from motions.locomotion.wheeled.limits import DriveLimits, DriveParameters, read_drive_config
from motions.locomotion.wheeled.profile import Profile

CYCLE = 0.012
ROUNDING = 1.0 + 1e-6


@pytest.fixture(scope="module")
def parameters() -> DriveParameters:
    return load(config_folder() / "drive.yaml", DriveParameters)


class Judge:
    """Differentiates the reported poses, without knowledge of the drive."""

    def __init__(self, limits: DriveLimits) -> None:
        self.limits = limits
        self._poses: list[Pose2] = []
        self.worst = 0.0

    def look(self, state: DriveState) -> None:
        self._poses = [*self._poses[-3:], state.pose]
        plane = [complex(pose.x, pose.y) for pose in self._poses]
        turn = [complex(pose.heading, 0.0) for pose in self._poses]
        limits = astuple(self.limits)
        for values, most in ((plane, limits[:3]), (turn, limits[3:])):
            for order in range(3):
                values = [
                    (after - before) / CYCLE
                    for before, after in zip(values, values[1:], strict=False)
                ]
                if values:
                    self.worst = max(self.worst, max(map(abs, values)) / most[order])


def drive_to(limits: DriveLimits, target: Pose2) -> tuple[BaseDrive, Judge, float]:
    drive, judge = BaseDrive(limits, CYCLE), Judge(limits)
    drive.to([(target.x, target.y, target.heading)], limits)
    judge.look(drive.state)
    time = 0.0
    while drive.active and time < 120.0:
        judge.look(drive.step())
        time += CYCLE
    return drive, judge, time


def test_a_drive_ends_exactly_at_its_target_in_nearly_the_least_time_within_its_limits(
    parameters,
) -> None:
    chance = random.Random(1)
    limits = parameters.default
    for _ in range(60):
        way, direction = chance.uniform(0.0, 3.0), chance.uniform(-math.pi, math.pi)
        turn = chance.uniform(-3.1, 3.1)
        target = Pose2(way * math.cos(direction), way * math.sin(direction), turn)
        drive, judge, time = drive_to(limits, target)
        end = drive.state.pose
        assert drive.arrived
        assert (end.x, end.y, end.heading) == pytest.approx((target.x, target.y, turn), abs=1e-9)
        assert judge.worst <= ROUNDING
        bound = max(
            Profile(way, limits.velocity, limits.acceleration, limits.jerk).duration,
            Profile(
                abs(turn), limits.turn_velocity, limits.turn_acceleration, limits.turn_jerk
            ).duration,
        )
        assert time <= bound + 3.0 * CYCLE


def test_random_velocities_keep_the_limits(parameters) -> None:
    chance = random.Random(2)
    limits = parameters.default
    drive, judge = BaseDrive(limits, CYCLE), Judge(limits)
    for _ in range(40):
        drive.go(*(chance.uniform(-1.0, 1.0) for _ in range(2)), chance.uniform(-2, 2), limits)
        for _ in range(chance.randrange(1, 200)):
            judge.look(drive.step())
    assert judge.worst <= 1.02


def test_a_velocity_is_reached_and_held(parameters) -> None:
    limits = parameters.default
    drive = BaseDrive(limits, CYCLE)
    drive.go(0.3, 0.0, 0.0, limits)
    for _ in range(400):
        drive.step()
    assert drive.state.velocity == pytest.approx((0.3, 0.0), abs=1e-9)
    assert drive.state.acceleration == pytest.approx((0.0, 0.0), abs=1e-9)
    drive.stop()
    for _ in range(400):
        drive.step()
    assert drive.state.rests and not drive.active


def test_a_turn_is_reached_without_oscillation(parameters) -> None:
    limits = parameters.default
    drive = BaseDrive(limits, CYCLE)
    drive.go(0.0, 0.0, 0.6, limits)
    gains = []
    while drive.state.turn != 0.6 or drive.state.turn_acceleration != 0.0:
        gains.append(drive.step().turn_acceleration)
    changes = [after - before for before, after in zip(gains, gains[1:], strict=False)]
    peak = gains.index(max(gains))
    assert all(change >= -1e-12 for change in changes[:peak])
    assert all(change <= 1e-12 for change in changes[peak:-1])  # the last change ends it exactly
    least = 0.6 / limits.turn_acceleration + limits.turn_acceleration / limits.turn_jerk
    assert len(gains) * CYCLE <= least + 3.0 * CYCLE


def test_a_moving_drive_stops_and_then_drives_to_the_target_relative_to_its_pose_at_the_call(
    parameters,
) -> None:
    limits = parameters.default
    drive = BaseDrive(limits, CYCLE)
    drive.go(0.3, 0.1, 0.5, limits)
    for _ in range(150):
        drive.step()
    goal = drive.state.pose @ Pose2(0.5, -0.2, 1.0)
    drive.to([(0.5, -0.2, 1.0)], limits)
    while drive.active:
        drive.step()
    end = drive.state.pose
    assert math.hypot(end.x - goal.x, end.y - goal.y) < 1e-9
    assert abs(math.remainder(end.heading - goal.heading, 2 * math.pi)) < 1e-9


def test_the_distance_of_a_profile_is_the_integral_of_its_speed() -> None:
    for way in (1e-4, 0.01, 0.1, 0.3, 2.0):
        profile = Profile(way, 0.35, 0.3, 1.0)
        steps = 20_000
        dt = profile.duration / steps
        total = sum(profile.at((k + 0.5) * dt)[1] for k in range(steps)) * dt
        assert total == pytest.approx(way, rel=1e-5)
        assert profile.at(profile.duration - 1e-12)[0] == pytest.approx(way, abs=1e-9)


def test_old_names_limit_the_plane_unless_the_new_one_is_given(parameters) -> None:
    limits, warnings = read_drive_config([["MaxVelX", 0.2], ["MaxVelY", 0.3]], parameters)
    assert limits.velocity == pytest.approx(0.2) and len(warnings) == 2
    limits, _ = read_drive_config([["MaxVelX", 0.2], ["MaxVelXY", 0.4]], parameters)
    assert limits.velocity == pytest.approx(0.4)
    limits, warnings = read_drive_config([["MaxVelXY", 3.0], ["Speed", 1.0]], parameters)
    assert limits.velocity == pytest.approx(0.55) and len(warnings) == 2
