"""What an errand is about: one class for every kind of wish that needs more than a speed.

A task knows where its end is, how far that is, and asks its generator for the steps.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.robots.model import Side
from motions.destinations import TargetFrame
from motions.errands.closing import ClosingStep
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import BallAhead, Situation
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.can_start import KickAsk
from motions.kicks.chosen_kick import KickOrder
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickTable
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.walking.joints.play import JointPlay
from motions.walking.planning.limits import StepLimits
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step


class ErrandTask(ABC):
    """A wish that is being followed; as it stands one without an end.

    Attributes:
        aimed: The steps make good what those before have missed.
    """

    aimed = True

    def __init__(self) -> None:
        self._said = ""

    @property
    def done(self) -> bool | None:
        """Return whether what was asked is done; None for who is done where nothing is left."""
        return None

    def take_over(self, other: "ErrandTask") -> None:
        """Go on with what was begun for another wish of the same number."""
        return

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return what is left to go; None if there is no such thing.

        Args:
            robot: The robot now.
            frame: The zero-step frame, seen from the robot.
        """
        return None

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether there is still a way to go where `left` says nothing."""
        return False

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether what is left is inside the tolerance, times a factor."""
        return False

    def stopped(self, frame: Pose2) -> Pose2:
        """Return where a robot stands that stops: where its coming zero-step frame is."""
        return frame

    def closing_step(self, left: Pose2, swing: Side) -> ClosingStep | None:
        """Return the step that closes the feet with so much left to go; None on the spot."""
        return None

    def account(self) -> str:
        """Return why there is nothing to go, or what is done on the way; empty for the usual."""
        return self._said

    def stand_kick(self, robot: RobotState, left: Pose2) -> KickOrder | None:
        """Return the kick that a robot makes that stands where it should; None if none."""
        return None

    def walk_kicks(self, robot: RobotState) -> tuple[KickAsk, ...]:
        """Return the kicks in the walk that are welcome now, the most welcome first."""
        return ()

    def renewed(self, running: RunningStep, limits: StepLimits, state: RobotState) -> Step | None:
        """Return to where the running step should go instead; None if it stays as it is.

        Args:
            running: The step, of which some cycles are over.
            limits: What a step may be.
            state: The robot now.
        """
        return None

    @abstractmethod
    def side(self, state: RobotState) -> float:
        """Return to which side the first step goes better: positive to the left, 0 to any."""

    @abstractmethod
    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step; arguments as of `StepSource`."""


class Origin:
    """Where the frame of a wish is, in the odometry's."""

    def __init__(self, frame: TargetFrame, robot: RobotState) -> None:
        """Keep where the robot is now, which is what its own frame means."""
        self._frame = frame
        self._there = robot.odometry if frame is TargetFrame.ROBOT else Pose2()

    def now(self, robot: RobotState) -> Pose2 | None:
        """Return its pose; None if it is the field's and the own place there is not known."""
        return robot.world.field if self._frame is TargetFrame.FIELD else self._there


UNKNOWN_PLACE = "the own place on the field is not known"
UNKNOWN_BALL = "no ball is known"


class Planner:
    """Sees the world from the coming step."""

    def __init__(self, frame: ZeroFrame) -> None:
        self._frame = frame

    def standing(self, robot: RobotState) -> Pose2:
        """Return the zero-step frame of a robot that stands, in the odometry's."""
        return robot.odometry @ self._frame.between(robot)

    def coming(self, robot: RobotState, swing: Side, last: Step) -> Pose2:
        """Return the zero-step frame of the coming step, in the odometry's."""
        return robot.odometry @ self._frame.coming(robot, swing, last)

    def running(self, robot: RobotState, running: RunningStep) -> Pose2:
        """Return the zero-step frame of the running step, in the odometry's."""
        return robot.odometry @ self._frame.over(robot, running.support)

    def way(self, frame: Pose2, place: Pose2) -> Pose2:
        """Return what steps must add up to that lead from a zero-step frame to a place.

        A step turns the robot about the middle of its soles, and a pose of the robot is that of its
        hips, which are somewhat in front of them.
        """
        ahead = Pose2(self._frame.ahead)
        return ahead @ frame.inverse() @ place @ ahead.inverse()


@dataclass(frozen=True, slots=True)
class ErrandMeans:
    """What the tasks of one robot are made with, besides their wish.

    Attributes:
        planner: Sees the world from the coming step.
        generators: Where the next step goes.
        kicks: From where the ball is kicked, and how it is driven.
        in_walk: The kicks that are steps of the walk, by name.
        memory: What outlives a kick.
        play: How worn the robot is: the more, the less far it kicks.
    """

    planner: Planner
    generators: GeneratorParameters
    kicks: KickTable
    in_walk: Mapping[str, InWalkKick]
    memory: KickMemory
    play: JointPlay


def ball_ahead(robot: RobotState, frame: Pose2) -> BallAhead | None:
    """Return the ball as it is now, seen from a frame of the odometry's; None if none is known."""
    ball = robot.world.ball
    if ball is None:
        return None
    now = ball.at(robot.time).seen_from(frame)
    return BallAhead((now.x, now.y), (now.vx, now.vy), robot.time - ball.time, ball.deceleration)


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
    inverse = frame.inverse()
    seen = robot.world.obstacles_at(robot.time)
    obstacles = tuple(circle.in_frame_of(inverse) for circle in seen)
    return Situation(swing, last, limits, obstacles, ball_ahead(robot, frame))
