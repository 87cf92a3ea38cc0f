"""Dribbles the ball to a place, with whichever foot swings next.

The robot neither aligns itself nor stops: every step either touches the ball or leads to where the
next one can. Each touch corrects the error of the last, as its direction is from the ball to the
place.
"""

import math
from dataclasses import replace
from typing import Final

from hardware.robots.model import Side
from motions.errands.ball_task import BallTask
from motions.errands.task import UNKNOWN_PLACE, TaskContext, situation
from motions.generators.situation import PoseTarget
from motions.kicks.can_start import KickRequest
from motions.kicks.wish import Dribble, KickAlignment, KickKind, KickPreStep
from motions.kinematics.geometry import Pose2, angle_difference, wrap_angle
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

_TOUCH: Final = KickKind.FORWARD.value
"""Kick of a usual touch: short, straight ahead."""
_GENTLE: Final = KickKind.TOUCH.value
"""Kick that keeps the ball near."""
_CORNER: Final = KickKind.TURN.value
"""Kick for bends sharper than a straight touch can follow."""


class DribbleTask(BallTask):
    """Touches the ball repeatedly until it has reached its place."""

    def __init__(self, wish: Dribble, robot: RobotState, context: TaskContext) -> None:
        """Begin; the frame `ROBOT` is the robot's present pose."""
        super().__init__(wish.frame, robot, context)
        self._wish = wish
        self._touched_from = context.kicks.table.places[_TOUCH]
        self._touched_towards: float | None = None
        self._side: Side | None = None
        self._there = False

    @property
    def done(self) -> bool:
        """Return whether the ball has reached its place or passed it."""
        return self._there

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the ball is known and has not reached its place."""
        ball, place = self._seen(robot), self._place(robot)
        if ball is None or place is None:
            return False
        left, direction = _distance(ball, place), _direction(ball, place)
        towards = self._touched_towards
        past = towards is not None and abs(wrap_angle(direction - towards)) > math.pi / 2
        if left <= self._wish.tolerance or past:
            self._there = True
        if not self._there:
            self._message = f"the ball is {left:.2f} m from its target"
        elif left <= self._wish.tolerance:
            self._message = "the ball has reached its target"
        else:
            self._message = f"the ball has passed its target and is {left:.2f} m from it"
        return not self._there

    def walk_kicks(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the possible touches; none until the ball is seen again after the last one.

        Straight ahead is preferred; a kick around the corner saves a walk around the ball.
        """
        ball, place = self._seen(robot), self._place(robot)
        if self._there or ball is None or place is None or ball.time <= self._memory.last:
            return ()
        own, precision = self._table.dribble, self._wish.precision
        left = _distance(ball, place)
        ahead, length = (_TOUCH, own.length) if left > own.gentle_within else (_GENTLE, own.gentle)
        length = min(length, left)
        wear = self._table.wear(self._play.quality)
        return tuple(
            KickRequest(
                name=name,
                place=self._table.places[name],
                direction=_direction(ball, place),
                precision=(-precision, precision),
                strength=self._table.places[name].strength(length, wear),
                alignment=KickAlignment.JUST_HIT,
                pre_step=KickPreStep.FORBIDDEN,
                ball=ball,
                faster=own.slower_than,
            )
            for name in (ahead, _CORNER)
        )

    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step."""
        ball = self._memory.ball.ball
        return 0.0 if ball is None else ball.seen_from(self._zero_frame.between(state)).y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        ball, place = self._seen(state), self._place(state)
        if ball is None or place is None:
            return Step()
        direction = _direction(ball, place)
        own = self._table.dribble
        if ball.time <= self._memory.last:
            # Touched but not yet seen again: assumed ahead.
            self._touched_towards = direction
            x = ball.x + own.length * math.cos(direction)
            y = ball.y + own.length * math.sin(direction)
            ball = replace(ball, time=state.time, x=x, y=y, vx=0.0, vy=0.0)
        met = ball.at(state.time + self._time_to(ball.at(state.time), frame))
        seen = met.seen_from(frame)
        off = angle_difference(direction, frame.heading) - math.atan2(seen.y, seen.x)
        foot = self._foot_for(wrap_angle(off))
        x, y = self._touched_from.ball
        # The robot brakes before its target, so the target is the nearest allowed place to touch.
        nearest = x + self._touched_from.ahead[0]
        end = Pose2(met.x, met.y, direction) @ Pose2(-nearest, -foot.sign * y)
        target = PoseTarget(self._zero_frame.displacement(frame, end))
        around = situation(swing, last, limits, state, frame)
        if abs(wrap_angle(direction - math.atan2(met.y - frame.y, met.x - frame.x))) < own.behind:
            around = replace(around, ball=None)  # the ball is ahead: nothing to walk around
        return self._generator.step(target, around)

    def _foot_for(self, turn: float) -> Side:
        """Return the foot for a ball that is to turn by this angle to the left of its bearing, rad.

        The last foot is kept for small angles, where noise would choose.
        """
        if self._side is None or abs(turn) > self._table.dribble.sure:
            self._side = Side.RIGHT if turn > 0.0 else Side.LEFT
        return self._side

    def _time_to(self, ball: RollingBall, frame: Pose2) -> float:
        """Return the time that the robot needs to reach the ball, s."""
        own = self._table.dribble
        away = math.hypot(ball.x - frame.x, ball.y - frame.y) - self._touched_from.ball[0]
        return clamp(away / own.speed, 0.0, own.looks_ahead)

    def _place(self, robot: RobotState) -> Pose2 | None:
        origin = self._origin.now(robot)
        if origin is None:
            self._message = UNKNOWN_PLACE
            return None
        return origin @ Pose2(self._wish.x, self._wish.y)


def _distance(ball: RollingBall, place: Pose2) -> float:
    return math.hypot(place.x - ball.x, place.y - ball.y)


def _direction(ball: RollingBall, place: Pose2) -> float:
    """Return the heading from the ball to the place, rad."""
    return math.atan2(place.y - ball.y, place.x - ball.x)
