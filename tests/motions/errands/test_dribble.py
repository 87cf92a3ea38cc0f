"""Dribbling a ball to a place: the choice of the touch, its direction, and the end."""

import logging
import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.destinations import SpeedShare
from motions.errands.dribble import DribbleTask
from motions.errands.task import TaskContext
from motions.errands.task_for_wish import task_for
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kicks.steady_ball import SteadyBall
from motions.kicks.wish import Dribble
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.perception.world import RollingBall, World
from motions.requests import Motion, MotionRequest
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.fakes import robot_state
from tests.motions.errands.joints import joints
from tests.motions.kicks.test_can_start import LIMITS

PLACE = Dribble(3.0, 0.0)


class Driven:
    """A robot at the origin of odometry that dribbles a ball."""

    limits: StepLimits = LIMITS

    def __init__(
        self, parameters: GeneratorParameters, kicks: KickParameters, wish: Dribble = PLACE
    ) -> None:
        ready = kicks.table.ready
        self.memory = KickMemory(SteadyBall(ready), ready.result)
        frame = ZeroFrame(0.05, 0.012, parameters.errand.last_miss)
        context = TaskContext(frame, parameters, kicks, self.memory, joints())
        self.time = 0.0
        request = MotionRequest(Motion.DRIBBLE, dribble=wish)
        task = task_for(request, self.see(0.3, 0.0), context)
        assert isinstance(task, DribbleTask)
        self.task = task

    def see(self, x: float, y: float, vx: float = 0.0) -> RobotState:
        self.time += 0.03
        ball = RollingBall(self.time, x, y, vx, 0.0, 0.3)
        robot = robot_state(time=self.time, world=World(ball=ball))
        self.memory.update(robot)
        return robot

    def step(self, robot: RobotState) -> Step:
        return self.task.step(Side.LEFT, Step(0.05), self.limits, robot)


@pytest.fixture
def driven(parameters: GeneratorParameters, kicks: KickParameters) -> Driven:
    return Driven(parameters, kicks)


def test_a_touch_is_aimed_within_one_degree(driven: Driven) -> None:
    first, *_ = driven.task.walk_kicks(driven.see(0.3, 0.05))
    assert max(map(abs, first.precision)) <= math.radians(1.0)


def test_a_touch_is_aimed_from_the_ball_to_its_place(driven: Driven) -> None:
    robot = driven.see(1.0, 0.5)
    requests = driven.task.walk_kicks(robot)
    # Straight ahead is preferred to a turn.
    assert [request.name for request in requests] == ["forward", "turn"]
    for request in requests:
        assert request.direction == pytest.approx(math.atan2(-0.5, 2.0), abs=0.02)


def test_a_ball_near_its_place_is_touched_gently(kicks: KickParameters, driven: Driven) -> None:
    within = kicks.table.dribble.gentle_within
    for left, touch in ((within - 0.05, "touch"), (within + 0.05, "forward")):
        first, *_ = driven.task.walk_kicks(driven.see(3.0 - left, 0.0))
        assert first.name == touch


def test_a_robot_behind_the_ball_walks_at_it_without_stopping(driven: Driven) -> None:
    robot = driven.see(0.6, 0.05)
    assert driven.task.goes_on(robot, Pose2())
    assert driven.step(robot).x > 0.04


@pytest.mark.parametrize(("to", "touch"), [(3.0, "forward"), (0.8, "touch")])
def test_a_robot_walks_past_the_place_of_a_touch_but_not_past_its_near_limit(
    parameters: GeneratorParameters, kicks: KickParameters, to: float, touch: str
) -> None:
    """Beyond it, the robot would step on the spot before a ball too near to be kicked."""
    driven, place = Driven(parameters, kicks, Dribble(to, 0.0)), kicks.table.places[touch]
    ahead, aside = place.ball
    at, past = (
        driven.task.step(Side.LEFT, Step(), driven.limits, driven.see(x, aside)).x
        for x in (ahead, ahead + place.ahead[0])
    )
    assert past < 0.0 < at


def test_a_ball_just_touched_is_followed(driven: Driven) -> None:
    robot = driven.see(0.15, 0.05)
    driven.memory.last = driven.time
    assert not driven.task.walk_kicks(robot)
    assert driven.task.goes_on(robot, Pose2())
    assert driven.step(robot).x > 0.04


def test_a_ball_just_touched_gently_is_assumed_no_further_than_it_was_to_roll(
    kicks: KickParameters, driven: Driven
) -> None:
    """0.3 m before its place a ball is to roll 0.3 m: the robot slows down for it."""
    assert kicks.table.dribble.gentle_within > 0.3
    robot = driven.see(PLACE.x - 0.3, 0.05)  # type: ignore[operator]
    driven.memory.last = driven.time
    near = driven.step(replace(robot, odometry=Pose2(PLACE.x - 0.18)))  # type: ignore[operator]
    assert near.x < 0.9 * driven.limits.possible(1.0, 1.0).front


def test_a_ball_at_or_past_its_place_is_dribbled_no_further(driven: Driven) -> None:
    assert not driven.task.goes_on(driven.see(2.9, 0.1), Pose2())
    assert driven.task.account() == "the ball has reached its target" and driven.task.done
    assert not driven.task.walk_kicks(driven.see(2.0, 0.0))


