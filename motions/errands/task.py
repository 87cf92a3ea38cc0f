"""Tasks of errands: one class for every kind of wish that is more than a speed.

A task knows its end and the distance to it, and requests the steps from its generator.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from hardware.robots.model import Side
from motions.destinations import TargetFrame
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import Situation
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.can_start import KickRequest
from motions.kicks.chosen_kick import KickOrder
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.walking.joints.play import JointPlay
from motions.walking.planning.limits import StepLimits
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step


class ErrandTask(ABC):
    """A wish that is being followed; the base class has no end.

    Attributes:
        aimed: The steps correct the errors of the steps before.
    """

    aimed = True

    def __init__(self) -> None:
        self._message = ""

    @property
    def done(self) -> bool | None:
        """Return whether the wish is fulfilled; None for tasks that are done at their end."""
        return None

    def take_over(self, other: "ErrandTask") -> None:
        """Continue the task of an earlier wish with the same number."""
        return

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return the remaining displacement; None if it is not defined.

        Args:
            robot: The robot now.
            frame: The zero-step frame, in the odometry frame.
        """
        return None

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether more steps are needed while `left` is None."""
        return False

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether the remaining displacement is inside a multiple of the tolerance."""
        return False

    def stopped(self, frame: Pose2) -> Pose2:
        """Return the pose at which the robot would stop: its coming zero-step frame."""
        return frame

    def closing_step(self, left: Pose2, swing: Side) -> tuple[Step, Pose2] | None:
        """Return the closing step and the displacement that remains; None for one on the spot."""
        return None

    def account(self) -> str:
        """Return why no steps are needed, or a remark on the path; empty in the usual case."""
        return self._message

    def stand_kick(self, robot: RobotState, left: Pose2) -> KickOrder | None:
        """Return the kick of a robot that stands in the right place; None if there is none."""
        return None

    def walk_kicks(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the in-walk kicks requested now, in the order of preference."""
        return ()

    def renewed(self, running: RunningStep, limits: StepLimits, state: RobotState) -> Step | None:
        """Return a new target of the running step; None to leave it unchanged.

        Args:
            running: The running step.
            limits: Limits of a step.
            state: The robot now.
        """
        return None

    @abstractmethod
    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step: positive for left, 0 for either."""

    @abstractmethod
    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step; arguments as of `StepSource`."""


class Origin:
    """Pose of a wish's frame in the odometry frame."""

    def __init__(self, frame: TargetFrame, robot: RobotState) -> None:
        """Keep the robot's present pose, which defines the frame `ROBOT`."""
        self._frame = frame
        self._there = robot.odometry if frame is TargetFrame.ROBOT else Pose2()

    def now(self, robot: RobotState) -> Pose2 | None:
        """Return the pose; None for the frame `FIELD` while the robot is not localised."""
        return robot.world.field if self._frame is TargetFrame.FIELD else self._there


UNKNOWN_PLACE = "the robot's pose on the field is not known"
UNKNOWN_BALL = "no ball is known"


@dataclass(frozen=True, slots=True)
class TaskContext:
    """Shared inputs of one robot's tasks.

    Attributes:
        zero_frame: Computes the zero-step frames.
        generators: Parameters of the generators.
        kicks: Where the ball must lie for each kick, and the kicks.
        memory: Memory across kicks.
        play: Wear of the robot, which shortens its kicks.
    """

    zero_frame: ZeroFrame
    generators: GeneratorParameters
    kicks: KickParameters
    memory: KickMemory
    play: JointPlay


def ball_ahead(robot: RobotState, frame: Pose2) -> RollingBall | None:
    """Return the ball now, relative to a frame given in the odometry frame; None if unknown."""
    ball = robot.world.ball
    return None if ball is None else ball.at(robot.time).seen_from(frame)


def situation(
    swing: Side, last: Step, limits: StepLimits, robot: RobotState, frame: Pose2
) -> Situation:
    """Return the situation in which the coming step is planned.

    Args:
        swing: The foot that will swing.
        last: The step before.
        limits: Limits of a step.
        robot: The robot now.
        frame: The zero-step frame, in the odometry frame.
    """
    inverse = frame.inverse()
    seen = robot.world.obstacles_at(robot.time)
    obstacles = tuple(circle.in_frame_of(inverse) for circle in seen)
    ball = robot.world.ball
    age = 0.0 if ball is None else robot.time - ball.time
    return Situation(swing, last, limits, obstacles, ball_ahead(robot, frame), age)
