"""One kind of a requested kick: the pose from which it is made, the foot, and the strength."""

import math
from collections.abc import Mapping

from hardware.robots.model import Side
from motions.errands.length_warning import LengthWarning
from motions.errands.task import TaskContext
from motions.kicks.wish import Kick, KickKind
from motions.kinematics.geometry import Pose2, wrap_angle
from motions.perception.world import RollingBall
from motions.scalars import clamp


class KickOption:
    """One of the kinds that a request permits; remembers its foot.

    Attributes:
        kind: The kind.
        place: Where the ball must lie.
        run_up: Length of the step before an in-walk kick, m.
        side: The chosen foot; None before a first choice.
        warning: Warns of a length out of reach.
    """

    def __init__(self, kind: KickKind, wish: Kick, context: TaskContext) -> None:
        self._wish = wish
        self._table, self._play = context.kicks.table, context.play
        self.warning = LengthWarning(
            f"kick '{kind.value}': requested length %.2f m is outside its range", "kicking"
        )
        kick = context.kicks.in_walk.get(kind.value)
        self.kind = kind
        self.place = self._table.places[kind.value]
        self.run_up = 0.0 if kick is None else kick.asked_before(wish.alignment).run_up
        self.side: Side | None = None

    def poses(self, here: Pose2, ball: RollingBall, wanted: float) -> dict[Side, Pose2]:
        """Return the pose from which each foot can kick.

        Args:
            here: The robot, in the odometry frame like the rest.
            ball: The ball now.
            wanted: Requested heading of the ball, rad.
        """
        away = math.hypot(ball.x - here.x, ball.y - here.y)
        towards = math.atan2(ball.y - here.y, ball.x - here.x)
        approach = self._table.approach
        ends = {}
        for side in Side:
            turn = side.sign * self.place.turn
            goes = here.heading + turn if away < approach.heading_within else towards
            aim = wanted + clamp(wrap_angle(goes - wanted), *self._wish.precision)
            x, y = self.place.ball
            stands = Pose2(ball.x, ball.y, wrap_angle(aim - turn)) @ Pose2(-x, -side.sign * y)
            # The V turns the support foot, and with it the robot, before the kick.
            ends[side] = stands @ Pose2(0.0, 0.0, side.sign * self.place.v_feet[1])
        return ends

    def nearer(self, here: Pose2, ends: Mapping[Side, Pose2]) -> Side:
        """Return the foot whose pose is nearer; noise does not change it.

        Args:
            here: The robot, in the odometry frame.
            ends: The pose of each foot.
        """
        far = {side: math.hypot(end.x - here.x, end.y - here.y) for side, end in ends.items()}
        if (
            self.side is None
            or far[self.side] > far[self.side.other] + self._table.approach.other_foot
        ):
            return min(Side, key=lambda side: far[side])
        return self.side

    def ball_off(self, left: Pose2) -> tuple[float, float]:
        """Return the ball's offset from its nominal position, ahead and outwards, m.

        Args:
            left: Remaining displacement of the robot to the pose of the kick.
        """
        x, y = self.place.ball
        sign = 1.0 if self.side is None else self.side.sign
        there = left @ Pose2(x, sign * y)
        return there.x - x, sign * there.y - y

    def strength(self, origin: Pose2, ball: RollingBall) -> float:
        """Return the strength for the requested length, 0..1; warn once if it is out of reach.

        Args:
            origin: Origin of the request's frame, in the odometry frame.
            ball: The ball, in the odometry frame.
        """
        wear = self._table.wear(self._play.quality)
        length, reach = self._wish.rolling_distance(origin, ball), self.place.reach(wear)
        if length is not None:
            self.warning.look(length, reach)
        return self.place.strength(length, wear)
