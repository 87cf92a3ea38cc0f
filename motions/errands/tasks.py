"""Which task a wish becomes."""

from motions.errands.dribble import DribbleTask
from motions.errands.kick import KickTask
from motions.errands.replay import ReplayTask
from motions.errands.task import ErrandTask, Planner
from motions.errands.to_pose import WalkToBallTask, WalkToTask
from motions.errands.with_ball import FreeBallTask, InterceptTask, OutOfLineTask
from motions.errands.zero_frame import ZeroFrame
from motions.generators.parameters import GeneratorParameters
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickTable
from motions.kicks.wish import Intercept
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest


class ErrandTasks:
    """Makes the task of a wish."""

    def __init__(
        self,
        frame: ZeroFrame,
        parameters: GeneratorParameters,
        kicks: KickTable,
        memory: KickMemory,
    ) -> None:
        self._planner = Planner(frame)
        self._parameters = parameters
        self._kicks = kicks
        self._memory = memory

    def of(self, request: MotionRequest, robot: RobotState) -> ErrandTask | None:
        """Return the task of a wish that begins now; None for a wish that needs none."""
        planner, parameters = self._planner, self._parameters
        if request.walk_to is not None:
            return WalkToTask(request.walk_to, robot, planner, parameters)
        if request.walk_to_ball is not None:
            return WalkToBallTask(request.walk_to_ball, robot, planner, parameters)
        if request.kick is not None:
            return KickTask(request.kick, robot, planner, parameters, self._kicks, self._memory)
        if request.dribble is not None:
            return DribbleTask(
                request.dribble, robot, planner, parameters, self._kicks, self._memory
            )
        if request.out_of_ball_line is not None:
            return OutOfLineTask(request.out_of_ball_line, robot, planner, parameters)
        if request.free_ball is not None:
            return FreeBallTask(request.free_ball, robot, planner, parameters)
        if request.replay_steps is not None:
            return ReplayTask(request.replay_steps)
        if request.motion is Motion.INTERCEPT:
            wish = request.intercept or Intercept()
            return InterceptTask(wish, planner, parameters, self._kicks)
        return None
