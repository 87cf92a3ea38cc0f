"""Tasks that end in a pose: at a place, or behind the ball."""

import math
from abc import ABC, abstractmethod

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.destinations import TargetFrame, WalkBehindBall, WalkTo
from motions.errands.closing import closing_towards
from motions.errands.step_errors import StepErrorLearner
from motions.errands.task import (
    UNKNOWN_BALL,
    UNKNOWN_PLACE,
    ErrandTask,
    Origin,
    TaskContext,
    situation,
)
from motions.generators.situation import PoseTarget
from motions.generators.to_ball import WalkToBall
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


class _PoseTask(ErrandTask, ABC):
    """Walks to a pose that is computed anew in every cycle."""

    def __init__(self, context: TaskContext, distance: float, turn: float) -> None:
        """Begin.

        Args:
            context: Shared inputs of the tasks.
            distance: Tolerance of the position, m.
            turn: Tolerance of the heading, rad.
        """
        super().__init__()
        self._zero_frame = context.zero_frame
        self._closing = context.generators.errand.closing
        self._sways = Pose2(self._closing.sways)
        self._distance = distance
        self._turn = turn

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether the remaining displacement is inside a multiple of the tolerance."""
        near = math.hypot(left.x, left.y) <= factor * self._distance
        return near and abs(left.heading) <= factor * self._turn

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return the remaining displacement; None if the end is not known."""
        end = self._end(robot)
        return None if end is None else frame.inverse() @ end

    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step."""
        here = self._zero_frame.between(state)
        place = self._next_place(state, here)
        if place is None:
            return 0.0
        left = here.inverse() @ place
        return left.y if abs(left.y) > self._distance else left.heading

    def stopped(self, frame: Pose2) -> Pose2:
        """Return the pose at which the robot would stop: the stop sways it ahead."""
        return frame @ self._sways

    def closing_step(self, left: Pose2, swing: Side) -> tuple[Step, Pose2]:
        """Return the closing step, which still moves towards the end, and what remains."""
        return closing_towards(left, swing, self._closing)

    def _displacement(self, frame: Pose2, place: Pose2) -> Pose2:
        """Return the total displacement of the steps so that the robot stops at a pose."""
        return self._zero_frame.displacement(self.stopped(frame), place)

    def _next_place(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return the next pose to walk to, in the odometry frame; None if it is not known.

        Args:
            robot: The robot now.
            frame: The zero-step frame, in the odometry frame.
        """
        return self._end(robot)

    @abstractmethod
    def _end(self, robot: RobotState) -> Pose2 | None:
        """Return the final pose, in the odometry frame; None if it is not known."""


class WalkToTask(_PoseTask):
    """Walks to a pose, past some places on the way."""

    def __init__(self, wish: WalkTo, robot: RobotState, context: TaskContext) -> None:
        """Begin; the frame `ROBOT` is the robot's present pose."""
        super().__init__(context, wish.tolerance, wish.turn_tolerance)
        parameters = context.generators
        self._wish = wish
        self._origin = Origin(wish.frame, robot)
        self._passed_within = parameters.errand.passed_within
        self._generator = WalkToPose(parameters.to_pose)
        self._step_errors = StepErrorLearner(parameters.errand.misses)
        self._sway = parameters.errand.sway
        self._passed = 0

    def take_over(self, other: ErrandTask) -> None:
        """Keep what was learnt on the way, and the places passed if they are the same."""
        if not isinstance(other, WalkToTask):
            return
        self._step_errors, self._generator = other._step_errors, other._generator
        same = self._wish.via == other._wish.via and self._wish.frame is other._wish.frame
        if same and self._wish.frame is not TargetFrame.ROBOT:
            self._passed = other._passed

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether the robot has passed all places and is at the end."""
        return self._passed == len(self._wish.via) and super().within(left, factor)

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        origin, wish = self._origin.now(state), self._wish
        frame = self._zero_frame.coming(state, swing, last)
        place = self._next_place(state, frame)
        if origin is None or place is None:
            return Step()
        interest = None
        if wish.interest is not None:
            seen = frame.inverse() @ origin @ Pose2(*wish.interest)
            interest = seen.x, seen.y
        left = self._displacement(frame, place)
        self._step_errors.learn(last, frame)
        goal = self._step_errors.compensated(left, swing)
        target = PoseTarget(
            goal,
            interest,
            wish.keep_rotation,
            wish.side_walking,
            wish.share,
            self._sway,
            wish.path,
        )
        step = self._generator.step(target, situation(swing, last, limits, state, frame))
        self._step_errors.remember(step, left, frame, swing)
        return step

    def account(self) -> str:
        """Return why the end is not known, or the places left and the obstacle being passed."""
        round_ = [
            f"obstacle at {each.x:z.2f}, {each.y:z.2f} m passed on its"
            f" {'left' if each.side > 0.0 else 'right'}"
            for each in self._generator.passing[:1]
        ]
        places = len(self._wish.via) - self._passed
        before = [f"places left to pass: {places}"] if places else []
        return "; ".join(part for part in (self._message, *before, *round_) if part)

    def _next_place(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return the next place, heading to the one after it, or the end."""
        origin, end = self._origin.now(robot), self._end(robot)
        if origin is None or end is None:
            return None
        places = [origin @ Pose2(*place) for place in self._wish.via[self._passed :]]
        while places and math.hypot(*_between(frame, places[0])) <= self._passed_within:
            places.pop(0)
            self._passed += 1
        if not places:
            return end
        here, after = places[0], [*places, end][1]
        x, y = _between(here, after)
        onward = not self._wish.keep_rotation and (x, y) != (0.0, 0.0)
        return Pose2(here.x, here.y, math.atan2(y, x) if onward else end.heading)

    def _end(self, robot: RobotState) -> Pose2 | None:
        origin, wish = self._origin.now(robot), self._wish
        self._message = "" if origin is not None else UNKNOWN_PLACE
        if origin is None:
            return None
        return origin @ Pose2(wish.x, wish.y, wish.heading)


class WalkToBallTask(_PoseTask):
    """Walks behind the ball without touching it."""

    def __init__(self, wish: WalkBehindBall, robot: RobotState, context: TaskContext) -> None:
        """Begin; the frame `ROBOT` is the robot's present pose."""
        super().__init__(context, wish.tolerance, wish.turn_tolerance)
        own = context.generators
        self._wish = wish
        self._origin = Origin(wish.frame, robot)
        self._generator = WalkToBall(own.to_ball, WalkToPose(own.to_pose))

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        end = self._end(state)
        if end is None:
            return Step()
        frame = self._zero_frame.coming(state, swing, last)
        target = PoseTarget(self._displacement(frame, end), share=self._wish.share)
        return self._generator.step(target, situation(swing, last, limits, state, frame))

    def _end(self, robot: RobotState) -> Pose2 | None:
        origin, ball, wish = self._origin.now(robot), robot.world.ball, self._wish
        self._message = UNKNOWN_BALL if ball is None else UNKNOWN_PLACE if origin is None else ""
        if origin is None or ball is None:
            return None
        now = ball.at(robot.time)
        there = Pose2(now.x, now.y, origin.heading + wish.direction)
        return there @ Pose2(-wish.ahead, -wish.aside)


def _between(one: Pose2, other: Pose2) -> FlatPoint:
    return other.x - one.x, other.y - one.y
