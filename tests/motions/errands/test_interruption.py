"""A rolling ball interrupts an errand, which then goes on: every step is executed exactly."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from motions.destinations import LeaveBallLine, TargetFrame, WalkTo
from motions.errands.errand import Errand
from motions.errands.task import TaskContext
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.state import RobotState
from motions.perception.world import RollingBall, World
from motions.requests import Motion, MotionRequest, WhileRolling
from motions.walking.planning.limits import StepLimits
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd
from tests.fakes import robot_state, support
from tests.motions.errands.test_errand import STEP

AHEAD, HIP, LASTS = 0.012, 0.05, 0.25
FIRST = MotionRequest(Motion.WALK_TO, walk_to=WalkTo(0.3, -0.5))
INTERCEPTS = replace(FIRST, while_rolling=WhileRolling.INTERCEPT)
LEAVES = replace(
    FIRST,
    while_rolling=WhileRolling.OUT_OF_BALL_LINE,
    out_of_ball_line=LeaveBallLine((-4.0, 0.0), TargetFrame.ODOMETRY),
)
PASSES_LEFT = RollingBall(0.0, 2.0, 0.25, -1.1, 0.0, deceleration=0.3)
STANDS = MotionRequest(Motion.WALK_TO, walk_to=WalkTo(0.0, 0.0))


class Walker:
    """Follows an errand with exact steps past a ball that nothing stops."""

    def __init__(
        self, context: TaskContext, limits: StepLimits, ball: RollingBall | None = None
    ) -> None:
        self.errand, self._limits = Errand(context), limits
        self._sways = context.generators.errand.closing.sways
        self._running: RunningStep | None = None
        self.ball, self.pose, self.time, self._swing = ball, Pose2(), 0.0, Side.RIGHT
        self.told: list[str] = []

    def robot(self) -> RobotState:
        return robot_state(
            time=self.time,
            odometry=self.pose,
            support=support(self._swing.other),
            left_sole=Pose3(-AHEAD, HIP, -0.23),
            right_sole=Pose3(-AHEAD, -HIP, -0.23),
            world=World(ball=self.ball),
        )

    def look(self, request: MotionRequest) -> None:
        """Update the errand of the robot as it stands."""
        self.errand.update(request, self.robot(), None)

    def walk(self, request: MotionRequest, until: float) -> list[Pose2]:
        """Return the pose at each step's end, or each such time spent standing."""
        poses, last = [], Step()
        while self.time < until:
            robot = self.robot()
            self.errand.update(request, robot, self._running)
            source = self.errand.source or self.errand.closing
            if source is not None:
                last = source.step(self._swing, last, self._limits, robot)
                soles = Pose2(-AHEAD) @ Pose2(last.x, last.y, last.turn) @ Pose2(AHEAD)
                self.pose, self._swing = self.pose @ soles, self._swing.other
            if self.errand.open:
                self._running = replace(STEP, end=StepEnd.SWITCH)
            elif self._running is not None:
                self._running, self.pose = None, self.pose @ Pose2(self._sways)
            self.time += LASTS
            self.told.append(self.errand.account())
            poses.append(self.pose)
        return poses


@pytest.fixture
def walker(context: TaskContext, limits: StepLimits) -> Walker:
    return Walker(context, limits, PASSES_LEFT)


def off(pose: Pose2) -> float:
    """Return the distance of a pose to the errand's end, m."""
    return math.hypot(pose.x - 0.3, pose.y + 0.5)


def test_a_robot_steps_into_the_way_of_a_ball_and_then_arrives_at_its_pose(walker: Walker) -> None:
    poses = walker.walk(INTERCEPTS, 2.0)
    assert max(pose.y for pose in poses) > 0.15, "the target is to the right, the ball to the left"
    assert walker.told[2].startswith("interrupted by a rolling ball: the ball will pass ")
    assert walker.errand.left is None and not walker.errand.arrived
    end = walker.walk(INTERCEPTS, 15.0)[-1]
    assert off(end) < 0.010 and walker.errand.arrived


def test_feet_in_the_way_of_a_ball_stay_until_it_has_passed(
    context: TaskContext, limits: StepLimits
) -> None:
    walker = Walker(context, limits, replace(PASSES_LEFT, y=0.0))
    assert set(walker.walk(INTERCEPTS, 1.5)) == {Pose2()}
    assert off(walker.walk(INTERCEPTS, 15.0)[-1]) < 0.010


