"""The errand: decides whether more steps are needed, for walks with and without an end.

The state machine queries only this: steps are taken while the errand is open. It closes after some
steps inside the tolerance of the wish, and reopens when the robot is found somewhat outside. Its
task plans the steps.
"""

import math

from hardware.robots.model import Side
from motions.errands.task import ErrandTask, TaskContext
from motions.errands.task_for_wish import task_for
from motions.kicks.can_start import KickRequest
from motions.kicks.chosen_kick import KickOrder
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.planning.planner import next_swing
from motions.walking.planning.step_source import GivenStep
from motions.walking.rhythm.running_step import RunningStep


class Errand:
    """Decides in every cycle whether more steps are needed.

    Attributes:
        open: Whether more steps are needed.
        left: Remaining displacement, in the frame of a robot with closed feet; None where that is
            not defined.
        closing: Source of the step that closes the feet; None for one on the spot.
        kick: The kick from standing that is ready; None if none is.
    """

    def __init__(self, context: TaskContext) -> None:
        self._parameters = context.generators.errand
        self._context = context
        self._zero_frame = context.zero_frame
        self._request = MotionRequest()
        self._task: ErrandTask | None = None
        self._inside = 0
        self._reached = False
        self._settled = -math.inf
        self._new = False
        self._counted: RunningStep | None = None
        self.open = False
        self.left: Pose2 | None = None
        self.closing: GivenStep | None = None
        self.kick: KickOrder | None = None

    @property
    def source(self) -> ErrandTask | None:
        """Return the task that plans the steps; None for a speed, or while the errand is closed."""
        return self._task if self.open else None

    @property
    def arrived(self) -> bool:
        """Return whether the errand had an end, and has reached it."""
        if self._task is None or self.open:
            return False
        done = self._task.done
        return self.left is not None if done is None else done

    def update(
        self, request: MotionRequest, robot: RobotState, running: RunningStep | None
    ) -> None:
        """Update the decision.

        Args:
            request: The current request.
            robot: The robot now.
            running: The walk's step, running or ended; None outside of a walk.
        """
        if request is not self._request:
            if not request.same_errand(self._request):
                self._begin(request, robot)
            self._request = request
        task = self._task
        self.kick = None
        if task is None:
            self.open = request.wants_to_move
            return
        ended = running is not None and running.end is not None
        if running is not None and (not ended or running is self._counted):
            # Nothing is decided in the middle of a step, but one that has just begun may still
            # become a kick that is requested now.
            self.open = self.open or (self._new and bool(task.walk_kicks(robot)))
            return
        self._new = False
        if running is None:
            frame = self._zero_frame.between(robot)
        else:
            swing = next_swing(running, robot)
            frame = task.stopped(self._zero_frame.coming(robot, swing, running.planned))
        self.left = left = task.left(robot, frame)
        if left is None:
            self.open = task.goes_on(robot, frame)
            return
        if running is None:
            self._stand(task, left, robot.time)
            if self._reached and not self.open:
                self.kick = task.stand_kick(robot, left)
        else:
            self._counted = running
            self._count(task, left, swing)
            self._settled = robot.time + self._parameters.settles

    def kicks_in_walk(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the in-walk kicks requested now, in the order of preference."""
        return self._task.walk_kicks(robot) if self.open and self._task is not None else ()

    def account(self) -> str:
        """Return a description of the remaining path, with numbers; empty for a speed."""
        if self._task is None:
            return ""
        if self.left is None:
            return self._task.account()
        left, turn = math.hypot(self.left.x, self.left.y), math.degrees(self.left.heading)
        off = f"{1e3 * left:.0f} mm and {turn:z.0f} deg"
        told = f"{off} to go" if self.open else f"target reached: {off} off"
        return "; ".join(part for part in (told, self._task.account()) if part)

    def _begin(self, request: MotionRequest, robot: RobotState) -> None:
        before, task = self._task, task_for(request, robot, self._context)
        if task is not None and before is not None and request.number == self._request.number:
            task.take_over(before)
        self._task = task
        self._inside = 0
        self._reached = False
        self._settled = -math.inf
        self._new = True
        self._counted = None
        self.left = None
        self.closing = None
        self.open = False

    def _stand(self, task: ErrandTask, left: Pose2, now: float) -> None:
        """Decide for a standing robot: open the errand if it is outside the tolerance.

        After a stop the torso sways, and with it the estimate. Once that is over, the robot must be
        inside the tolerance; from then on it may be somewhat outside.
        """
        self._inside = 0
        self.closing = None
        if not self.open:
            sways = now < self._settled
            factor = self._parameters.reopen if self._reached or sways else 1.0
            self.open = not task.within(left, factor)
            self._reached = not self.open and not sways

    def _count(self, task: ErrandTask, left: Pose2, swing: Side) -> None:
        """Decide at the end of a step, with what the closing step will correct."""
        self.closing = None
        if not self.open:
            self.open = not task.within(left, self._parameters.reopen)
            return
        self._inside = self._inside + 1 if task.within(left, 1.0) else 0
        step, rest = task.closing_step(left, swing) or (None, left)
        sure = task.within(rest, self._parameters.sure)
        if sure or self._inside >= self._parameters.inside_steps:
            self._inside = 0
            self.open = False
            self.closing = None if step is None else GivenStep(step)
