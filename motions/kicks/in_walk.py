"""Kicks in the walk: what the coming step can do, and the step that kicks."""

from collections.abc import Mapping

from hardware.robots.model import Side
from motions.errands.zero_frame import ZeroFrame
from motions.kicks.can_start import Beginning, KickAsk, Start, aim, can_start
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.targets import KickTargets
from motions.perception.state import RobotState
from motions.walking.engine import WalkingEngine
from motions.walking.planning.limits import StepLimits
from motions.walking.planning.planner import next_swing
from motions.walking.step import Step, StepKind
from motions.walking.swing_path import KickStep


class InWalkKicks:
    """Decides at a step's end, and follows the ball while the foot is still drawn back.

    Attributes:
        start: What the coming step can do for the kick that is asked.
        said: What is missing for the kick that is asked; empty if nothing is.
    """

    def __init__(
        self,
        kicks: Mapping[str, InWalkKick],
        engine: WalkingEngine,
        frame: ZeroFrame,
        targets: KickTargets,
    ) -> None:
        self._kicks = kicks
        self._engine = engine
        self._frame = frame
        self._targets = targets
        self.start = Start()
        self.said = ""
        self._name = ""
        self._before = 0.0

    def look(self, ask: KickAsk | None, robot: RobotState) -> Start:
        """Return what the coming step can do, at the end of a step or of a delay.

        Args:
            ask: The kick that is asked for; None if none is.
            robot: The robot now.
        """
        kick = None if ask is None else self._kicks.get(ask.name)
        if ask is None:
            self.start = Start()
        elif kick is None:
            known = ", ".join(sorted(self._kicks))
            self.start = Start(missing=(f"there is no file in_walk/{ask.name}.yaml, only {known}",))
        else:
            beginning = self._beginning(robot)
            self._before = beginning.last.x
            self.start = can_start(kick, ask, beginning, self._targets)
        self._name = "" if ask is None else ask.name
        self.said = ", ".join(self.start.missing)
        return self.start

    def renewed(self, ask: KickAsk | None, robot: RobotState) -> KickStep | None:
        """Return the running kick step at the ball as it is now; None where it stays as it is.

        Args:
            ask: The kick that is asked for; None if the ball is gone.
            robot: The robot now.
        """
        running = self._engine.running
        if ask is None or ask.name != self._name or running is None:
            return None
        kick = self._kicks[ask.name]
        if running.time > kick.aim_again:
            return None
        frame = robot.odometry @ self._frame.over(robot, running.support)
        began = robot.time - running.time
        aimed, missing = aim(kick, ask, running.swing, began, frame, self._targets, self._before)
        return None if missing else aimed.step

    def _beginning(self, robot: RobotState) -> Beginning:
        engine = self._engine
        delay, running = engine.delay, engine.running
        if delay is not None:
            swing = delay.swing
        else:
            swing = Side.LEFT if running is None else next_swing(running, robot)
        return Beginning(
            time=robot.time,
            swing=swing,
            frame=robot.odometry @ self._frame.over(robot, swing.other),
            last=Step() if running is None else running.planned,
            kicked=running is not None and running.kind is StepKind.KICKING,
            limits=engine.limits,
            duration=engine.step_duration,
        )


class PreparationStep:
    """A step that is known already.

    Attributes:
        aimed: It makes good what the steps before have missed.
    """

    aimed = True

    def __init__(self, step: Step) -> None:
        self._step = step

    def side(self, state: RobotState) -> float:
        """Return the side to which it goes."""
        return self._step.y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the step."""
        return self._step