def test_a_robot_leaves_the_line_of_a_ball_and_then_arrives_at_its_pose(
    context: TaskContext, limits: StepLimits
) -> None:
    walker = Walker(context, limits, replace(PASSES_LEFT, y=-0.1))
    assert max(pose.y for pose in walker.walk(LEAVES, 1.5)) > 0.05
    assert off(walker.walk(LEAVES, 15.0)[-1]) < 0.010


@pytest.mark.parametrize(
    "ball",
    [
        None,
        replace(PASSES_LEFT, vx=0.0),
        replace(PASSES_LEFT, vx=1.1),
        replace(PASSES_LEFT, vx=-0.5),  # stops on the way
        replace(PASSES_LEFT, y=2.0),
    ],
)
@pytest.mark.parametrize("request_", [INTERCEPTS, LEAVES])
def test_without_a_ball_that_will_pass_near_the_steps_are_those_of_the_errand_alone(
    context: TaskContext, limits: StepLimits, ball: RollingBall | None, request_: MotionRequest
) -> None:
    alone, other = (Walker(context, limits, ball) for _ in range(2))
    assert alone.walk(FIRST, 3.0) == other.walk(request_, 3.0)


def test_a_robot_that_has_arrived_sets_out_for_the_ball_and_returns(walker: Walker) -> None:
    request = replace(STANDS, while_rolling=WhileRolling.INTERCEPT)
    ball, walker.ball = walker.ball, None
    walker.look(request)
    assert walker.errand.arrived
    walker.ball = ball
    assert max(pose.y for pose in walker.walk(request, 2.0)) > 0.15
    end = walker.walk(request, 10.0)[-1]
    assert math.hypot(end.x, end.y) < 0.010
    assert walker.errand.arrived


def test_a_walk_at_a_speed_is_interrupted_too(walker: Walker) -> None:
    ball, walker.ball = walker.ball, None
    request = MotionRequest(Motion.WALK, forward=0.1, while_rolling=WhileRolling.INTERCEPT)
    walker.look(request)
    assert walker.errand.open and walker.errand.source is None
    walker.ball = ball
    walker.look(request)
    assert walker.errand.source is not None
    walker.ball = None
    walker.look(request)
    assert walker.errand.open and walker.errand.source is None


def test_what_interrupts_can_change_without_a_new_errand(walker: Walker) -> None:
    walker.ball = None
    walker.look(FIRST)
    walker.pose = Pose2(0.1, 0.0)
    for request in (INTERCEPTS, LEAVES, FIRST):
        walker.look(request)
        assert walker.errand.left is not None
        assert walker.errand.left.x == pytest.approx(0.2), "the target stays where it was"


def test_an_interruption_begins_and_ends_only_between_steps(walker: Walker) -> None:
    walker.ball, ball = None, walker.ball
    walker.look(INTERCEPTS)
    before, running = walker.errand.source, replace(STEP, swing=Side.RIGHT)
    walker.ball = ball
    walker.errand.update(INTERCEPTS, walker.robot(), running)
    assert walker.errand.source is before
    running.end = StepEnd.SWITCH
    walker.errand.update(INTERCEPTS, walker.robot(), running)
    interrupting = walker.errand.source
    assert interrupting is not before
    walker.ball = None
    walker.errand.update(INTERCEPTS, walker.robot(), replace(running, end=None))
    assert walker.errand.source is interrupting
    walker.errand.update(INTERCEPTS, walker.robot(), running)
    assert walker.errand.source is before


def test_a_line_corrected_within_a_step_goes_on_interrupting_it(walker: Walker) -> None:
    walker.ball = replace(PASSES_LEFT, y=-0.1)
    walker.look(LEAVES)
    first, line = walker.errand.source, LEAVES.out_of_ball_line
    assert first is not None and line is not None
    corrected = replace(LEAVES, out_of_ball_line=replace(line, goal=(-4.0, 0.1)))
    walker.errand.update(corrected, walker.robot(), replace(STEP, swing=Side.RIGHT))
    assert walker.errand.left is None and type(walker.errand.source) is type(first)
    walker.errand.update(FIRST, walker.robot(), replace(STEP, swing=Side.RIGHT))
    assert type(walker.errand.source) is not type(first)
