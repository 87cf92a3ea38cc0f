"""A way to a pose, as the preview walk goes it: which step is next, and whether all are known.

Nobody has said where a foot shall go: a step may land beside its plan, and those that are planned
after it make up for that. Feet land further than they are planned, and slip when they turn: the way
is led on from where they stand and the robot looks.
"""

import math
from collections.abc import Callable, Mapping

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, Pose3, angle_difference
from motions.locomotion.clipping import clip_footstep
from motions.locomotion.config import FeetConfig
from motions.locomotion.gait import GaitParameters, MoveConfig
from motions.locomotion.path import PathSteps, TwistPath
from motions.locomotion.preview.parameters import WayParameters
from motions.locomotion.velocity import step_period
from motions.perception.state import RobotState
from motions.scalars import clamp


class AskedWay:
    """A way that is being gone.

    Attributes:
        planned: All steps are known.
    """

    def __init__(
        self,
        path: TwistPath,
        feet: FeetConfig,
        duration: float | None,
        gait: GaitParameters,
        share: float,
    ) -> None:
        """Begin at its beginning.

        Args:
            path: Where it goes.
            feet: How the feet step.
            duration: How long it shall take, s.
            gait: What footsteps may be.
            share: Of that steps aside and turns are no more.
        """
        self._path = path
        self._feet = feet
        self._duration = duration
        self._gait = gait
        self._steps = PathSteps(path, gait.fixed.foot_separation)
        self._share = share
        self.planned = False

    def begin(self, robot: Pose2) -> None:
        """Begin where the robot really stands."""
        self._path.begin(robot)

    def needs(self, left: Pose2, right: Pose2, ahead: float, enough: float) -> bool:
        """Return whether another step is to be planned.

        The last two are planned at once, and none after them: a step that lands beside its plan
        would need others, without an end.

        Args:
            left: Where the left foot is at the end of those that are.
            right: Where the right foot is.
            ahead: How long they take, s.
            enough: How much of a way has to be known, s.
        """
        self.planned = self.planned or self._steps.over(left, right)
        if self.planned:
            return False
        return ahead <= (2.0 * enough if self._steps.closes else enough)

    def next(
        self, left: Pose2, right: Pose2, swing: Side | None
    ) -> tuple[Side, Pose2, float, MoveConfig]:
        """Return the next step: foot, move, duration, s, and how the foot is lifted."""
        swing, move, gone = self._steps.next(left, right, swing, self._fits)
        config, fixed = self._feet.of(swing), self._gait.fixed
        period = step_period(1.0, config, fixed)
        if self._duration is not None:
            share = gone / self._path.length
            period = clamp(self._duration * share, period, fixed.max_step_period)
        return swing, move, period, config

    def lead(self, robot: Pose2, way: tuple[float, float], turn: float) -> None:
        """Lead it on from a robot that is elsewhere than planned.

        Args:
            robot: Where it is planned.
            way: By how much it is further, along the axes of the plan, m.
            turn: By how much it looks further to the left, rad.
        """
        self.planned = False
        begin = self._path.at(0.0)
        there = Pose2(begin.x - way[0], begin.y - way[1], begin.heading)
        self._path.begin(robot @ Pose2(heading=-turn) @ robot.inverse() @ there)

    def _fits(self, swing: Side, move: Pose2) -> bool:
        config, fixed = self._feet.of(swing), self._gait.fixed
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


class Astray:
    """By how much the robot is elsewhere than planned, by where its feet land and it looks.

    Attributes:
        way: Of where it is, along the axes of the plan, m.
        turn: Of where it looks, to the left, rad.
    """

    def __init__(self, parameters: WayParameters) -> None:
        self._parameters = parameters
        self._known = 0.0
        self.way = (0.0, 0.0)
        self.turn = 0.0

    def begin(self, robot: RobotState, planned: float) -> None:
        """Begin with a robot that is where it is planned, and looks so, rad."""
        self._known = angle_difference(robot.odometry.heading, planned)
        self.way = (0.0, 0.0)
        self.turn = 0.0

    def update(self, robot: RobotState, planned: float) -> None:
        """Take in one cycle of where it looks: a mean, as it turns to and fro in every step.

        Without an inertial unit odometry counts no turns, and tells nothing of where it looks.
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
        lead: Callable[[tuple[float, float], float], bool],
    ) -> None:
        """Take in where a foot has landed: all that follows begins there.

        Args:
            robot: The robot, on both feet.
            side: The foot.
            feet: Where they are planned.
            lead: Leads the way on, if there is one and that can be done; says whether.
        """
        own = self._parameters
        lands, planned = landed_at(robot, side, feet), feet[side]
        self.way = (self.way[0] + lands.x - planned.x, self.way[1] + lands.y - planned.y)
        if abs(self.turn) < own.turn and math.hypot(*self.way) < own.distance:
            return
        if lead(self.way, self.turn):
            self._known += self.turn
            self.way, self.turn = (0.0, 0.0), 0.0


def landed_at(robot: RobotState, side: Side, feet: Mapping[Side, Pose2]) -> Pose2:
    """Return where a foot is, by its joints, with the other one where it is planned."""
    one, other = (_on_floor(robot.sole(each)) for each in (side, side.other))
    return feet[side.other] @ other.inverse() @ one


def _on_floor(sole: Pose3) -> Pose2:
    return Pose2(sole.x, sole.y, sole.yaw)
