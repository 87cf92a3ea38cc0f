"""The world model: sightings are extrapolated and smoothed, and wrong ones are refused."""

import logging
import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.sensors_and_commands import CYCLE
from hsm.settings.loader import config_folder, load
from motions.kinematics.geometry import Pose2
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState
from motions.perception.world import RollingBall, WorldModel
from motions.sight import Circle, SeenBall, SeenObstacles, SeenPose, Sighting
from tests.motions.perception.frames import IN_THE_AIR, STANDING, FrameMaker

HERE = Pose2(1.0, 2.0, math.radians(90.0))


@pytest.fixture
def model() -> WorldModel:
    return WorldModel(load(config_folder() / "perception.yaml", PerceptionParameters).world)


def test_nothing_is_known_before_the_first_sighting(model: WorldModel) -> None:
    world = model.update(None, 1.0)
    assert (world.ball, world.obstacles, world.field) == (None, (), None)


def test_a_ball_is_placed_in_odometry_from_the_pose_of_its_sighting(model: WorldModel) -> None:
    seen = SeenBall(0.9, HERE, 0.5, 0.1, vx=0.2, vy=-0.1)
    ball = model.update(Sighting(ball=seen), 1.0).ball
    assert ball is not None
    assert (ball.x, ball.y) == pytest.approx((0.9, 2.5))
    assert (ball.vx, ball.vy) == pytest.approx((0.1, 0.2))
    assert ball.time == 0.9


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0, 2.0, 9.0])
def test_a_ball_rolls_as_integrated_in_small_time_steps(seconds: float) -> None:
    ball = RollingBall(0.0, 0.0, 0.0, 0.4, 0.3, deceleration=0.3)
    x = y = 0.0
    vx, vy, step = 0.4, 0.3, 1e-4
    for _ in range(round(seconds / step)):
        speed = math.hypot(vx, vy)
        if speed <= 0.3 * step:
            break
        x, y = x + vx * step, y + vy * step
        vx, vy = vx - 0.3 * step * vx / speed, vy - 0.3 * step * vy / speed
    now = ball.at(seconds)
    assert (now.x, now.y) == pytest.approx((x, y), abs=1e-3)
    assert math.hypot(now.vx, now.vy) == pytest.approx(max(0.5 - 0.3 * seconds, 0.0), abs=1e-9)


def test_a_ball_does_not_roll_back_in_time() -> None:
    ball = RollingBall(1.0, 0.5, 0.0, 1.0, 0.0, deceleration=0.3)
    assert ball.at(0.5).x == 0.5


def test_a_ball_rolls_no_further_than_its_speed_takes_it() -> None:
    def time(speed: float, distance: float) -> float:
        """Return the time to roll a distance obliquely, s."""
        return RollingBall(9.0, 1.0, 2.0, -0.6 * speed, 0.8 * speed, 0.3).time_to_roll(distance)

    assert time(0.4, 0.5) == math.inf
    assert time(1.0, 0.0) == 0.0
    assert time(0.9, 1.35) == pytest.approx(3.0, abs=1e-6)


def test_new_obstacles_replace_the_earlier_ones(model: WorldModel) -> None:
    model.update(Sighting(obstacles=SeenObstacles(0.9, HERE, (Circle(1.0, 0.0, 0.2),) * 2)), 1.0)
    one = SeenObstacles(1.0, HERE, (Circle(0.5, 0.1, 0.15),))
    (circle,) = model.update(Sighting(obstacles=one), 1.1).obstacles
    assert (circle.x, circle.y, circle.radius) == pytest.approx((0.9, 2.5, 0.15))


def test_a_sighting_of_the_own_pose_locates_the_field(model: WorldModel) -> None:
    on_field = Pose2(-2.0, 1.0, math.radians(30.0))
    world = model.update(Sighting(pose=SeenPose(0.9, HERE, on_field)), 1.0)
    assert world.field is not None
    back = world.field.inverse() @ HERE
    assert (back.x, back.y, back.heading) == pytest.approx((-2.0, 1.0, math.radians(30.0)))


