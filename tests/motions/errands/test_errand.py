"""When an errand opens and closes, with hysteresis, and where its target lies."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.destinations import TargetFrame, WalkTo
from motions.errands.errand import Errand
from motions.errands.task import TaskContext
from motions.generators.parameters import GeneratorParameters
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.state import RobotState
from motions.perception.world import World
from motions.requests import Motion, MotionRequest
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import robot_state

HIP, AHEAD = 0.05, 0.012
STEP = RunningStep(
    kind=StepKind.STEPPING,
    step=Step(),
    swing=Side.LEFT,
    start=FeetOffsets(FootOffset(), FootOffset()),
    lift=0.01,
    duration=0.25,
    lift_duration=0.25,
    sole_rate=1.0,
    cycle=0.012,
)


def to(x: float, y: float = 0.0, turn: float = 0.0, *, number: int = 0) -> MotionRequest:
    return MotionRequest(Motion.WALK_TO, walk_to=WalkTo(x, y, turn), number=number)


def at(x: float, y: float = 0.0, heading: float = 0.0, world: World | None = None) -> RobotState:
    """Return a robot in the stance at a pose in odometry."""
    return robot_state(
        odometry=Pose2(x, y, heading),
        left_sole=Pose3(-AHEAD, HIP, -0.23),
        right_sole=Pose3(-AHEAD, -HIP, -0.23),
        world=world or World(),
    )


@pytest.fixture
def errand(context: TaskContext) -> Errand:
    return Errand(context)


def step_ends(errand: Errand, request: MotionRequest, *robots: RobotState) -> list[bool]:
    """Return whether the errand is open after each of some steps."""
    found = []
    for robot in robots:
        running = replace(STEP)
        errand.update(request, robot, running)
        running.end = StepEnd.SWITCH
        errand.update(request, robot, running)
        found.append(errand.open)
    return found


@pytest.mark.parametrize("speed", [0.1, 1e-6])
def test_a_speed_is_an_errand_without_an_end(errand: Errand, speed: float) -> None:
    errand.update(MotionRequest(Motion.WALK, forward=speed), at(0.0), None)
    assert errand.open and errand.source is None and not errand.arrived
    errand.update(MotionRequest(Motion.WALK), at(0.0), None)
    assert not errand.open


def test_a_robot_at_its_target_does_not_start_walking(errand: Errand) -> None:
    errand.update(to(0.009, 0.0, math.radians(1.9)), at(0.0), None)
    assert not errand.open and errand.arrived and errand.source is None


@pytest.mark.parametrize("wish", [to(0.011), to(0.0, -0.011), to(0.0, 0.0, math.radians(2.1))])
def test_a_robot_off_by_more_than_the_tolerance_starts_walking(
    errand: Errand, wish: MotionRequest
) -> None:
    errand.update(wish, at(0.0), None)
    assert errand.open and errand.source is not None and not errand.arrived


def test_two_steps_within_the_tolerance_close_the_errand(errand: Errand) -> None:
    wish, aside = to(1.0), at(0.997, -0.008)  # on a side to which the next step cannot move
    errand.update(wish, at(0.0), None)
    ends = step_ends(errand, wish, at(0.5), aside, at(0.98), aside, aside)
    assert ends == [True, True, True, True, False]
    assert errand.arrived


def test_a_single_step_well_within_the_tolerance_closes_the_errand(errand: Errand) -> None:
    wish = to(1.0)
    errand.update(wish, at(0.0), None)
    assert step_ends(errand, wish, at(0.5), at(0.995)) == [True, False]


def test_the_sway_of_a_stop_is_tolerated_only_until_the_robot_has_settled(
    errand: Errand, parameters: GeneratorParameters
) -> None:
    wish, settled = to(1.0), parameters.errand.settles + 0.01
    errand.update(wish, at(0.0), None)
    step_ends(errand, wish, at(0.996))
    errand.update(wish, at(1.012), None)
    assert not errand.open
    errand.update(wish, replace(at(1.012), time=settled), None)
    assert errand.open, "an error of 12 mm is not the end of the walk"


def test_nothing_is_decided_in_the_middle_of_a_step(errand: Errand) -> None:
    wish = to(1.0)
    errand.update(wish, at(0.0), None)
    running = replace(STEP)
    for _ in range(20):
        errand.update(wish, at(1.0, -0.008), running)
    running.end = StepEnd.SWITCH
    for _ in range(20):
        errand.update(wish, at(1.0, -0.008), running)
    assert errand.open, "each step counts once"


def test_the_closing_step_covers_the_distance_left_and_the_sway(
    errand: Errand, parameters: GeneratorParameters
) -> None:
    wish, sways = to(1.0), parameters.errand.closing.sways
    errand.update(wish, at(0.0), None)
    assert step_ends(errand, wish, at(0.5)) == [True] and errand.closing is None
    assert step_ends(errand, wish, at(0.994 - sways)) == [False]
    assert errand.closing is not None
    assert errand.closing.given.x == pytest.approx(0.006)
    errand.update(wish, at(1.0), None)
    assert not errand.open


def test_another_request_closes_the_feet_on_the_spot(errand: Errand) -> None:
    wish = to(1.0)
    errand.update(wish, at(0.0), None)
    step_ends(errand, wish, at(0.994))
    errand.update(MotionRequest(), at(0.994), replace(STEP))
    assert errand.closing is None


def test_a_closed_errand_reopens_only_outside_a_larger_tolerance(errand: Errand) -> None:
    wish = to(1.0)
    errand.update(wish, at(0.0), None)
    step_ends(errand, wish, at(1.0), at(1.0))
    errand.update(wish, replace(at(1.0), time=5.0), None)
    errand.update(wish, replace(at(1.0149), time=5.1), None)
    assert not errand.open
    errand.update(wish, replace(at(1.0151), time=5.2), None)
    assert errand.open


def test_a_target_in_the_robot_frame_is_fixed_where_the_robot_was_at_the_request(
    errand: Errand,
) -> None:
    wish = to(1.0)
    errand.update(wish, at(3.0, 0.0, math.radians(90.0)), None)
    for robot in (at(3.0, 0.4, math.radians(90.0)), at(3.0, 0.9, 0.0)):
        errand.update(to(1.0), robot, None)
    assert errand.left is not None
    assert (errand.left.x, errand.left.y) == pytest.approx((0.0, 0.1))


def test_an_equal_request_with_another_number_is_a_new_one(errand: Errand) -> None:
    errand.update(to(1.0), at(0.0), None)
    errand.update(to(1.0, number=1), at(1.0), None)
    assert errand.left is not None and errand.left.x == pytest.approx(1.0)


def test_a_request_after_the_end_of_a_step_is_read_before_the_next_step(
    errand: Errand,
) -> None:
    """A step stays ended for as long as the next one is delayed."""
    first, running = to(1.0), replace(STEP)
    errand.update(first, at(0.0), None)
    running.end = StepEnd.SWITCH
    errand.update(first, at(0.0), running)
    errand.update(to(1.0, number=1), at(0.0), running)
    assert errand.open


def test_a_request_on_the_field_waits_for_the_own_pose(errand: Errand) -> None:
    pose = WalkTo(2.0, 1.0, 0.0, TargetFrame.FIELD)
    wish = MotionRequest(Motion.WALK_TO, walk_to=pose)
    errand.update(wish, at(0.0), None)
    assert not errand.open and not errand.arrived
    assert errand.account() == "the robot's pose on the field is not known"
    errand.update(wish, at(0.0, world=World(field=Pose2(-1.0, -0.5))), None)
    assert errand.open and errand.left is not None
    assert (errand.left.x, errand.left.y) == pytest.approx((1.0, 0.5))


def test_an_errand_reports_the_distance_and_angle_left(errand: Errand) -> None:
    errand.update(to(0.3, 0.4, math.radians(-30.0)), at(0.0), None)
    assert errand.account() == "500 mm and -30 deg to go"