def test_a_ball_far_past_its_place_is_not_reported_as_arrived(driven: Driven) -> None:
    robot = driven.see(2.5, 0.0)
    driven.memory.last = driven.time
    driven.step(robot)
    for x in (2.9, 3.3, 3.7):
        robot = driven.see(x, 0.5)
        driven.step(robot)
    assert not driven.task.goes_on(driven.see(4.2, 0.0), Pose2())
    assert driven.task.account() == "the ball has passed its target and is 1.20 m from it"
    assert driven.task.done


def test_a_ball_that_others_move_past_its_place_is_dribbled_back(driven: Driven) -> None:
    driven.step(driven.see(2.5, 0.0))
    assert driven.task.goes_on(driven.see(4.2, 0.0), Pose2())


def test_noise_of_the_ball_does_not_change_the_foot(driven: Driven) -> None:
    """A ball that jitters by 2 mm between the feet stays with the same foot."""
    aside = []
    for number in range(6):
        robot = driven.see(0.5, 0.002 if number % 2 else -0.002)
        aside.append(driven.step(robot).y)
    assert len({value > 0.0 for value in aside}) == 1


def test_a_ball_not_seen_for_long_is_abandoned(driven: Driven) -> None:
    robot = replace(driven.see(1.0, 0.0), time=driven.time + 3.1)
    assert not driven.task.goes_on(robot, Pose2())
    assert driven.task.account() == "the ball was last seen 3.1 s ago" and not driven.task.done


@pytest.mark.parametrize(("x", "y"), [(0.3, 0.05), (2.0, 1.0), (8.0, -3.0)])
def test_without_a_place_every_touch_has_the_requested_direction_and_none_is_the_last(
    parameters: GeneratorParameters, kicks: KickParameters, x: float, y: float
) -> None:
    driven = Driven(parameters, kicks, Dribble(direction=0.5))
    robot = driven.see(x, y)
    for request in driven.task.walk_kicks(robot):
        assert request.direction == pytest.approx(0.5)
    assert driven.task.goes_on(robot, Pose2()) and not driven.task.done
    assert driven.task.account() == "the ball is dribbled until another request comes"


@pytest.mark.parametrize(
    ("length", "touch", "strength"), [(0.8, "forward", 0.5), (0.35, "touch", 1 / 9)]
)
def test_a_touch_has_the_requested_length(
    parameters: GeneratorParameters,
    kicks: KickParameters,
    length: float,
    touch: str,
    strength: float,
) -> None:
    driven = Driven(parameters, kicks, Dribble(3.0, 0.0, length=length))
    first, *_ = driven.task.walk_kicks(driven.see(0.3, 0.05))
    assert first.name == touch and first.strength == pytest.approx(strength)


@pytest.mark.parametrize(("length", "told"), [(2.0, "full"), (0.1, "least")])
def test_a_length_that_no_touch_has_is_logged_once(
    parameters: GeneratorParameters,
    kicks: KickParameters,
    caplog: pytest.LogCaptureFixture,
    length: float,
    told: str,
) -> None:
    with caplog.at_level(logging.WARNING, "motions"):
        driven = Driven(parameters, kicks, Dribble(3.0, 0.0, length=length))
        for _ in range(3):
            driven.task.walk_kicks(driven.see(0.3, 0.05))
    assert [record.message for record in caplog.records] == [
        f"dribble: requested length {length:.2f} m of a touch is outside the range of 0.30 to"
        f" 1.20 m; touching at {told} strength"
    ]


def test_a_direction_corrected_in_every_picture_keeps_the_foot_and_repeats_no_warning(
    parameters: GeneratorParameters, kicks: KickParameters, caplog: pytest.LogCaptureFixture
) -> None:
    sides, before = [], None
    with caplog.at_level(logging.WARNING, "motions"):
        for number in range(6):
            direction = 0.005 if number % 2 else -0.005
            driven = Driven(parameters, kicks, Dribble(direction=direction, length=2.0))
            if before is not None:
                driven.task.take_over(before)
            before, robot = driven.task, driven.see(0.5, 0.0)
            driven.task.walk_kicks(robot)
            sides.append(driven.step(robot).y > 0.0)
    assert len(set(sides)) == 1
    assert len(caplog.records) == 1


def test_a_share_of_the_speed_shortens_the_steps(
    parameters: GeneratorParameters, kicks: KickParameters
) -> None:
    full, half = (
        driven.step(driven.see(2.0, 0.0)).x
        for driven in (
            Driven(parameters, kicks, Dribble(5.0, 0.0, share=SpeedShare(share)))
            for share in (1.0, 0.5)
        )
    )
    assert 0.0 < half < 0.7 * full


def test_only_a_dribble_to_a_place_is_forgotten_after_a_fall() -> None:
    assert PLACE.refers_to_a_place and not Dribble(direction=0.0).refers_to_a_place


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, "either a place, 'x' and 'y', or a direction"),
        ({"x": 1.0}, "either a place, 'x' and 'y', or a direction"),
        ({"y": 1.0, "direction": 0.0}, "either a place, 'x' and 'y', or a direction"),
        ({"x": 1.0, "y": 1.0, "direction": 0.0}, "either a place, 'x' and 'y', or a direction"),
        ({"x": math.nan, "y": 0.0}, "x is nan; expected a finite number"),
        ({"x": 1.0, "y": 0.0, "tolerance": 0.0}, "tolerance is 0.0; expected a number above 0 m"),
        (
            {"x": 1.0, "y": 0.0, "precision": -0.1},
            "precision is -0.1; expected .* 0 to 3.142 rad",
        ),
    ],
)
def test_an_inconsistent_dribble_is_refused(wrong: dict[str, float], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Dribble(**wrong)