def test_a_noisy_own_pose_is_smoothed_at_the_robot(model: WorldModel) -> None:
    """20 mm and 1 deg of noise at 10 Hz, 4 m from the origin: under 4 mm at the robot."""
    rng = np.random.default_rng(1)
    truth = Pose2(4.0, 0.0, 0.0)
    errors = []
    for number in range(1000):
        x, y = rng.normal(0.0, 0.02, 2).tolist()
        noisy = Pose2(truth.x + x, truth.y + y, float(rng.normal(0.0, math.radians(1.0))))
        seen = SeenPose(0.1 * number, HERE, noisy)
        field = model.update(Sighting(pose=seen), 0.1 * number).field
        assert field is not None
        believed = field.inverse() @ HERE
        if number > 50:
            errors.append(math.hypot(believed.x - truth.x, believed.y - truth.y))
    assert math.sqrt(sum(error**2 for error in errors) / len(errors)) < 0.004


def test_a_walk_makes_the_own_pose_uncertain_so_that_sightings_count_again(
    model: WorldModel,
) -> None:
    """Odometry measures 1.0 m of 1.1 m: exact poses correct it within a second."""
    here, there = Pose2(), Pose2(1.0)
    for number in range(200):
        model.update(Sighting(pose=SeenPose(0.1 * number, here, Pose2())), 0.1 * number)
    for number in range(200, 210):
        field = model.update(
            Sighting(pose=SeenPose(0.1 * number, there, Pose2(1.1))), 0.1 * number
        ).field
    assert field is not None
    assert (field.inverse() @ there).x == pytest.approx(1.1, abs=0.01)


def test_the_first_own_pose_after_a_displacement_counts_in_full(model: WorldModel) -> None:
    """A robot that is certain of its pose is carried by 2 m; a picture from the air comes late."""
    here, carried, there = Pose2(), Pose2(1.0), Pose2(2.0)
    for number in range(600):
        model.update(Sighting(pose=SeenPose(0.1 * number, here, Pose2())), 0.1 * number)
    model.update(None, 60.0, displaced=True)
    model.update(Sighting(pose=SeenPose(59.9, here, carried)), 60.1)
    field = model.update(Sighting(pose=SeenPose(60.2, here, there)), 60.2).field
    assert field is not None
    assert (field.inverse() @ here).x == pytest.approx(2.0)


def test_a_robot_set_down_elsewhere_believes_its_localisation_at_once(
    perception: Perception, frames: FrameMaker
) -> None:
    def look(cells: tuple[float, ...], seconds: float, place: float) -> RobotState:
        for _ in range(round(seconds / CYCLE)):
            frame = frames(fsr=cells)
            seen = SeenPose(frame.time, state.odometry if state else Pose2(), Pose2(place))
            sight = Sighting(pose=seen)
            told = perception.update(frame, MotionFeedback(), sight)
        return told

    state: RobotState | None = None
    state = look(STANDING, 3.0, 0.0)
    state = look(IN_THE_AIR, 2.0, 1.0)
    state = look(STANDING, 1.0, 2.0)
    assert state.contact and state.world.field is not None
    assert (state.world.field.inverse() @ state.odometry).x == pytest.approx(2.0, abs=1e-3)


@pytest.mark.parametrize("rate", [5, 30])
@pytest.mark.parametrize("speed", [0.05, 0.2])
def test_the_own_pose_follows_a_scale_error_of_odometry_at_any_picture_rate(
    model: WorldModel, speed: float, rate: int
) -> None:
    """Odometry measures a tenth too little: the remaining error is the noise of one picture."""
    left = []
    for number in range(20 * rate):
        way = speed * number / rate
        seen = SeenPose(number / rate, Pose2(way), Pose2(1.1 * way))
        field = model.update(Sighting(pose=seen), number / rate).field
        assert field is not None
        left.append(1.1 * way - (field.inverse() @ Pose2(way)).x)
    assert 0.015 < left[-1] < 0.02


