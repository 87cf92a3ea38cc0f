"""Errand tasks: their targets in the known world, and the generators they use."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.destinations import (
    FreeStuckBall,
    LeaveBallLine,
    ReplayedStep,
    ReplaySteps,
    TargetFrame,
    WalkBehindBall,
    WalkTo,
)
from motions.errands.task import ErrandTask, TaskContext
from motions.errands.task_for_wish import task_for
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kicks.steady_ball import SteadyBall
from motions.kicks.wish import Intercept, KickKind
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.state import RobotState
from motions.perception.world import RollingBall, World
from motions.requests import Motion, MotionRequest
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.fakes import robot_state, support
from tests.motions.errands.joints import joints

HIP, AHEAD = 0.05, 0.012
HERE = Pose2()


def robot(pose: Pose2 = HERE, foot: Side = Side.RIGHT, **known: object) -> RobotState:
    """Return a robot in the stance at a pose in odometry."""
    return robot_state(
        odometry=pose,
        support=support(foot),
        left_sole=Pose3(-AHEAD, HIP, -0.23),
        right_sole=Pose3(-AHEAD, -HIP, -0.23),
        time=10.0,
        world=World(**known),  # type: ignore[arg-type]
    )


def ball(x: float, y: float, vx: float = 0.0, vy: float = 0.0, seen: float = 10.0) -> RollingBall:
    return RollingBall(seen, x, y, vx, vy, deceleration=0.3)


def task_of(context: TaskContext, request: MotionRequest, now: RobotState) -> ErrandTask:
    task = task_for(request, now, context)
    assert task is not None
    return task


def test_a_stand_or_a_walk_at_a_speed_needs_no_task(context: TaskContext) -> None:
    assert task_for(MotionRequest(), robot(), context) is None
    assert task_for(MotionRequest(Motion.WALK, forward=0.1), robot(), context) is None


class TestToAPose:
    def test_intermediate_places_come_first(self, context: TaskContext, limits: StepLimits) -> None:
        wish = WalkTo(2.0, 0.0, via=((0.0, 2.0),), frame=TargetFrame.ODOMETRY)
        task = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        step = task.step(Side.LEFT, Step(), limits, robot())
        assert step.y > 0.05 or step.turn > 0.1, "towards the place on the left"
        assert task.account() == "places left to pass: 1"
        near = robot(Pose2(0.0, 1.8, math.radians(-45.0)))
        step = task.step(Side.LEFT, Step(), limits, near)
        assert step.x > 0.0 and task.account() == ""

    def test_the_first_foot_is_that_for_the_first_place(self, context: TaskContext) -> None:
        wish = WalkTo(1.0, -1.0, via=((0.5, 0.5),))
        task = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        assert task.side(robot()) == pytest.approx(0.5)

    def test_a_kept_heading_is_kept_to_every_place(
        self, context: TaskContext, limits: StepLimits
    ) -> None:
        wish = WalkTo(2.0, 0.0, via=((1.0, 0.0), (1.0, 1.0)), keep_rotation=True)
        task = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        steps = [task.step(side, Step(), limits, robot()) for side in Side]
        assert [step.turn for step in steps] == [0.0, 0.0]

    def test_it_has_not_arrived_before_all_places_were_visited(self, context: TaskContext) -> None:
        wish = WalkTo(0.0, 0.0, via=((1.0, 0.0),))
        task = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        left = task.left(robot(), HERE)
        assert left is not None and not task.within(left, 1.0)

    @pytest.mark.parametrize(("via", "left"), [((0.0, 1.0), ""), ((0.0, 2.0), "1")])
    def test_a_corrected_end_sends_the_robot_only_to_new_places(
        self, context: TaskContext, limits: StepLimits, via: FlatPoint, left: str
    ) -> None:
        passed = (0.0, 1.0)
        wish = WalkTo(2.0, 0.0, via=(passed,), frame=TargetFrame.ODOMETRY)
        before = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        before.step(Side.LEFT, Step(), limits, robot(Pose2(*passed)))
        wish = replace(wish, x=2.01, via=(via,))
        task = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        task.take_over(before)
        task.step(Side.LEFT, Step(), limits, robot())
        assert task.account() == (f"places left to pass: {left}" if left else "")

    def test_it_reports_the_obstacle_that_it_passes(
        self, context: TaskContext, limits: StepLimits
    ) -> None:
        post = (Circle(1.0, 0.02, 0.05),)
        wish = WalkTo(2.0, 0.0)
        task = task_of(context, MotionRequest(Motion.WALK_TO, walk_to=wish), robot())
        task.step(Side.LEFT, Step(), limits, robot(obstacles=post))
        assert task.account() == "obstacle at 0.98, 0.02 m passed on its right", (
            "as seen after the step"
        )


class TestBehindTheBall:
    WISH = MotionRequest(
        Motion.WALK_TO_BALL, walk_to_ball=WalkBehindBall(math.radians(90.0), ahead=0.2, aside=0.05)
    )

    def test_the_target_has_the_ball_at_its_requested_offset(self, context: TaskContext) -> None:
        now = robot(ball=ball(1.0, 0.5))
        left = task_of(context, self.WISH, now).left(now, HERE)
        assert left is not None
        assert (left.x, left.y) == pytest.approx((1.05, 0.3))
        assert left.heading == pytest.approx(math.radians(90.0))

    def test_the_target_follows_a_rolling_ball(self, context: TaskContext) -> None:
        rolling = ball(1.0, 0.5, vx=0.3, seen=9.5)
        now = robot(ball=rolling)
        left = task_of(context, self.WISH, now).left(now, HERE)
        assert left is not None
        assert left.x == pytest.approx(1.05 + 0.3 * 0.5 - 0.5 * 0.3 * 0.25)

    def test_without_a_ball_there_is_no_walk(self, context: TaskContext) -> None:
        task = task_of(context, self.WISH, robot())
        assert task.left(robot(), HERE) is None and not task.goes_on(robot(), HERE)
        assert task.account() == "no ball is known"

    def test_the_path_leads_around_the_ball(self, context: TaskContext, limits: StepLimits) -> None:
        """The ball is between the robot and the target: no step ends in it."""
        wish = MotionRequest(Motion.WALK_TO_BALL, walk_to_ball=WalkBehindBall(math.pi))
        pose, swing, last = Pose2(), Side.LEFT, Step()
        there = ball(0.6, 0.0)
        task = task_of(context, wish, robot(ball=there))
        nearest = 9.0
        for _ in range(60):
            now = robot(pose, swing.other, ball=there)
            last = task.step(swing, last, limits, now)
            pose, swing = pose @ Pose2(last.x, last.y, last.turn), swing.other
            nearest = min(nearest, math.hypot(pose.x - 0.6, pose.y))
        assert nearest > 0.15
        assert (pose.x, pose.y) == pytest.approx((0.8, 0.0), abs=0.01)


class TestIntoTheWay:
    WISH = MotionRequest(Motion.INTERCEPT)

    @pytest.mark.parametrize("side", [1.0, -1.0])
    def test_a_ball_that_passes_beside_the_feet_starts_a_walk(
        self, context: TaskContext, limits: StepLimits, side: float
    ) -> None:
        now = robot(ball=ball(1.5, 0.15 * side, vx=-1.0))
        task = task_of(context, self.WISH, now)
        assert task.goes_on(now, HERE)
        assert task.account() == "the ball will pass 150 mm from the feet"
        assert task.side(now) * side > 0.0
        swing = Side.LEFT if side > 0.0 else Side.RIGHT
        assert task.step(swing, Step(), limits, now).y * side > 0.05

    def test_the_foot_arrives_when_the_requested_kick_meets_the_ball(
        self, parameters: GeneratorParameters, kicks: KickParameters, limits: StepLimits
    ) -> None:
        def ahead(kind: KickKind, changed: str = "") -> float:
            """Return the forward length of the next step; the changed kick meets its ball later."""
            in_walk = {
                name: replace(kick, touch=kick.touch + 0.03 * (name == changed))
                for name, kick in kicks.in_walk.items()
            }
            memory = KickMemory(SteadyBall(kicks.table.ready), kicks.table.ready.result)
            frame = ZeroFrame(HIP, AHEAD, parameters.errand.last_miss)
            context = TaskContext(
                frame, parameters, replace(kicks, in_walk=in_walk), memory, joints()
            )
            now = robot(ball=ball(0.8, 0.06, vx=-0.8))
            wish = MotionRequest(Motion.INTERCEPT, intercept=Intercept(kind))
            return task_of(context, wish, now).step(Side.RIGHT, Step(), limits, now).x

        for kind in (KickKind.FORWARD, KickKind.FORWARD_LONG):
            later = {changed: ahead(kind, changed) for changed in ("forward", "forward_long")}
            assert [name for name, x in later.items() if x != ahead(kind)] == [kind.value]

    @pytest.mark.parametrize(
        ("known", "why"),
        [
            ({}, "no ball is known"),
            ({"ball": ball(1.0, 0.3)}, "the ball does not approach"),
            ({"ball": ball(1.0, 0.3, vx=0.5)}, "the ball does not approach"),
        ],
    )
    def test_a_ball_that_does_not_approach_starts_no_walk(
        self, context: TaskContext, known: dict[str, object], why: str
    ) -> None:
        now = robot(**known)
        task = task_of(context, self.WISH, now)
        assert not task.goes_on(now, HERE) and task.account() == why

    def test_a_ball_that_crosses_ahead_starts_a_walk_too(self, context: TaskContext) -> None:
        now = robot(ball=ball(0.4, 1.5, vy=-1.0))
        task = task_of(context, self.WISH, now)
        assert task.goes_on(now, HERE)
        assert task.account() == "the ball will pass 350 mm from the feet"

    def test_feet_already_in_the_line_of_the_ball_stay(self, context: TaskContext) -> None:
        now = robot(ball=ball(1.5, 0.02, vx=-1.0))
        assert not task_of(context, self.WISH, now).goes_on(now, HERE)


class TestOutOfTheWay:
    WISH = MotionRequest(
        Motion.OUT_OF_BALL_LINE,
        out_of_ball_line=LeaveBallLine((4.0, 0.0), TargetFrame.ODOMETRY),
    )

    @pytest.mark.parametrize("side", [1.0, -1.0])
    def test_a_robot_in_the_line_walks_to_the_nearer_side(
        self, context: TaskContext, limits: StepLimits, side: float
    ) -> None:
        """The robot faces the goal; the ball comes from behind and passes it."""
        now = robot(ball=ball(-1.5, -0.1 * side, vx=1.5))
        task = task_of(context, self.WISH, now)
        assert task.goes_on(now, HERE)
        assert task.account() == "100 mm off the ball's line"
        assert task.side(now) * side > 0.0
        swing = Side.LEFT if side > 0.0 else Side.RIGHT
        assert task.step(swing, Step(), limits, now).y * side > 0.05

    def test_a_robot_off_the_line_stands(self, context: TaskContext) -> None:
        for known in (ball(-1.5, 0.5, vx=1.5), ball(1.5, 0.0, vx=1.5), ball(-1.5, 0.0)):
            now = robot(ball=known)
            assert not task_of(context, self.WISH, now).goes_on(now, HERE)


def test_a_stuck_ball_is_freed_towards_its_direction(
    context: TaskContext, limits: StepLimits
) -> None:
    wish = MotionRequest(
        Motion.FREE_BALL, free_ball=FreeStuckBall(math.radians(120.0), TargetFrame.ODOMETRY)
    )
    task = task_of(context, wish, robot())
    assert task.goes_on(robot(), HERE) and task.side(robot()) > 0.0
    assert task.step(Side.LEFT, Step(), limits, robot()).turn > 0.3


class TestRecordedSteps:
    def test_they_are_replayed_and_then_the_task_is_done(
        self, context: TaskContext, limits: StepLimits
    ) -> None:
        steps = ReplaySteps(
            (
                ReplayedStep(Side.RIGHT, 0.02, -0.03, 0.1),
                ReplayedStep(Side.LEFT, 0.03, 0.0, 0.0),
            )
        )
        wish = MotionRequest(Motion.REPLAY_STEPS, replay_steps=steps)
        task = task_of(context, wish, robot())
        assert task.side(robot()) < 0.0
        assert task.step(Side.RIGHT, Step(), limits, robot()) == Step(0.02, -0.03, 0.1)
        assert task.goes_on(robot(), HERE)
        assert task.step(Side.LEFT, Step(), limits, robot()) == Step(0.03, 0.0, 0.0)
        assert not task.goes_on(robot(), HERE)
        assert task.account() == "step 2 of 2 replayed"
        assert task.done

    def test_a_wide_step_of_the_other_foot_aborts_the_replay(
        self, context: TaskContext, limits: StepLimits
    ) -> None:
        steps = ReplaySteps((ReplayedStep(Side.LEFT, 0.0, 0.05, 0.0),) * 3)
        wish = MotionRequest(Motion.REPLAY_STEPS, replay_steps=steps)
        task = task_of(context, wish, robot())
        assert task.step(Side.RIGHT, Step(), limits, robot()) == Step()
        assert not task.goes_on(robot(), HERE)
        assert task.account() == "the record swings the left foot in step 1: replay ended"
        assert not task.done

    def test_a_narrow_step_of_the_other_foot_is_replayed(
        self, context: TaskContext, limits: StepLimits
    ) -> None:
        steps = ReplaySteps((ReplayedStep(Side.LEFT, 0.04, 0.01, 0.0),))
        wish = MotionRequest(Motion.REPLAY_STEPS, replay_steps=steps)
        task = task_of(context, wish, robot())
        assert task.step(Side.RIGHT, Step(), limits, robot()) == Step(0.04, 0.0, 0.0)

    @pytest.mark.parametrize("swing", Side)
    def test_no_replayed_step_exceeds_the_reach(
        self, context: TaskContext, limits: StepLimits, swing: Side
    ) -> None:
        """Such as a record of a faster walk, or a typing error."""
        aside, turn = 5.0 * swing.sign, 3.0 * swing.sign
        for x, whole in ((9.0, aside), (-9.0, 0.0)):
            steps = ReplaySteps((ReplayedStep(swing, x, whole, turn),))
            task = task_of(context, MotionRequest(Motion.REPLAY_STEPS, replay_steps=steps), robot())
            step = task.step(swing, Step(), limits, robot())
            _, outwards = limits.turn_range()
            assert limits.possible().contains(step.x - math.copysign(1e-12, x), step.y)
            assert step.turn == swing.sign * outwards and abs(step.x) > 0.03
