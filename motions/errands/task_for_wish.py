"""Creates the task for a wish."""

from motions.errands.dribble import DribbleTask
from motions.errands.kick import KickTask
from motions.errands.replay import ReplayTask
from motions.errands.task import ErrandMeans, ErrandTask
from motions.errands.to_pose import WalkToBallTask, WalkToTask
from motions.errands.with_ball import FreeBallTask, InterceptTask, OutOfLineTask
from motions.generators.parameters import GeneratorParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickParameters
from motions.kicks.wish import Intercept
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest
from motions.walking.joints.play import JointPlay


class ErrandTasks:
    """Factory of tasks."""

    def __init__(
        self,
        frame: ZeroFrame,
        parameters: GeneratorParameters,
        kicks: KickParameters,
        memory: KickMemory,
        play: JointPlay,
    ) -> None:
        self._means = ErrandMeans(frame, parameters, kicks.table, kicks.in_walk, memory, play)

    def of(self, request: MotionRequest, robot: RobotState) -> ErrandTask | None:
        """Return a new task for a request; None for a request that needs none."""
        means = self._means
        if request.walk_to is not None:
            return WalkToTask(request.walk_to, robot, means)
        if request.walk_to_ball is not None:
            return WalkToBallTask(request.walk_to_ball, robot, means)
        if request.kick is not None:
            return KickTask(request.kick, robot, means)
        if request.dribble is not None:
            return DribbleTask(request.dribble, robot, means)
        if request.out_of_ball_line is not None:
            return OutOfLineTask(request.out_of_ball_line, robot, means)
        if request.free_ball is not None:
            return FreeBallTask(request.free_ball, robot, means)
        if request.replay_steps is not None:
            return ReplayTask(request.replay_steps)
        if request.motion is Motion.INTERCEPT:
            return InterceptTask(request.intercept or Intercept(), means)
        return None
