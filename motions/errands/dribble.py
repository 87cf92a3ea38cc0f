"""Dribbles the ball to a place or in a direction, with whichever foot swings next.

The robot neither aligns itself nor stops: every step either touches the ball or leads to where the
next one can. Each touch corrects the error of the last, as its direction is from the ball to the
place; a dribble in a direction has no line to return to.
"""

import math
from dataclasses import replace
from typing import Final

from hardware.robots.model import Side
from motions.errands.ball_task import BallTask
from motions.errands.length_warning import LengthWarning
from motions.errands.task import UNKNOWN_PLACE, ErrandTask, TaskContext, situation
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
    """Touches the ball repeatedly until it has reached its place, if it has one."""

    def __init__(self, wish: Dribble, robot: RobotState, context: TaskContext) -> None:
        """Begin; the frame `ROBOT` is the robot's present pose."""
        super().__init__(wish.frame, robot, context)
        self._wish = wish
        self._touched_towards: float | None = None
        self._side: Side | None = None
        self._there = False
        self._length = self._table.dribble.length if wish.length is None else wish.length
        self._warning = LengthWarning(
            "dribble: requested length %.2f m of a touch is outside the range", "touching"
        )

    @property
    def done(self) -> bool:
        """Return whether the ball has reached its place or passed it."""
        return self._there

    def take_over(self, other: ErrandTask) -> None:
        """Keep what was chosen and learnt on the way, and do not repeat a warning."""
        if isinstance(other, DribbleTask):
            self._side, self._generator = other._side, other._generator
            if self._wish.place == other._wish.place:
                self._touched_towards = other._touched_towards
            if self._length == other._length:
                self._warning = other._warning

    def goes_on(self, robot: RobotState, frame: Pose2) -> bool:
        """Return whether the ball is known and has not reached its place."""
        known = self._known(robot)
        if known is None:
            return False
        _, left, direction = known
        if self._wish.place is None:
            self._message = "the ball is dribbled until another request comes"
            return True
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
        known = self._known(robot)
        if known is None:
            return ()
        ball, left, direction = known
        if self._there or ball.time <= self._memory.last:
            return ()
        own, precision = self._table.dribble, self._wish.precision
        wear = self._table.wear(self._play.quality)
        weakest = self._table.places[_GENTLE].reach(wear)[0]
        self._warning.look(self._length, (weakest, self._table.places[_TOUCH].reach(wear)[1]))
        length = self._touch_length(left)
        return tuple(
            KickRequest(
                name=name,
                place=self._table.places[name],
                direction=direction,
                precision=(-precision, precision),
                strength=self._table.places[name].strength(length, wear),
                alignment=KickAlignment.JUST_HIT,
                pre_step=KickPreStep.FORBIDDEN,
                ball=ball,
                faster=own.slower_than,
            )
            for name in (self._ahead(left), _CORNER)
        )

    def _touch_length(self, left: float) -> float:
        """Return how far a touch is to roll the ball that is this far from its place, m."""
        own = self._table.dribble
        return min(self._length, own.gentle, left) if left <= own.gentle_within else self._length

    def _ahead(self, left: float) -> str:
        """Return the name of the kick straight ahead for a ball this far from its place, m."""
        weakest = self._table.places[_TOUCH].reach(self._table.wear(self._play.quality))[0]
        gentle = left <= self._table.dribble.gentle_within or self._length < weakest
        return _GENTLE if gentle else _TOUCH

    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step."""
        ball = self._memory.ball.ball
        return 0.0 if ball is None else ball.seen_from(self._zero_frame.between(state)).y

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        known = self._known(state)
        if known is None:
            return Step()
        ball, left, direction = known
        own = self._table.dribble
        if ball.time <= self._memory.last:
            # Touched but not yet seen again: assumed ahead.
            self._touched_towards = direction
            length = self._touch_length(left)
            x = ball.x + length * math.cos(direction)
            y = ball.y + length * math.sin(direction)
            ball = replace(ball, time=state.time, x=x, y=y, vx=0.0, vy=0.0)
        met = ball.at(state.time + self._time_to(ball.at(state.time), frame))
        seen = met.seen_from(frame)
        off = angle_difference(direction, frame.heading) - math.atan2(seen.y, seen.x)
        foot = self._foot_for(wrap_angle(off))
        # The robot brakes before its target, so the target is the nearest allowed place to touch:
        # that of the kick it will make, as another's may be too near, where it would step in place.
        place = self._table.places[self._ahead(left)]
        x, y = place.ball
        nearest = x + place.ahead[0]
        end = Pose2(met.x, met.y, direction) @ Pose2(-nearest, -foot.sign * y)
        target = PoseTarget(self._zero_frame.displacement(frame, end), share=self._wish.share)
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
        away = math.hypot(ball.x - frame.x, ball.y - frame.y) - self._table.places[_TOUCH].ball[0]
        return clamp(away / (own.speed * self._wish.share.forward), 0.0, own.looks_ahead)

    def _known(self, robot: RobotState) -> tuple[RollingBall, float, float] | None:
        """Return the ball, its distance from its place and the heading there; None if unknown.

        Without a place, the distance is infinite.
        """
        ball, origin, place = self._seen(robot), self._origin.now(robot), self._wish.place
        if origin is None:
            self._message = UNKNOWN_PLACE
        if ball is None or origin is None:
            return None
        if place is None:
            return ball, math.inf, origin.heading + (self._wish.direction or 0.0)
        end = origin @ place
        x, y = end.x - ball.x, end.y - ball.y
        return ball, math.hypot(x, y), math.atan2(y, x)
