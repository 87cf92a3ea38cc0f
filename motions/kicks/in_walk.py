"""Kicks in the walk: what the coming step can do, and the step that kicks."""

from collections.abc import Mapping, Sequence

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

    def look(self, asks: Sequence[KickAsk], robot: RobotState) -> Start:
        """Return what the coming step can do, at the end of a step or of a delay.

        Args:
            asks: The kicks that are welcome, the most welcome first: the first one that can be made
                is, else the first one that can be prepared.
            robot: The robot now.
        """
        self.start, self._name = Start(), ""
        beginning = self._beginning(robot)
        self._before = beginning.last.x
        for ask in asks:
            start = self._look(ask, beginning)
            better = self.start.pre_step is None and start.pre_step is not None
            if start.kick is not None or better or not self._name:
                self.start, self._name = start, ask.name
            if start.kick is not None:
                break
        self.said = ", ".join(self.start.missing)
        return self.start

    def _look(self, ask: KickAsk, beginning: Beginning) -> Start:
        kick = self._kicks.get(ask.name)
        if kick is None:
            known = ", ".join(sorted(self._kicks))
            return Start(missing=(f"there is no file in_walk/{ask.name}.yaml, only {known}",))
        return can_start(kick, ask, beginning, self._targets)

    def renewed(self, asks: Sequence[KickAsk], robot: RobotState) -> KickStep | None:
        """Return the running kick step at the ball as it is now; None where it stays as it is.

        Args:
            asks: The kicks that are welcome; none if the ball is gone.
            robot: The robot now.
        """
        running = self._engine.running
        ask = next((ask for ask in asks if ask.name == self._name), None)
        if ask is None or running is None:
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
