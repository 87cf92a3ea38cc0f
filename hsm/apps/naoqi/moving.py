"""Locomotion: translates move commands into requests and detects when they are over.

The last command wins, whatever its kind. Move commands use either walk, as configured; footsteps
always use the preview walk.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.body.path_speed import path_speed, path_targets
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.link.waits import fulfilled
from hsm.apps.naoqi.parameters import MoveEngine, NaoqiParameters
from hsm.apps.naoqi.robot_program import FOOT_CONTACT, STIFFNESS, RobotProgram
from hsm.chart.leaves import FALL_PROTECTION, FREEZE, LIMP, PICKED_UP, SIT_DOWN, STAND_NORMAL
from motions.destinations import PathShape, TargetFrame, WalkTo
from motions.kinematics.geometry import Pose2
from motions.locomotion.config import FeetConfig
from motions.locomotion.velocity import Shares, to_si
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewEnd,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)
from motions.requests import Motion, MotionRequest
from motions.walking.parameters import SpeedProfile

_MOVES: Final = (Motion.WALK, Motion.WALK_TO, Motion.PREVIEW)
_SETTLED: Final = 0.6
"""Time a robot must stand without setting out again to have arrived, s."""


@dataclass(slots=True, eq=False)
class _Placing:
    """Footsteps of one call, and the number of their request; None until it is sent."""

    request: MotionRequest
    number: int | None = None


class Walks:
    """The walks of one robot, as commanded by programs."""

    def __init__(self, program: RobotProgram, profile: SpeedProfile) -> None:
        """Start observing a robot; `profile` has the speeds of its walk."""
        self._program = program
        self._profile = profile
        self._tuned: NaoqiParameters = program.parameters
        self._waiting: list[_Placing] = []
        self._ahead: list[WalkTo] = []
        self._arrival: Future[Any] | None = None
        self._followed = self._begun = False
        self._stood: float | None = None
        self._since = 0.0
        self._standing: RobotReport | None = None  # last report in which it stood
        program.listeners.append(self._update)
        program.lost.append(self._override)

    @property
    def active(self) -> bool:
        """Return whether a move command is in progress."""
        report = self._program.link.report
        return self._wished or (report is not None and report.walks)

    @property
    def _wished(self) -> bool:
        """Return whether the last command is a move, not rest or a posture."""
        base = self._program.base
        return base is not None and base.motion in _MOVES

    @property
    def _walked(self) -> bool:
        """Return whether a move is requested, by a program here or, before any, by others."""
        return self._wished or (self.active and not self._program.asked)

    def velocity(self, shares: Shares, feet: FeetConfig) -> None:
        """Walk with shares of the largest steps; if all are zero, end the walk gracefully."""
        self._override()
        if not any(shares) and not self._walked:
            return
        if self.takes_preview(feet):
            wish = PreviewVelocity(
                share=StepShares(*shares),
                frequency=feet.frequency,
                left_foot=feet.left,
                right_foot=feet.right,
            )
            self._wish_preview(PreviewWish(velocity=wish))
            return
        speed = to_si(shares, feet, self._program.gait.fixed)
        if any(speed):
            self._wish(MotionRequest(Motion.WALK, *speed))
        else:
            self.stand()

    def to(
        self,
        report: RobotReport,
        poses: Sequence[tuple[float, float, float]],
        feet: FeetConfig,
        duration: float | None,
    ) -> Future[bool]:
        """Walk to a pose through others; the future returns whether it was reached.

        Args:
            report: Current report of the robot.
            poses: Poses, each relative to the previous one, the first to the robot, m and rad.
            feet: Move config of the feet.
            duration: Requested duration, s; None for the walk's own.
        """
        self._override()
        if self.takes_preview(feet):
            path = tuple(PathPose(*pose) for pose in poses)
            way = MoveTo(path, duration, left_foot=feet.left, right_foot=feet.right)
            self._wish_preview(PreviewWish(move_to=way))
        else:
            self._ahead = self._ways(report, poses, feet, duration)
            self._wish(MotionRequest(Motion.WALK_TO, walk_to=self._ahead.pop(0)))
        # No report ends it: this module does, or the loss of the robot.
        self._arrival = arrival = self._program.until(lambda _: None)
        return arrival

    def ahead(self, report: RobotReport) -> int:
        """Return how many footsteps are planned, or sent but not yet accepted."""
        said = [each.request for each in self._waiting]
        if self._program.base is not None and not self._taken(report):
            said.append(self._program.base)
        plans = [each.preview.footsteps for each in said if each.preview is not None]
        return report.footsteps + sum(len(each.steps) for each in plans if each is not None)

    def footsteps(self, steps: tuple[FootstepWish, ...], *, clear: bool) -> Future[Any]:
        """Execute footsteps; fulfilled when all of them are unchangeable."""
        program = self._program
        base = program.base
        placing = base is not None and base.preview is not None and base.preview.footsteps
        if not placing:
            self._override()
        elif clear:
            self._waiting.clear()
        wish = PreviewWish(footsteps=Footsteps(steps, clear))
        mine = _Placing(MotionRequest(Motion.PREVIEW, preview=wish))
        if placing and not self._taken(program.link.report):
            self._waiting.append(mine)
        else:
            mine.number = self._wish(mine.request)

        def unchangeable(report: RobotReport) -> object:
            if mine in self._waiting:
                return None
            plan, base = report.preview, program.base
            if base is None or base.preview is None or base.preview.footsteps is None:
                return ()
            if mine.number is None:  # overridden before it was sent
                return ()
            settled = plan is not None and plan.number >= mine.number and not plan.changeable
            return () if settled else None

        return program.until(unchangeable)

    def stop(self) -> Future[Any]:
        """End the walk in the next double support; fulfilled when the feet rest."""
        self._override()
        base = self._program.base
        if base is not None and base.motion is Motion.PREVIEW:
            self._wish_preview(PreviewWish(end=PreviewEnd.STOP))
        elif self._walked:
            self.stand()
        return self.finished()

    def kill(self) -> None:
        """Freeze the walk at once, if there is one."""
        if self.active:
            self._override()
            self._wish_preview(PreviewWish(end=PreviewEnd.KILL))

    def finished(self) -> Future[Any]:
        """Return a future for when no move is active or still on its way to the robot."""
        report = self._program.link.report
        if report is None or self._over(report):
            return fulfilled(())
        return self._program.until(lambda report: () if self._over(report) else None)

    def _over(self, report: RobotReport) -> bool:
        base = self._program.base
        unheard = base is not None and report.number < base.number
        return not self.active and not (unheard and report.time - self._since < _SETTLED)

    def protect(self) -> None:
        """Kill a walk whose legs have become too soft."""
        program = self._program
        if program.protections[STIFFNESS] and self.active and program.soft_leg:
            LOG.warning("the walk is killed: a leg joint is soft")
            self.kill()

    def takes_preview(self, feet: FeetConfig) -> bool:
        """Return whether the preview walk is needed: only it supports all of a move config."""
        if self._tuned.engine is MoveEngine.PREVIEW or feet.left != feet.right:
            return True
        if not self._program.protections[FOOT_CONTACT]:  # the other walk needs foot contact
            return True
        usual, asked = self._program.gait.default, feet.left
        heeds = ("step_height", "torso_wx", "torso_wy")
        return any(getattr(usual, name) != getattr(asked, name) for name in heeds)

    def _ways(
        self,
        report: RobotReport,
        poses: Sequence[tuple[float, float, float]],
        feet: FeetConfig,
        duration: float | None,
    ) -> list[WalkTo]:
        """Return the targets for the pressure-switched walk, one per pose."""
        ends = path_targets(self._program.effectors.robot(report), poses)
        share = path_speed(
            poses, feet, duration, self._program.gait, self._profile, self._tuned.slowest
        )
        standing = report if report.stands else self._standing
        stance = Pose2() if standing is None else self._program.effectors.stance(standing)
        torsos = [end @ stance for end in ends]
        frame, path = TargetFrame.ODOMETRY, PathShape.CONSTANT_TWIST
        return [WalkTo(t.x, t.y, t.heading, frame, share=share, path=path) for t in torsos]

    def _wish_preview(self, wish: PreviewWish) -> None:
        self._wish(MotionRequest(Motion.PREVIEW, preview=wish))

    def _wish(self, request: MotionRequest) -> int:
        report = self._program.link.report
        self._followed = self._begun = False
        self._since = report.time if report is not None else 0.0
        self._stood = None
        return self._program.wish(request)

    def stand(self) -> None:
        """Stand; a sitting robot stands up."""
        base = self._program.base
        if base is None or base.motion is not Motion.STAND or not self._program.asked:
            self._wish(MotionRequest())

    def _override(self) -> None:
        """Drop the previous command; a caller that waits for its arrival gets False."""
        self._waiting.clear()
        self._end_arrival(arrived=False)

    def _end_arrival(self, *, arrived: bool) -> None:
        self._ahead = []
        arrival, self._arrival = self._arrival, None
        if arrival is not None and not arrival.done():
            arrival.set_result(arrived)

    def _taken(self, report: RobotReport | None) -> bool:
        """Return whether the preview walk has accepted the last request."""
        base = self._program.base
        plan = report.preview if report is not None else None
        return base is not None and plan is not None and plan.number >= base.number

    def _update(self, report: RobotReport) -> None:
        """Supervise the current command."""
        if report.stands:
            self._standing = report
        base = self._program.base
        if self._followed and not self._program.asked:
            self._fail("the robot follows another request")
        if base is None or base.motion not in _MOVES:
            return
        self._begun = self._begun or report.walks
        stopped = any(report.leaf in each for each in (PICKED_UP, FREEZE, LIMP, SIT_DOWN))
        # A crouching robot also gets up before it walks.
        down = report.is_down if self._begun else report.leaf in FALL_PROTECTION
        dropped = report.forgotten == base.number
        ended = (self._begun and stopped) or report.lies_limp
        if ended or down or dropped or report.is_out_of_order:
            self._fail(f"the robot is in {report.leaf}")
            self.stand()
        elif report.number == base.number:
            self._followed = True
            self._follow(base, report)

    def _follow(self, base: MotionRequest, report: RobotReport) -> None:
        if base.preview is not None:
            self._follow_plan(base.preview, report)
        elif base.walk_to is not None and self._ahead and self._passes(base.walk_to, report):
            self._wish(MotionRequest(Motion.WALK_TO, walk_to=self._ahead.pop(0)))
        elif base.motion is Motion.WALK_TO:
            if report.goes or report.leaf not in STAND_NORMAL:
                self._stood = None
            elif self._stood is None:
                self._stood = report.time
            elif report.time - self._stood >= _SETTLED:
                self._end()

    def _passes(self, way: WalkTo, report: RobotReport) -> bool:
        """Return whether an intermediate pose has been reached within its wider tolerance."""
        off = report.odometry.inverse() @ Pose2(way.x, way.y, way.heading)
        tuned = self._tuned
        return math.hypot(off.x, off.y) <= tuned.passed and abs(off.heading) <= tuned.passed_turn

    def _follow_plan(self, wish: PreviewWish, report: RobotReport) -> None:
        plan = report.preview
        if plan is None or not self._taken(report):
            return
        if plan.ended and wish.end is None:
            self._fail(plan.ended)
            self.stand()
        elif self._waiting:
            mine = self._waiting.pop(0)
            mine.number = self._wish(mine.request)
        elif report.stands and not plan.unchangeable and not plan.changeable:
            # A walk that has not started yet has no steps either.
            if self._begun or report.time - self._since > _SETTLED:
                self._end()

    def _end(self) -> None:
        self._end_arrival(arrived=True)
        self._waiting.clear()
        self.stand()

    def _fail(self, why: str) -> None:
        LOG.warning("the move has ended: %s", why)
        self._program.event("ALMotion/MoveFailed", why)
        self._followed = False
        self._override()
