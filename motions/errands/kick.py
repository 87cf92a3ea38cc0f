"""Approach to the ball and kick: chooses the pose and the foot, and decides when to kick."""

import logging
import math

from hardware.robots.model import Side
from motions.errands.ball_task import BallTask
from motions.errands.step_errors import StepErrorLearner
from motions.errands.task import UNKNOWN_PLACE, ErrandTask, TaskContext, situation
from motions.generators.situation import PoseTarget
from motions.kicks.can_start import KickRequest
from motions.kicks.chosen_kick import KickOrder
from motions.kicks.wish import Kick, KickAlignment
from motions.kinematics.geometry import Pose2, wrap_angle
from motions.perception.state import RobotState
from motions.perception.world import RollingBall
from motions.scalars import clamp
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

_LOG = logging.getLogger("motions")


class KickTask(BallTask):
    """Walks to where the ball can be kicked, and decides when it is kicked."""

    def __init__(self, wish: Kick, robot: RobotState, context: TaskContext) -> None:
        """Begin; the frame `ROBOT` is the robot's present pose."""
        super().__init__(wish.frame, robot, context)
        self._wish = wish
        self._place = context.kicks.table.places[wish.kind.value]
        kick = context.kicks.in_walk.get(wish.kind.value)
        self._run_up = 0.0 if kick is None else kick.asked_before(wish.alignment).run_up
        self._before = context.memory.begun
        self._step_errors = StepErrorLearner(context.generators.errand.misses)
        self._warned = False

    @property
    def done(self) -> bool:
        """Return whether a kick begun since the wish arrived was seen to hit."""
        return self._memory.hit > self._before

    def take_over(self, other: ErrandTask) -> None:
        """Count kicks begun by the other task, unless it is done already."""
        if isinstance(other, KickTask) and not other.done:
            self._before = other._before

    def left(self, robot: RobotState, frame: Pose2) -> Pose2 | None:
        """Return the remaining displacement; None if there is nothing to kick."""
        end = self._end(robot, frame)
        return None if end is None else frame.inverse() @ end

    def within(self, left: Pose2, factor: float) -> bool:
        """Return whether the ball lies in the kick's window, scaled by a factor."""
        if not self._wish.kind.from_stand:
            return False  # the robot does not stop for an in-walk kick
        place = self._place
        if self._wish.alignment is KickAlignment.PRECISE:
            factor *= self._table.approach.precise
        ahead, outwards = self._ball_off(left)
        return (
            factor * place.ahead[0] <= ahead <= factor * place.ahead[1]
            and factor * place.aside[0] <= outwards <= factor * place.aside[1]
            and abs(left.heading) <= factor * place.turn_within
        )

    def stand_kick(self, robot: RobotState, left: Pose2) -> KickOrder | None:
        """Return the kick once enough pictures have shown the ball to the standing robot."""
        ready, ball = self._table.ready, self._memory.ball
        if ball.ball is None or not self._wish.kind.from_stand or self._side is None:
            return None
        if ball.pictures < ready.pictures:
            jumped = f", which jumped by {ball.jumped:.2f} m" if ball.jumped else ""
            self._message = (
                f"{ball.pictures} of {ready.pictures} required pictures of the ball{jumped}"
            )
            return None
        origin = self._origin.now(robot)
        if origin is None:
            return None
        strength = self._strength(origin, ball.ball)
        return KickOrder(self._wish.kind.value, self._side, strength, self._ball_off(left))

    def walk_kicks(self, robot: RobotState) -> tuple[KickRequest, ...]:
        """Return the requested in-walk kick; none if there is nothing to kick."""
        origin, wish = self._origin.now(robot), self._wish
        if wish.kind.from_stand or origin is None:
            return ()
        ball, steady = self._ball(robot), self._memory.ball
        if ball is None:
            return ()
        if steady.jumped:
            self._message = (
                f"the ball jumped by {steady.jumped:.2f} m: not confirmed by a picture yet"
            )
            return ()
        request = KickRequest(
            name=wish.kind.value,
            place=self._place,
            direction=wish.heading(origin, ball),
            precision=wish.precision,
            strength=self._strength(origin, ball),
            alignment=wish.alignment,
            pre_step=wish.pre_step,
            ball=ball,
        )
        return (request,)

    def side(self, state: RobotState) -> float:
        """Return the preferred side of the first step."""
        here = self._zero_frame.between(state)
        end = self._end(state, here)
        if end is None:
            return 0.0
        left = here.inverse() @ end
        return left.y if abs(left.y) > self._place.aside[1] else left.heading

    def step(self, swing: Side, last: Step, limits: StepLimits, state: RobotState) -> Step:
        """Return the coming step."""
        frame = self._zero_frame.coming(state, swing, last)
        end = self._end(state, frame)
        if end is None:
            return Step()
        left = self._zero_frame.displacement(frame, end)
        left = Pose2(left.x - self._run_up, left.y, left.heading)
        self._step_errors.learn(last, frame)
        target = PoseTarget(self._step_errors.compensated(left, swing), share=self._wish.share)
        step = self._generator.step(target, situation(swing, last, limits, state, frame))
        self._step_errors.remember(step, left, frame, swing)
        return step

    def _end(self, robot: RobotState, here: Pose2) -> Pose2 | None:
        """Return the pose from which to kick, in the odometry frame; None without one."""
        origin, ball = self._origin.now(robot), self._ball(robot)
        if origin is None:
            self._message = UNKNOWN_PLACE
        if origin is None or ball is None:
            return None
        self._message = ""
        # The target is the present position of a rolling ball: robots that walked to a predicted
        # one kicked no sooner, neither from standing nor in the walk.
        away = math.hypot(ball.x - here.x, ball.y - here.y)
        towards = math.atan2(ball.y - here.y, ball.x - here.x)
        approach = self._table.approach
        wanted = wrap_angle(self._wish.heading(origin, ball))
        ends = {}
        for side in Side:
            turn = side.sign * self._place.turn
            goes = here.heading + turn if away < approach.heading_within else towards
            aim = wanted + clamp(wrap_angle(goes - wanted), *self._wish.precision)
            x, y = self._place.ball
            stands = Pose2(ball.x, ball.y, wrap_angle(aim - turn)) @ Pose2(-x, -side.sign * y)
            # The V turns the support foot, and with it the robot, before the kick.
            ends[side] = stands @ Pose2(0.0, 0.0, side.sign * self._place.v_feet[1])
        far = {side: math.hypot(end.x - here.x, end.y - here.y) for side, end in ends.items()}
        if self._side is None or far[self._side] > far[self._side.other] + approach.other_foot:
            self._side = min(Side, key=lambda side: far[side])
        return ends[self._side]

    def _ball(self, robot: RobotState) -> RollingBall | None:
        """Return the ball now if it can be kicked; else None, with the reason in `_message`."""
        memory = self._memory
        if self.done:
            self._message = "the kick has hit the ball"
            return None
        ball = memory.ball.ball
        if ball is not None and ball.time <= memory.last:
            self._message = "the ball has not been seen since the last kick"
            return None
        if ball is not None and memory.unsure:
            self._message = "the kick is over; its outcome is not known yet"
            return None
        seen = self._seen(robot)
        return None if seen is None else seen.at(robot.time)

    def _ball_off(self, left: Pose2) -> tuple[float, float]:
        """Return the ball's offset from its nominal position, ahead and outwards, m."""
        x, y = self._place.ball
        sign = 1.0 if self._side is None else self._side.sign
        there = left @ Pose2(x, sign * y)
        return there.x - x, sign * there.y - y

    def _strength(self, origin: Pose2, ball: RollingBall) -> float:
        """Return the strength for the wished length, 0..1; warn once if it is out of reach."""
        wear = self._table.wear(self._play.quality)
        length, reach = self._wish.rolling_distance(origin, ball), self._place.reach(wear)
        if length is not None and not self._warned and not reach[0] <= length <= reach[1]:
            self._warned = True
            beyond = length > reach[1]
            _LOG.warning(
                "kick '%s': requested length %.2f m is outside its range of %.2f to %.2f m; kicking"
                " at %s strength",
                self._wish.kind.value,
                length,
                *reach,
                "full" if beyond else "least",
            )
        return self._place.strength(length, wear)
