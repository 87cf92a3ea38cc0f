"""Creates the task for a wish."""

from motions.errands.dribble import DribbleTask
from motions.errands.kick import KickTask
from motions.errands.replay import ReplayTask
from motions.errands.task import ErrandTask, TaskContext
from motions.errands.to_pose import WalkToBallTask, WalkToTask
from motions.errands.with_ball import (
    FreeBallTask,
    InterceptTask,
    InterruptingTask,
    OutOfLineTask,
)
from motions.kicks.wish import Intercept
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest


def task_for(request: MotionRequest, robot: RobotState, context: TaskContext) -> ErrandTask | None:
    """Return a new task for a request; None for a request that needs none."""
    if request.walk_to is not None:
        return WalkToTask(request.walk_to, robot, context)
    if request.walk_to_ball is not None:
        return WalkToBallTask(request.walk_to_ball, robot, context)
    if request.kick is not None:
        return KickTask(request.kick, robot, context)
    if request.dribble is not None:
        return DribbleTask(request.dribble, robot, context)
    if request.free_ball is not None:
        return FreeBallTask(request.free_ball, robot, context)
    if request.replay_steps is not None:
        return ReplayTask(request.replay_steps)
    return _about_a_rolling_ball(request.motion, request, robot, context)


def interruption_for(
    request: MotionRequest, robot: RobotState, context: TaskContext
) -> InterruptingTask | None:
    """Return a new task that interrupts the one of a request; None if the request has none."""
    rolling = request.while_rolling
    return _about_a_rolling_ball(rolling and Motion(rolling.value), request, robot, context)


def _about_a_rolling_ball(
    motion: Motion | None, request: MotionRequest, robot: RobotState, context: TaskContext
) -> InterruptingTask | None:
    if motion is Motion.INTERCEPT:
        return InterceptTask(request.intercept or Intercept(), context)
    if motion is Motion.OUT_OF_BALL_LINE and request.out_of_ball_line is not None:
        return OutOfLineTask(request.out_of_ball_line, robot, context)
    return None
