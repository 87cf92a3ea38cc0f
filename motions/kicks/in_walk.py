"""In-walk kicks: what the coming step can do, and the step that kicks."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hardware.robots.model import Side
from motions.generators.zero_frame import ZeroFrame
from motions.kicks.can_start import Beginning, KickRequest, Start, aim, can_start
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.targets import KickTargets
from motions.kicks.wish import KickAlignment, KickPreStep
from motions.kinematics.geometry import angle_difference
from motions.perception.state import RobotState
from motions.walking.engine import WalkingEngine
from motions.walking.planning.planner import next_swing
from motions.walking.step import Step, StepKind
from motions.walking.swing_path import KickStep

_ROLLS = 0.2
"""A slower ball approaches by less than the error of its pictures, m/s."""
_OTHERS = 2
"""Kicks beside the nearest whose first unmet condition is told: a longer reason is not read."""


class InWalkKicks:
    """Decides at the end of a step, and follows the ball while the foot is still drawn back.

    Attributes:
        start: What the coming step can do for the requested kick.
        said: Unmet conditions of the requested kick; empty if there are none, or if the coming
            step is the first that prepares it. If there are several, those of the kick with the
            fewest, and one of each of two others.
        choice: Which of several requested kicks is made or prepared; empty if none is.
        waits: Whether a rolling ball reaches its place if the coming step is delayed.
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
        self.choice = ""
        self.waits = False
        self._name = ""
        self._before = Step()

    def look(
        self, requests: Sequence[KickRequest], robot: RobotState, *, prepared: bool = False
    ) -> Start:
        """Return what the coming step can do, at the end of a step or of a delay.

        Args:
            requests: The requested kicks, in the order of preference: the first that is possible
                is chosen, else the first that can be prepared.
            robot: The robot now.
            prepared: Whether the step that ends prepared the kick.
        """
        self.start = Start()
        beginning = replace(self._beginning(robot), prepared=prepared)
        self._before = beginning.last
        start = self._first(requests, beginning)
        later = replace(beginning, time=beginning.time + self._engine.delay_duration)
        hindered = start.kick is None and start.pre_step is None
        self.waits = hindered and any(
            self._start(request, later).kick is not None for request in requests if _rolls(request)
        )
        return start

    def look_inside(self, requests: Sequence[KickRequest], robot: RobotState) -> Start:
        """Return whether the running step can still become the kick.

        A picture or a wish may arrive when a step has just begun. With alignment `JUST_HIT` the
        foot can still be sent to the ball early in the step; a whole step separates two kicks.

        Args:
            requests: The requested kicks, in the order of preference.
            robot: The robot now.
        """
        self.start, running = Start(), self._engine.running
        if running is None or running.kind is not StepKind.STEPPING or not running.teaches:
            return self.start
        hits = [
            replace(request, pre_step=KickPreStep.FORBIDDEN)
            for request in requests
            if request.alignment is KickAlignment.JUST_HIT
            and running.time <= self._kicks[request.name].aim_again
        ]
        if not hits:
            return self.start
        return self._first(
            hits,
            Beginning(
                time=robot.time - running.lasted,
                swing=running.swing,
                frame=self._frame.over(robot, running.support),
                last=self._before,
                kicked=False,
                limits=self._engine.limits,
                duration=self._engine.step_duration,
            ),
        )

    @property
    def name(self) -> str:
        """Return the name of the chosen kick; empty without one."""
        return self._name

    def _first(self, requests: Sequence[KickRequest], beginning: Beginning) -> Start:
        """Choose the first kick that is possible, else the first that can be prepared."""
        self._name = ""
        hindered: list[tuple[str, tuple[str, ...]]] = []
        for request in requests:
            start = self._start(request, beginning)
            better = self.start.pre_step is None and start.pre_step is not None
            if start.kick is not None or better or not self._name:
                self.start, self._name = start, request.name
            if start.kick is not None:
                break
            hindered.append((request.name, start.nearest))
        prepares = self.start.pre_step is not None and not beginning.prepared
        self.said = "" if prepares else ", ".join(self.start.missing)
        self.choice = ""
        if len(requests) > 1:
            self.said = _briefly(
                each for each in hindered if not (prepares and each[0] == self._name)
            )
            if self.start.kick is not None or prepares:
                self.choice = f"{'step before ' if prepares else ''}kick {self._name}"
        return self.start

    def _start(self, request: KickRequest, beginning: Beginning) -> Start:
        return can_start(self._kicks[request.name], request, beginning, self._targets)

    def renewed(self, requests: Sequence[KickRequest], robot: RobotState) -> KickStep | None:
        """Return the running kick step aimed at the current ball; None to leave it unchanged.

        Args:
            requests: The requested kicks; none if the ball is gone.
            robot: The robot now.
        """
        running = self._engine.running
        request = next((request for request in requests if request.name == self._name), None)
        if request is None or running is None:
            return None
        kick = self._kicks[request.name]
        if running.time > kick.aim_again:
            return None
        frame = self._frame.over(robot, running.support)
        began = robot.time - running.lasted
        aimed, missing = aim(
            kick, request, running.swing, began, frame, self._before, self._targets
        )
        return None if missing else aimed.step

    def _beginning(self, robot: RobotState) -> Beginning:
        engine = self._engine
        delay, running = engine.delay, engine.running
        if delay is not None:
            swing = delay.swing
        else:
            swing = Side.LEFT if running is None else next_swing(running, robot)
        frame = self._frame.over(robot, swing.other)
        foot = self._frame.over(robot, swing)
        return Beginning(
            time=robot.time,
            swing=swing,
            frame=frame,
            last=Step() if running is None else running.planned,
            kicked=running is not None and running.kind is StepKind.KICKING,
            limits=engine.limits,
            duration=engine.step_duration,
            opened=swing.sign * angle_difference(foot.heading, frame.heading),
            pitches=engine.gyros.pitch_rate,
            sways=swing.sign * engine.gyros.roll_rate,
        )


def _briefly(hindered: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return the unmet conditions of kicks by name: all of the nearest, the first of two others."""
    ranked = sorted(hindered, key=lambda each: len(each[1]))
    told: list[str] = []
    for name, (first, *more) in ranked[: 1 + _OTHERS]:
        listed = [f"and {len(more)} more"] if told and more else more
        told.append(f"{name}: {', '.join([first, *listed])}")
    if rest := [name for name, _ in ranked[1 + _OTHERS :]]:
        told.append(f"no fewer for {', '.join(rest)}")
    return "; ".join(told)


def _rolls(request: KickRequest) -> bool:
    """Return whether the ball rolls fast enough to be worth a delay."""
    return math.hypot(request.ball.vx, request.ball.vy) > _ROLLS
