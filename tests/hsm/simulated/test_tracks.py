"""Tracking over pictures: true speeds are found, false ones are not, obstacles are remembered."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from hardware.simulation.eyes.eyes import SnapshotObstacle
from hsm.simulated.simulation import load_plant
from hsm.simulated.tracks import BallTrack, ObstacleTracks
from motions.kinematics.geometry import Pose2
from motions.sight import Circle

EYES = load_plant("standard").eyes
PICTURE = 1.0 / 30.0


def seen(place: tuple[float, float], robot: Pose2, rng: np.random.Generator) -> tuple[float, float]:
    """Return a ball at a place in the odometry frame as measured from the robot, with noise, m."""
    true = robot.inverse() @ Pose2(*place)
    distance = math.hypot(true.x, true.y)
    away = distance + (0.02 * distance + 0.005) * rng.standard_normal()
    bearing = math.atan2(true.y, true.x) + math.radians(1.0) * rng.standard_normal()
    return away * math.cos(bearing), away * math.sin(bearing)


def rolled(speed: float, time: float) -> tuple[float, float]:
    """Return distance, m, and speed, m/s, of a ball that decelerates at 0.3 m/s2."""
    stop = min(time, speed / 0.3)
    return speed * stop - 0.15 * stop * stop, max(0.0, speed - 0.3 * time)


def walking(time: float) -> Pose2:
    """Return the pose of a robot that walks along a curve."""
    return Pose2(0.2 * time, 0.05 * time, 0.3 * time)


@pytest.mark.parametrize("speed", [0.6, 1.0, 2.0])
def test_the_speed_of_a_rolling_ball_is_found_within_half_a_second(speed: float) -> None:
    wrong, early = [], []
    for seed in range(20):
        rng, track = np.random.default_rng(seed), BallTrack(EYES)
        for picture in range(25):
            time = picture * PICTURE
            way, now = rolled(speed, time)
            robot = walking(time)
            x, y, vx, vy = track.update(
                time, robot, seen((1.5 - way * 0.6, 0.5 - way * 0.8), robot, rng)
            )
            ball = robot @ Pose2(x, y)
            c, s = math.cos(robot.heading), math.sin(robot.heading)
            found = (c * vx - s * vy, s * vx + c * vy)
            error = math.hypot(found[0] + 0.6 * now, found[1] + 0.8 * now)
            (wrong if picture >= 15 else early).append(error)
            if picture >= 15:
                assert math.hypot(ball.x - 1.5 + 0.6 * way, ball.y - 0.5 + 0.8 * way) < 0.08
    assert np.mean(wrong) < 0.10
    assert np.mean(wrong) < np.mean(early)


def test_a_resting_ball_seems_to_roll_in_less_than_3_percent_of_pictures() -> None:
    moves = pictures = 0
    for seed in range(20):
        rng, track = np.random.default_rng(seed), BallTrack(EYES)
        for picture in range(100):
            time = picture * PICTURE
            robot = walking(time)
            _, _, vx, vy = track.update(time, robot, seen((2.0, 0.7), robot, rng))
            moves, pictures = moves + (vx != 0.0 or vy != 0.0), pictures + 1
    assert moves / pictures < 0.03


def test_the_speed_of_a_kicked_ball_is_found_within_7_pictures() -> None:
    rng, track, robot = np.random.default_rng(2), BallTrack(EYES), Pose2()
    for picture in range(40):
        track.update(picture * PICTURE, robot, seen((0.4, 0.0), robot, rng))
    for picture in range(40, 47):
        way, _ = rolled(1.5, (picture - 39) * PICTURE)
        _, _, vx, _ = track.update(picture * PICTURE, robot, seen((0.4 + way, 0.0), robot, rng))
    assert vx == pytest.approx(1.5, abs=0.4)


def test_ideal_eyes_measure_speeds_almost_exactly() -> None:
    ideal = load_plant("ideal").eyes
    track = BallTrack(replace(ideal, picture_delay=0.0))
    for picture in range(12):
        way, now = rolled(0.8, picture * PICTURE)
        x, _, vx, vy = track.update(picture * PICTURE, Pose2(), (1.0 + way, 0.0))
    assert (x, vx, vy) == pytest.approx((1.0 + way, now, 0.0), abs=0.02)


def test_the_track_of_a_ball_long_out_of_sight_starts_anew() -> None:
    track = BallTrack(EYES)
    for picture in range(15):
        track.update(picture * PICTURE, Pose2(), (1.0 + 1.0 * picture * PICTURE, 0.0))
    assert track.update(5.0, Pose2(), (1.0, 1.0)) == (1.0, 1.0, 0.0, 0.0)


def test_obstacles_out_of_the_picture_are_remembered_at_their_places() -> None:
    tracks = ObstacleTracks(EYES)
    post = SnapshotObstacle(1.0, 0.5, 0.05)
    for picture in range(60):
        assert len(tracks.update(picture * PICTURE, Pose2(), (post,))) == 1
    there = Pose2(0.5, 0.0, math.pi / 2)
    (circle,) = tracks.update(4.0, there, ())
    assert (circle.x, circle.y, circle.radius) == pytest.approx((0.5, -0.5, 0.05))
    assert tracks.update(7.5, there, ()) == ()


def test_an_obstacle_seen_in_one_picture_only_is_soon_forgotten() -> None:
    tracks = ObstacleTracks(EYES)
    assert len(tracks.update(0.0, Pose2(), (SnapshotObstacle(1.0, 0.5, 0.05),))) == 1
    assert tracks.update(0.2, Pose2(), ()) == ()


def test_an_obstacle_seen_for_a_third_of_a_second_is_remembered() -> None:
    tracks = ObstacleTracks(EYES)
    for picture in range(12):
        tracks.update(picture * PICTURE, Pose2(), (SnapshotObstacle(1.0, 0.5, 0.05),))
    assert len(tracks.update(5.0, Pose2(), ())) == 1
    assert tracks.update(6.0, Pose2(), ()) == ()


def test_noisy_pictures_are_averaged_and_two_close_obstacles_stay_two() -> None:
    rng, tracks = np.random.default_rng(0), ObstacleTracks(EYES)
    for picture in range(60):
        places = [(2.0, 0.0), (2.0, 0.35)]
        noisy = [
            SnapshotObstacle(x + 0.07 * float(a), y + 0.02 * float(b), 0.1)
            for (x, y), (a, b) in zip(places, rng.standard_normal((2, 2)), strict=True)
        ]
        circles = tracks.update(picture * PICTURE, Pose2(), noisy)
    ends = sorted(circles, key=lambda circle: circle.y)
    assert len(ends) == 2
    assert (ends[0].x, ends[0].y) == pytest.approx((2.0, 0.0), abs=0.06)
    assert (ends[1].x, ends[1].y) == pytest.approx((2.0, 0.35), abs=0.06)


def crossing(speed: float, seed: int, pictures: int = 75) -> Iterator[tuple[float, Circle, int]]:
    """Track somebody who approaches a walking robot: yield time, estimate and number of tracks."""
    rng, tracks = np.random.default_rng(seed), ObstacleTracks(EYES)
    for picture in range(pictures):
        time = picture * PICTURE
        robot = walking(time)
        true = robot.inverse() @ Pose2(2.5 - speed * time, 0.6)
        distance = math.hypot(true.x, true.y) * (1.0 + 0.05 * rng.standard_normal())
        bearing = math.atan2(true.y, true.x) + math.radians(1.0) * rng.standard_normal()
        x, y = distance * math.cos(bearing), distance * math.sin(bearing)
        circles = tracks.update(time, robot, (SnapshotObstacle(x, y, 0.1),))
        yield time, circles[0].in_frame_of(robot), len(circles)


@pytest.mark.parametrize("speed", [0.2, 0.5])
def test_a_moving_obstacle_is_one_track_with_its_speed_after_2_5_seconds(speed: float) -> None:
    for seed in range(10):
        *_, (time, circle, count) = crossing(speed, seed)
        assert count == 1
        assert (circle.vx, circle.vy) == pytest.approx((-speed, 0.0), abs=0.1)
        assert (circle.x, circle.y) == pytest.approx((2.5 - speed * time, 0.6), abs=0.1)


def test_a_static_post_seems_to_move_in_less_than_1_percent_of_pictures() -> None:
    moves = [circle.moves for seed in range(20) for _, circle, _ in crossing(0.0, seed)]
    assert sum(moves) / len(moves) < 0.01


def test_a_moving_obstacle_is_extrapolated_out_of_sight_and_soon_forgotten() -> None:
    tracks = ObstacleTracks(EYES)
    for picture in range(60):
        tracks.update(picture * PICTURE, Pose2(), (SnapshotObstacle(2.0, picture * 0.01, 0.1),))
    last = 59 * PICTURE
    (circle,) = tracks.update(last + 1.0, Pose2(), ())
    assert circle.y == pytest.approx(0.59 + 0.3, abs=0.05)
    assert tracks.update(last + 4.0, Pose2(), ()) == ()
