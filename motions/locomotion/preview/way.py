"""Path to a pose in the preview walk: plans its steps, and corrects it for deviations.

Every step advances along the path as far as gait and clipping allow; a step that cannot advance
closes up, so that the next one can. As no foothold is requested exactly, a step may land beside its
plan, and later ones correct for that. Feet land further ahead than planned, and slip when they
turn: the path is therefore corrected for the actual footholds and heading.
"""

import logging
import math
from collections.abc import Callable, Mapping
from typing import Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, Pose3, angle_difference
from motions.kinematics.twist import twist_between
from motions.locomotion.clipping import clip_footstep
from motions.locomotion.config import FeetConfig
from motions.locomotion.gait import GaitParameters, MoveConfig
from motions.locomotion.path import TwistPath
from motions.locomotion.preview.parameters import WayParameters
from motions.locomotion.velocity import step_period
from motions.perception.state import RobotState
from motions.scalars import clamp

_LOG = logging.getLogger("motions")
_HALVINGS: Final = 20
"""Bisections of the search for the reach of a step: to a millionth of a part, which may be long."""
_NEAR: Final = 1e-6
"""Feet closer than this are at the same pose, m and rad."""


class PlannedPath:
    """A path being walked, with closed feet at its end.

    Attributes:
        planned: Whether all steps are planned.
    """

    def __init__(
        self,
        path: TwistPath,
        config: FeetConfig,
        duration: float | None,
        gait: GaitParameters,
        share: float,
    ) -> None:
        """Begin at the start of the path.

        Args:
            path: The path.
            config: Configs of the feet.
            duration: Wished duration, s; None for as fast as possible.
            gait: Gait with the limits of footsteps.
            share: Share of the limits that sidesteps and turns may use.
        """
        self._path = path
        self._config = config
        self._duration = duration
        self._gait = gait
        self._separation = gait.fixed.foot_separation
        self._share = share
        self._feet: dict[Side, Pose2] = {}
        self._at = 0.0
        self._warned = False
        self.planned = False

    def begin(self, robot: Pose2) -> None:
        """Begin at the actual pose of the robot."""
        self._path.begin(robot)

    def needs(self, left: Pose2, right: Pose2, ahead: float, enough: float) -> bool:
        """Return whether another step must be planned.

        The last two are planned at once, and none after them: corrections of steps that land beside
        their plan would never end.

        Args:
            left: Pose of the left foot after the planned steps.
            right: Pose of the right foot.
            ahead: Duration of the planned steps, s.
            enough: Duration that must be planned, s.
        """
        self.planned = self.planned or self._over(left, right)
        if self.planned:
            return False
        return ahead <= (2.0 * enough if self._closes else enough)

    def next(
        self, left: Pose2, right: Pose2, swing: Side | None
    ) -> tuple[Side, Pose2, float, MoveConfig]:
        """Return the next step: foot, move, duration, s, and config.

        Args:
            left: Pose of the left foot before it.
            right: Pose of the right foot.
            swing: The foot that steps; the one that gets further if None.
        """
        self._feet = {Side.LEFT: left, Side.RIGHT: right}
        reach = {side: self._furthest(side) for side in Side if swing in (side, None)}
        if swing is None:
            one, other = reach[Side.LEFT], reach[Side.RIGHT]
            further = other is not None and (one is None or other > one)
            swing = Side.RIGHT if further else Side.LEFT
        before, reached = self._at, reach[swing]
        if reached is None:
            move = self._back_to_it(swing)
        else:
            self._at = reached
            move = self._feet[swing.other].inverse() @ self._beside(self._path.at(reached), swing)
        config, fixed = self._config.of(swing), self._gait.fixed
        period = step_period(1.0, config, fixed)
        if self._duration is not None:
            asked = self._duration * (self._at - before) / self._path.length
            period = clamp(asked, period, fixed.max_step_period)
            self._warn_if_too_long(asked)
        return swing, move, period, config

    def correct(self, robot: Pose2, error: tuple[float, float], turn: float) -> None:
        """Correct the path for a robot that is off its plan.

        Args:
            robot: Planned pose of the robot.
            error: Deviation from the planned position, along the axes of the plan, m.
            turn: Deviation of the heading, to the left, rad.
        """
        self.planned = False
        begin = self._path.at(0.0)
        there = Pose2(begin.x - error[0], begin.y - error[1], begin.heading)
        self._path.begin(robot @ Pose2(heading=-turn) @ robot.inverse() @ there)

    def _warn_if_too_long(self, asked: float) -> None:
        """Warn once that the requested duration of a step, s, exceeds the longest possible."""
        longest = self._gait.fixed.max_step_period
        if asked > longest and not self._warned:
            self._warned = True
            _LOG.warning(
                "move_to: a duration of %.4g s needs steps of %.2f s; they take at most %.2f s,"
                " so the path ends sooner", self._duration, asked, longest,
            )  # fmt: skip

    @property
    def _closes(self) -> bool:
        """Return whether a foot has reached the end, so that only closing steps are left."""
        return self._at >= self._path.length

    def _over(self, left: Pose2, right: Pose2) -> bool:
        """Return whether both feet are at the end; a path of several parts may also begin there."""
        if not self._closes and self._path.length > 1.0:
            return False
        end = self._path.end
        return _same(left, self._beside(end, Side.LEFT)) and _same(
            right, self._beside(end, Side.RIGHT)
        )

    def _beside(self, robot: Pose2, side: Side) -> Pose2:
        """Return the pose of a foot of a robot standing with closed feet."""
        return robot @ Pose2(0.0, 0.5 * side.sign * self._separation)

    def _back_to_it(self, swing: Side) -> Pose2:
        """Return the move of a foot beside the path: as far back to it as possible."""
        other = self._feet[swing.other]
        closed, there = self._beside(other, swing), self._path.at(self._at)

        def move(share: float) -> Pose2:
            return other.inverse() @ self._beside(twist_between(closed, there, share), swing)

        return move(_furthest_that(lambda share: self._fits(swing, move(share)), 0.0, 1.0))

    def _furthest(self, swing: Side) -> float | None:
        """Return the furthest position on the path that the foot can reach; None without one."""
        other = self._feet[swing.other].inverse()
        at, length = self._at, self._path.length

        def reaches(way: float) -> bool:
            return self._fits(swing, other @ self._beside(self._path.at(way), swing))

        if length - at <= 1.0 and reaches(length):
            return length
        if not reaches(at):
            return None
        return _furthest_that(reaches, at, min(at + 1.0, length))

    def _fits(self, swing: Side, move: Pose2) -> bool:
        config, fixed = self._config.of(swing), self._gait.fixed
        wider = swing.sign * move.y - fixed.foot_separation
        share = self._share
        if not (
            fixed.min_step_x <= move.x <= config.max_step_x
            and share * (fixed.min_foot_separation - fixed.foot_separation) <= wider
            and wider <= share * (config.max_step_y - fixed.foot_separation)
            and abs(move.heading) <= share * config.max_step_theta
        ):
            return False
        return not clip_footstep(move, swing.other, self._gait).by


