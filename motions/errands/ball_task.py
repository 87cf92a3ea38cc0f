"""Common base of kicking and dribbling: the filtered ball and the approach to it."""

from abc import ABC

from motions.destinations import TargetFrame
from motions.errands.task import UNKNOWN_BALL, ErrandTask, Origin, TaskContext
from motions.generators.to_ball import WalkToBall
from motions.generators.to_pose import WalkToPose
from motions.perception.state import RobotState
from motions.perception.world import RollingBall


class BallTask(ErrandTask, ABC):
    """A task that follows the filtered ball."""

    def __init__(self, frame: TargetFrame, robot: RobotState, context: TaskContext) -> None:
        """Begin.

        Args:
            frame: Frame of the wish; `ROBOT` is the robot's present pose.
            robot: The robot now.
            context: Shared inputs of the tasks.
        """
        super().__init__()
        self._zero_frame, self._table = context.zero_frame, context.kicks.table
        self._memory, self._play = context.memory, context.play
        self._origin = Origin(frame, robot)
        own = context.generators
        self._generator = WalkToBall(own.to_ball, WalkToPose(own.to_pose))

    def _seen(self, robot: RobotState) -> RollingBall | None:
        """Return the ball as last seen; None, with the reason in `_message`, if that is too old."""
        ball = self._memory.ball.ball
        if ball is None:
            self._message = UNKNOWN_BALL
        elif robot.time - ball.time > self._table.ready.seen_within:
            self._message = f"the ball was last seen {robot.time - ball.time:.1f} s ago"
        else:
            return ball
        return None
