"""Tasks without an end pose, for a ball that rolls or is stuck between the feet."""

import math
from abc import ABC, abstractmethod

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.destinations import FreeStuckBall, LeaveBallLine
from motions.errands.task import (
    UNKNOWN_BALL,
    UNKNOWN_PLACE,
    ErrandTask,
    Origin,
    TaskContext,
    ball_ahead,
    situation,
)
from motions.generators.clear_of_ball import FreeBall, OutOfBallLine
from motions.generators.intercept import InterceptBall
from motions.generators.situation import KickedAway
from motions.kicks.can_start import KickRequest
from motions.kicks.wish import Intercept, KickAlignment, KickPreStep
from motions.kinematics.geometry import Pose2, angle_difference
from motions.perception.state import RobotState
from motions.walking.planning.limits import StepLimits
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step


class InterruptingTask(ErrandTask, ABC):
    """A task that may interrupt another one while a ball rolls."""

    @abstractmethod
    def interrupts(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether a ball rolls here, so that other steps have to wait.

        Args:
            robot: The robot now.
            frame: The zero-step frame, in the odometry frame.
        """


class InterceptTask(InterruptingTask):
    """Moves a foot into the path of the ball; kicks it away if requested."""

    def __init__(self, wish: Intercept, context: TaskContext) -> None:
        super().__init__()
        self._kick = wish.kick
        self._table = context.kicks.table
        self._zero_frame = context.zero_frame
        self._generator = InterceptBall(context.generators.intercept)
        self._kicked: KickedAway | None = None
        if wish.kick is not None:
            place = self._table.places[wish.kick.value]
            beside = place.ball[1] + 0.5 * sum(place.aside)  # centre of the window
            touch = context.kicks.in_walk[wish.kick.value].touch
            self._kicked = KickedAway(place.ball[0], beside, touch, self._table.intercept.step)

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the ball approaches, and would pass the feet or is to be kicked."""
        ball = ball_ahead(robot, frame)
        if ball is None:
            self._message = UNKNOWN_BALL
            return False
        offset = self._generator.offset_to_meeting(ball, self._kicked)
        if offset is None:
            self._message = "the ball does not approach"
            return False
        met = "the feet" if self._kick is None else "where a foot kicks it"
        off = abs(offset[1]) if self._kick is not None else math.hypot(*offset)
        self._message = f"the ball will pass {1e3 * off:.0f} mm from {met}"
        # A standing robot needs a step before it can kick.
        return off > 0.0 or self._kick is not None

    def interrupts(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the ball will pass near, also where the feet already stop it."""
        ball = ball_ahead(robot, frame)
        return ball is not None and self._generator.within_reach(ball, self._kicked)

    def walk_kicks(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the kick that sends the approaching ball away."""
        ball, kick = robot.world.ball, self._kick
        if ball is None or kick is None:
            return ()
        own, place = self._table.intercept, self._table.places[kick.value]
        request = KickRequest(
            name=kick.value,
            place=place,
            direction=robot.odometry.heading,
            precision=(-own.within, own.within),
            strength=1.0,
            alignment=KickAlignment.JUST_HIT,
            pre_step=KickPreStep.FORBIDDEN,
            ball=ball,
            faster=own.slower_than,
        )
        return (request,)

    def side(self, state: RobotState) -> float:
        """Return the side on which the ball passes."""
        ball = ball_ahead(state, self._zero_frame.between(state))
        offset = None if ball is None else self._generator.offset_to_meeting(ball, self._kicked)
        return 0.0 if offset is None else offset[1]

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        return self._generator.step(self._kicked, situation(swing, last, limits, state, frame))

    def renewed(self, running: RunningStep, limits: StepLimits, state: RobotState) -> Step | None:
        """Return the running step, widened or narrowed to the ball; None if unchanged."""
        frame = self._zero_frame.over(state, running.support)
        seen = situation(running.swing, running.planned, limits, state, frame)
        return self._generator.renewed(self._kicked, running, seen)


class OutOfLineTask(InterruptingTask):
    """Leaves the line on which the ball rolls to a goal."""

    def __init__(self, wish: LeaveBallLine, robot: RobotState, context: TaskContext) -> None:
        super().__init__()
        self._zero_frame = context.zero_frame
        self._wish = wish
        self._origin = Origin(wish.frame, robot)
        self._generator = OutOfBallLine(context.generators.out_of_line)

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the robot is in the way of the ball."""
        ball, goal = ball_ahead(robot, frame), self._goal(robot, frame)
        if ball is None or goal is None:
            self._message = UNKNOWN_BALL if ball is None else UNKNOWN_PLACE
            return False
        off = self._generator.off_line(goal, ball)
        self._message = (
            "not in the way" if off is None else f"{1e3 * abs(off):.0f} mm off the ball's line"
        )
        return off is not None

    def interrupts(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the robot is in the way of a ball that rolls as far as here."""
        ball = ball_ahead(robot, frame)
        return ball is not None and ball.passes(0.0, 0.0) and self.goes_on(robot, frame)

    def side(self, state: RobotState) -> float:
        """Return the side on which the robot leaves the line."""
        here = self._zero_frame.between(state)
        ball, goal = ball_ahead(state, here), self._goal(state, here)
        off = None if ball is None or goal is None else self._generator.off_line(goal, ball)
        if off is None or ball is None:
            return 0.0
        return off * (1.0 if ball.vx >= 0.0 else -1.0)

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        goal = self._goal(state, frame)
        if goal is None:
            return Step()
        seen = situation(swing, last, limits, state, frame)
        return self._generator.step(goal, seen) or Step()

    def _goal(self, robot: RobotState, frame: Pose2) -> FlatPoint | None:
        origin = self._origin.now(robot)
        if origin is None:
            return None
        goal = frame.inverse() @ origin @ Pose2(*self._wish.goal)
        return goal.x, goal.y


class FreeBallTask(ErrandTask):
    """Frees a ball stuck between the feet, for as long as requested."""

    def __init__(self, wish: FreeStuckBall, robot: RobotState, context: TaskContext) -> None:
        super().__init__()
        self._zero_frame = context.zero_frame
        self._wish = wish
        self._origin = Origin(wish.frame, robot)
        self._generator = FreeBall(context.generators.free_ball)

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the direction is known."""
        self._message = "" if self._origin.now(robot) is not None else UNKNOWN_PLACE
        return not self._message

    def side(self, state: RobotState) -> float:
        """Return the side to which the robot turns."""
        return self._direction(state, self._zero_frame.between(state))

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        direction = self._direction(state, frame)
        return self._generator.step(direction, situation(swing, last, limits, state, frame))

    def _direction(self, robot: RobotState, frame: Pose2) -> float:
        origin = self._origin.now(robot)
        heading = frame.heading if origin is None else origin.heading + self._wish.direction
        return angle_difference(heading, frame.heading)