@pytest.mark.parametrize(
    ("seen_at", "must"),
    [
        (1.012, "it must be 0 to 3 s old"),
        (-2.1, "it must be 0 to 3 s old"),
        (0.899, "one of 0.900 s is already known"),
    ],
)
@pytest.mark.parametrize("what", ["ball", "obstacles", "pose"])
def test_a_future_old_or_overtaken_sighting_is_refused_and_the_world_is_kept(
    model: WorldModel, what: str, seen_at: float, must: str, caplog: pytest.LogCaptureFixture
) -> None:
    def sighting(time: float, x: float) -> Sighting:
        return Sighting(
            ball=SeenBall(time, HERE, x, 0.0) if what == "ball" else None,
            obstacles=SeenObstacles(time, HERE, (Circle(x, 0.0, 0.1),))
            if what == "obstacles"
            else None,
            pose=SeenPose(time, HERE, Pose2(x, 0.0)) if what == "pose" else None,
        )

    known = model.update(sighting(0.9, 0.5), 0.95)
    with caplog.at_level(logging.WARNING):
        world = model.update(sighting(seen_at, 3.0), 1.0)
    why = f"{what}.time {seen_at:.3f} s was refused at 1.000 s: {must}"
    assert world == replace(known, refused=1, refusal=why)
    (record,) = caplog.records
    assert f"sight.{why}" in record.getMessage()


def test_a_link_that_is_always_wrong_is_logged_ever_more_rarely(
    model: WorldModel, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            model.update(Sighting(ball=SeenBall(9.0, HERE, 1.0, 0.0)), 1.0)
    assert model.world.refused == 1000
    assert len(caplog.records) == 10


def test_what_was_not_seen_for_long_is_forgotten(model: WorldModel) -> None:
    model.update(Sighting(ball=SeenBall(0.0, HERE, 1.0, 0.0)), 0.0)
    model.update(Sighting(obstacles=SeenObstacles(0.0, HERE, (Circle(1.0, 0.0, 0.1),))), 0.0)
    assert model.update(None, 29.9).ball is not None
    world = model.update(None, 30.1)
    assert world.ball is None and world.obstacles == ()


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_a_sighting_that_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="x is .*; expected a finite number"):
        SeenBall(0.0, HERE, number, 0.0)
    with pytest.raises(ValueError, match=r"pose\.\w+ is .*; expected a finite number"):
        SeenPose(0.0, HERE, Pose2(0.0, number))
    with pytest.raises(ValueError, match="radius is -0.1; expected a number of at least 0 m"):
        Circle(0.0, 0.0, -0.1)


def test_a_ball_can_be_expressed_in_any_robot_pose() -> None:
    ball = RollingBall(0.0, 0.9, 2.5, 0.1, 0.2, deceleration=0.3).seen_from(HERE)
    assert (ball.x, ball.y, ball.vx, ball.vy) == pytest.approx((0.5, 0.1, 0.2, -0.1))


def test_a_moving_obstacle_continues_at_its_velocity(model: WorldModel) -> None:
    """HERE faces the y axis of odometry: an obstacle that moves away moves along y."""
    circles = (Circle(1.0, 0.0, 0.1, vx=0.2), Circle(0.5, 0.0, 0.1))
    world = model.update(Sighting(obstacles=SeenObstacles(0.9, HERE, circles)), 1.0)
    seen, standing = world.obstacles_at(0.9)
    later, still = world.obstacles_at(2.4)
    ahead = HERE.inverse() @ Pose2(later.x, later.y)
    assert (ahead.x, ahead.y) == pytest.approx((1.3, 0.0))
    assert math.hypot(later.x - seen.x, later.y - seen.y) == pytest.approx(0.3)
    assert still == standing


def test_moving_obstacles_are_forgotten_before_standing_ones(model: WorldModel) -> None:
    circles = (Circle(1.0, 0.0, 0.1, vx=0.2), Circle(0.5, 0.0, 0.1))
    model.update(Sighting(obstacles=SeenObstacles(1.0, HERE, circles)), 1.0)
    assert len(model.update(None, 3.9).obstacles) == 2
    assert [each.moves for each in model.update(None, 4.1).obstacles] == [False]