def _furthest_that(fits: Callable[[float], bool], low: float, high: float) -> float:
    """Return the largest value that fits, by bisection; `low` must fit."""
    for _ in range(_HALVINGS):
        mid = 0.5 * (low + high)
        low, high = (mid, high) if fits(mid) else (low, mid)
    return low


def _same(first: Pose2, second: Pose2) -> bool:
    gap = first.inverse() @ second
    return max(abs(gap.x), abs(gap.y), abs(gap.heading)) < _NEAR


class PathDeviation:
    """Deviation of the robot from its plan, estimated from footholds and heading.

    Attributes:
        error: Deviation of the position, along the axes of the plan, m.
        turn: Deviation of the heading, to the left, rad.
    """

    def __init__(self, parameters: WayParameters) -> None:
        self._parameters = parameters
        self._known = 0.0
        self.error = (0.0, 0.0)
        self.turn = 0.0

    def begin(self, robot: RobotState, planned: float) -> None:
        """Begin with no deviation from the planned heading, rad."""
        self._known = angle_difference(robot.odometry.heading, planned)
        self.error = (0.0, 0.0)
        self.turn = 0.0

    def update(self, robot: RobotState, planned: float) -> None:
        """Update the mean deviation of the heading, which oscillates in every step.

        Without an inertial unit odometry does not measure turns.
        """
        if robot.blind:
            return
        now = angle_difference(robot.odometry.heading, planned + self._known)
        self.turn += robot.cycle / self._parameters.look * (now - self.turn)

    def landed(
        self,
        robot: RobotState,
        side: Side,
        feet: Mapping[Side, Pose2],
        correct: Callable[[tuple[float, float], float], bool],
    ) -> None:
        """Update the deviation with the foothold of a landed foot, from which later steps begin.

        Args:
            robot: The robot, on both feet.
            side: The landed foot.
            feet: Planned poses of both feet.
            correct: Corrects the path; returns whether this was possible.
        """
        own = self._parameters
        lands, planned = landed_at(robot, side, feet), feet[side]
        self.error = (self.error[0] + lands.x - planned.x, self.error[1] + lands.y - planned.y)
        if abs(self.turn) < own.turn and math.hypot(*self.error) < own.distance:
            return
        if correct(self.error, self.turn):
            self.accept()

    def accept(self) -> None:
        """Take the present deviation as known: a path has been planned for it, or from there."""
        self._known += self.turn
        self.error, self.turn = (0.0, 0.0), 0.0


def landed_at(robot: RobotState, side: Side, feet: Mapping[Side, Pose2]) -> Pose2:
    """Return the measured pose of a foot, with the other one at its planned pose."""
    one, other = (_on_floor(robot.sole(each)) for each in (side, side.other))
    return feet[side.other] @ other.inverse() @ one


def _on_floor(sole: Pose3) -> Pose2:
    return Pose2(sole.x, sole.y, sole.yaw)
