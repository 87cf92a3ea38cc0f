"""Drives the ball before the feet to a place: it is touched by the foot whose turn it is.

Nobody aligns himself and nobody stops: every step either touches the ball or leads to where the
next one can. What a touch is off, the next one makes good, as its direction is from the ball to the
place.
"""

import math
from dataclasses import replace

from hardware.robots.model import Side
from motions.errands.task import (
    UNKNOWN_BALL,
    UNKNOWN_PLACE,
    ErrandTask,
    Origin,
    Planner,
    situation,
)
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import PoseTarget
from motions.generators.to_ball import WalkToBall
from motions.generators.to_pose import WalkToPose
from motions.kicks.can_start import KickAsk
from motions.kicks.memory import KickMemory
from motions.kicks.parameters import KickTable
from motions.kicks.wish import Dribble, KickAlignment, KickKind, KickPreStep
from motions.kinematics.geometry import Pose2, wrap_angle
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

_KINDS = (KickKind.FORWARD,)


class DribbleTask(ErrandTask):
    """Touches the ball again and again until it is where it shall be."""

    def __init__(
        self,
        wish: Dribble,
        robot: RobotState,
        planner: Planner,
        parameters: GeneratorParameters,
        table: KickTable,
        memory: KickMemory,
    ) -> None:
        """Begin: a place in the frame of the robot means where the robot is now."""
        super().__init__()
        self._wish = wish
        self._planner = planner
        self._table = table
        self._memory = memory
        self._origin = Origin(wish.frame, robot)
        self._generator = WalkToBall(parameters.to_ball, WalkToPose(parameters.to_pose))
        self._side: Side | None = None
        self._direction: float | None = None
        self._there = False

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the ball is known, and not yet where it shall be."""
        ball, place = self._ball(robot), self._place(robot)
        if ball is None or place is None:
            return False
        left = math.hypot(place.x - ball.x, place.y - ball.y)
        way = self._way(ball, place)
        past = self._direction is not None and abs(wrap_angle(way - self._direction)) > math.pi / 2
        if left <= self._wish.tolerance or past:
            self._there = True
        self._said = "the ball is there" if self._there else f"{left:.2f} m left for the ball"
        return not self._there

    def walk_kicks(self, robot: RobotState) -> tuple[KickAsk, ...]:
        """Return the touches that are welcome now."""
        ball, place = self._ball(robot), self._place(robot)
        if self._there or ball is None or place is None or ball.time <= self._memory.last:
            return ()
        way, left = self._way(ball, place), math.hypot(place.x - ball.x, place.y - ball.y)
        own, precision = self._table.dribble, self._wish.precision
        return tuple(
            KickAsk(
                name=kind.value,
                place=self._table.places[kind.value],
                direction=way,
                precision=(-precision, precision),
                strength=self._table.places[kind.value].strength(min(own.length, left)),
                alignment=KickAlignment.JUST_HIT,
                pre_step=KickPreStep.FORBIDDEN,
                ball=ball,
                faster=own.slower_than,
            )
            for kind in _KINDS
        )

    def side(self, state: RobotState) -> float:
        """Return to which side the first step goes better."""
        ball = self._memory.ball.ball
        return 0.0 if ball is None else ball.seen_from(self._planner.standing(state)).y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._planner.coming(state, swing, last)
        ball, place = self._ball(state), self._place(state)
        if ball is None or place is None:
            return Step()
        self._direction = way = self._way(ball, place)
        own = self._table.dribble
        if ball.time <= self._memory.last:
            # It was touched, and is not seen yet: somewhere ahead.
            x, y = math.cos(way), math.sin(way)
            ball = RollingBall(
                state.time, ball.x + own.length * x, ball.y + own.length * y, 0, 0, 1
            )
        met = ball.at(state.time + self._time_to(ball.at(state.time), frame, limits))
        seen = met.seen_from(frame)
        self._choose(wrap_angle(way - frame.heading) - math.atan2(seen.y, seen.x))
        assert self._side is not None
        x, y = self._table.places[_KINDS[0].value].ball
        end = Pose2(met.x, met.y, way) @ Pose2(own.nearer - x, -self._side.sign * y)
        target = PoseTarget(self._planner.way(frame, end))
        around = situation(swing, last, limits, state, frame)
        if abs(wrap_angle(way - math.atan2(met.y - frame.y, met.x - frame.x))) < own.behind:
            around = replace(around, ball=None)  # it lies ahead: nothing to walk around
        return self._generator.step(target, around)

    def _choose(self, turn: float) -> None:
        """Choose the foot, unless the ball lies so straight ahead that noise would choose it."""
        turn = wrap_angle(turn)
        if self._side is None or abs(turn) > self._table.dribble.sure:
            self._side = Side.RIGHT if turn > 0.0 else Side.LEFT

    def _time_to(self, ball: RollingBall, frame: Pose2, limits: StepLimits) -> float:
        """Return how long the robot needs to the ball, s."""
        own = self._table.dribble
        away = (
            math.hypot(ball.x - frame.x, ball.y - frame.y)
            - self._table.places[_KINDS[0].value].ball[0]
        )
        return clamp(away / own.speed, 0.0, own.looks_ahead)

    def _way(self, ball: RollingBall, place: Pose2) -> float:
        """Return the heading from the ball to the place; close to it, the last one, rad."""
        x, y = place.x - ball.x, place.y - ball.y
        return math.atan2(y, x)

    def _place(self, robot: RobotState) -> Pose2 | None:
        origin = self._origin.now(robot)
        if origin is None:
            self._said = UNKNOWN_PLACE
            return None
        return origin @ Pose2(self._wish.x, self._wish.y)

    def _ball(self, robot: RobotState) -> RollingBall | None:
        """Return the ball as it was seen last, if that is not too long ago."""
        ball = self._memory.ball.ball
        if ball is None:
            self._said = UNKNOWN_BALL
        elif robot.time - ball.time > self._table.ready.seen_within:
            self._said = f"the ball was seen {robot.time - ball.time:.1f} s ago"
        else:
            return ball
        return None
