"""The errand: decides whether more steps are needed, for walks with and without an end.

The state machine queries only this: steps are taken while the errand is open. It closes after some
steps inside the tolerance of the wish, and reopens when the robot is found somewhat outside. Its
task plans the steps. While a ball rolls, another task may interrupt it: meanwhile, the errand's own
state waits unchanged.
"""

import math

from hardware.robots.model import Side
from motions.errands.task import ErrandTask, TaskContext
from motions.errands.task_for_wish import interruption_for, task_for
from motions.errands.with_ball import InterruptingTask
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
        closing: Source of the step that closes the feet; None for one on the spot.
        kick: The kick from standing that is ready; None if none is.
    """

    def __init__(self, context: TaskContext) -> None:
        self._parameters = context.generators.errand
        self._context = context
        self._zero_frame = context.zero_frame
        self._request = MotionRequest()
        self._task: ErrandTask | None = None
        self._interruption: InterruptingTask | None = None
        self._interrupted = False
        self._interruption_open = False
        self._inside = 0
        self._reached = False
        self._settled = -math.inf
        self._new = False
        self._counted: RunningStep | None = None
        self._open = False
        self._left: Pose2 | None = None
        self.closing: GivenStep | None = None
        self.kick: KickOrder | None = None

    @property
    def open(self) -> bool:
        """Return whether more steps are needed."""
        return self._interruption_open if self._interrupted else self._open

    @property
    def undecided(self) -> bool:
        """Return whether the request is new and waits for the end of the running step."""
        return self._new and self._task is not None and not self._interrupted

    @property
    def left(self) -> Pose2 | None:
        """Return the remaining displacement; None where it is not defined.

        It is in the frame of a robot with closed feet.
        """
        return None if self._interrupted else self._left

    @property
    def source(self) -> ErrandTask | None:
        """Return the task that plans the steps; None for a speed, or while the errand is closed."""
        return self._followed if self.open else None

    @property
    def arrived(self) -> bool:
        """Return whether the errand had an end, and has reached it."""
        if self._task is None or self._open:
            return False
        done = self._task.done
        return self.left is not None if done is None else done

    @property
    def _followed(self) -> ErrandTask | None:
        return self._interruption if self._interrupted else self._task

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
            if not request.interrupted_like(self._request):
                self._interruption = interruption_for(request, robot, self._context)
                self._interrupted = self._interrupted and self._interruption is not None
            self._request = request
        task = self._task
        self.kick = None
        if self._interrupts(robot, running):
            self.closing = None
            return
        if task is None:
            self._open = request.wants_to_move
            return
        ended = running is not None and running.end is not None
        if running is not None and (not ended or running is self._counted):
            # Nothing is decided in the middle of a step, but one that has just begun may still
            # become a kick that is requested now.
            self._open = self._open or (self._new and bool(task.walk_kicks(robot)))
            return
        self._new = False
        frame = self._frame(robot, running)
        if running is not None:
            frame = task.stopped(frame)
        self._left = left = task.left(robot, frame)
        if left is None:
            self._open = task.goes_on(robot, frame)
            return
        if running is None:
            self._stand(task, left, robot.time)
            if self._reached and not self._open:
                self.kick = task.stand_kick(robot, left)
        else:
            self._counted = running
            self._count(task, left, next_swing(running, robot))
            self._settled = robot.time + self._parameters.settles

    def kicks_in_walk(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the in-walk kicks requested now, in the order of preference."""
        return () if self.source is None else self.source.walk_kicks(robot)

    def account(self) -> str:
        """Return a description of the remaining path, with numbers; empty for a speed."""
        if self._interruption is not None and self._interrupted:
            return f"interrupted by a rolling ball: {self._interruption.account()}"
        if self._task is None:
            return ""
        if self._left is None:
            return self._task.account()
        left, turn = math.hypot(self._left.x, self._left.y), math.degrees(self._left.heading)
        off = f"{1e3 * left:.0f} mm and {turn:z.0f} deg"
        told = f"{off} to go" if self._open else f"target reached: {off} off"
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
        self._left = None
        self.closing = None
        self._open = False

    def _interrupts(self, robot: RobotState, running: RunningStep | None) -> bool:
        """Return whether another task plans the steps; like all, decided at their ends."""
        task = self._interruption
        if task is not None and (running is None or running.end is not None):
            frame = self._frame(robot, running)
            self._interrupted = task.interrupts(robot, frame)
            self._interruption_open = self._interrupted and task.goes_on(robot, frame)
        return self._interrupted

    def _frame(self, robot: RobotState, running: RunningStep | None) -> Pose2:
        """Return the zero-step frame now, or at the end of a step the coming one."""
        if running is None:
            return self._zero_frame.between(robot)
        return self._zero_frame.coming(robot, next_swing(running, robot), running.planned)

    def _stand(self, task: ErrandTask, left: Pose2, now: float) -> None:
        """Decide for a standing robot: open the errand if it is outside the tolerance.

        After a stop the torso sways, and with it the estimate. Once that is over, the robot must be
        inside the tolerance; from then on it may be somewhat outside.
        """
        self._inside = 0
        self.closing = None
        if not self._open:
            sways = now < self._settled
            factor = self._parameters.reopen if self._reached or sways else 1.0
            self._open = not task.within(left, factor)
            self._reached = not self._open and not sways

    def _count(self, task: ErrandTask, left: Pose2, swing: Side) -> None:
        """Decide at the end of a step, with what the closing step will correct."""
        self.closing = None
        if not self._open:
            self._open = not task.within(left, self._parameters.reopen)
            return
        self._inside = self._inside + 1 if task.within(left, 1.0) else 0
        step, rest = task.closing_step(left, swing) or (None, left)
        sure = task.within(rest, self._parameters.sure)
        if sure or self._inside >= self._parameters.inside_steps:
            self._inside = 0
            self._open = False
            self.closing = None if step is None else GivenStep(step)
