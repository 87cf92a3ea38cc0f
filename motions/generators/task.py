"""What an errand is about: one class for every kind of wish that needs more than a speed.

A task knows where its end is, how far that is, and asks its generator for the steps.
"""

import math
from typing import Protocol

from hardware.robots.model import Side
from motions.destinations import TargetFrame, WalkTo
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import BallAhead, PoseTarget, Situation
from motions.generators.to_pose import WalkToPose
from motions.generators.zero_frame import ZeroFrame
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.sight import Circle
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step


class ErrandTask(Protocol):
    """A wish that is being followed.

    Attributes:
        was_reached: Its end was reached once.
        said: Why there is nothing to go, when that is not known.
    """

    was_reached: bool
    said: str

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return what is left to go; None if there is no such thing.

        Args:
            robot: The robot now.
            frame: The zero-step frame, seen from the robot.
        """

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether there is way to go where `left` says nothing."""

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether what is left is inside the tolerance, times a factor."""

    def side(self, state: RobotState) -> float:
        """Return to which side the first step goes better."""

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""


class _PoseTask:
    """A wish that ends in a pose."""

    def __init__(
        self, generator: WalkToPose, frame: ZeroFrame, tolerance: tuple[float, float]
    ) -> None:
        self._generator = generator
        self._frame = frame
        self._distance, self._turn = tolerance
        self.was_reached = False
        self.said = ""

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether what is left is inside the tolerance, times a factor."""
        near = math.hypot(left.x, left.y) <= factor * self._distance
        return near and abs(left.heading) <= factor * self._turn

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return False: where the end is not known, nobody goes."""
        return False


class WalkToTask(_PoseTask):
    """Walks to a pose."""

    def __init__(
        self, wish: WalkTo, robot: RobotState, generator: WalkToPose, frame: ZeroFrame
    ) -> None:
        """Begin: a wish in the frame of the robot means where it is now."""
        super().__init__(generator, frame, (wish.tolerance, wish.turn_tolerance))
        self._wish = wish
        self._origin = robot.odometry if wish.frame is TargetFrame.ROBOT else Pose2()

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return what is left to go; None if the own place on the field is not known."""
        origin = self._origin_now(robot)
        if origin is None:
            self.said = "the own place on the field is not known"
            return None
        wish = self._wish
        return _seen_from(robot.odometry @ frame, origin @ Pose2(wish.x, wish.y, wish.heading))

    def side(self, state: RobotState) -> float:
        """Return to which side the first step goes better."""
        left = self.left(state, self._frame.between(state))
        if left is None:
            return 0.0
        return left.y if abs(left.y) > self._distance else left.heading

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        origin = self._origin_now(state)
        if origin is None:
            return Step()
        wish = self._wish
        frame = state.odometry @ self._frame.over(state, swing.other)
        interest = None
        if wish.interest is not None:
            seen = _seen_from(frame, origin @ Pose2(*wish.interest))
            interest = seen.x, seen.y
        target = PoseTarget(
            _seen_from(frame, origin @ Pose2(wish.x, wish.y, wish.heading)),
            interest,
            wish.keep_rotation,
            wish.side_walking,
            wish.share,
        )
        return self._generator.step(target, situation(swing, last, limits, state, frame))

    def _origin_now(self, robot: RobotState) -> Pose2 | None:
        return robot.world.field if self._wish.frame is TargetFrame.FIELD else self._origin


def situation(
    swing: Side, last: Step, limits: StepLimits, robot: RobotState, frame: Pose2
) -> Situation:
    """Return what the coming step is planned in.

    Args:
        swing: The foot that will swing.
        last: The step before.
        limits: What a step may be.
        robot: The robot now.
        frame: The zero-step frame, in the odometry's.
    """
    inverse, world = frame.inverse(), robot.world
    ball = None
    if world.ball is not None:
        now = world.ball.at(robot.time).seen_from(frame)
        ball = BallAhead((now.x, now.y), (now.vx, now.vy), robot.time - world.ball.time)
    places = ((circle, inverse @ Pose2(circle.x, circle.y)) for circle in world.obstacles)
    obstacles = tuple(Circle(place.x, place.y, circle.radius) for circle, place in places)
    return Situation(swing, last, limits, obstacles, ball)


def _seen_from(frame: Pose2, pose: Pose2) -> Pose2:
    return frame.inverse() @ pose


class ErrandTasks:
    """Makes the task of a wish."""

    def __init__(self, frame: ZeroFrame, parameters: GeneratorParameters) -> None:
        self._frame = frame
        self._parameters = parameters

    def of(self, request: MotionRequest, robot: RobotState) -> ErrandTask | None:
        """Return the task of a wish that begins now; None for a wish that needs none."""
        if request.walk_to is not None:
            generator = WalkToPose(self._parameters.to_pose)
            return WalkToTask(request.walk_to, robot, generator, self._frame)
        return None
