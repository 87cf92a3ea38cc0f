"""Gets a foot into the way of a rolling ball: the widest step aside first, a turn while closing.

Usually a turn takes from a step's way; here the way takes from the turn.
"""

import math
from dataclasses import dataclass, replace

from hardware.units import FlatPoint
from motions.generators.parameters import InterceptParameters
from motions.generators.rolling_ball import time_to_roll
from motions.generators.situation import BallAhead, KickedAway, Situation
from motions.perception.world import RollingBall
from motions.scalars import clamp, toward
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step

_ROLLS = 1e-3
"""Slower balls lie, m/s."""
_LOOKS = 4
"""So many steps of the foot that kicks are looked ahead."""
_ALONG = 1e-6
"""A way beside this little of a line's normal never gets into the line."""


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Where the feet meet a ball, seen from where they are.

    Attributes:
        ahead: m.
        aside: To the left, m.
        soon: It is there within the time of a few steps.
        across: Direction of the shortest way into the ball's line, of length 1; None for a ball
            that is met in a single point.
        off: How far the line is away, m.
        covered: As far the feet reach to that direction, m.
    """

    ahead: float
    aside: float
    soon: bool
    across: tuple[float, float] | None = None
    off: float = 0.0
    covered: float = 0.0

    @property
    def stopped(self) -> bool:
        """Return whether the feet are in the way of the ball already."""
        return self.across is not None and math.hypot(self.ahead, self.aside) <= self.covered

    @property
    def crosses(self) -> bool:
        """Return whether the ball rolls past ahead or behind rather than towards the robot."""
        return self.across is not None and abs(self.across[0]) > abs(self.across[1])

    def aside_at(self, ahead: float) -> float:
        """Return how far aside the feet must go at least for who goes so far ahead instead, m."""
        if self.across is None or abs(self.across[1]) < _ALONG:
            return self.aside
        return max(self.off - self.covered - self.across[0] * ahead, 0.0) / self.across[1]


class InterceptBall:
    """The step into the way of a ball; planned is a left step, as to a pose."""

    def __init__(self, parameters: InterceptParameters) -> None:
        self._parameters = parameters

    def step(self, kicked: KickedAway | None, situation: Situation) -> Step:
        """Return the coming step; a ball that does not come is no reason for one.

        Args:
            kicked: From where and when the ball is kicked away; None stops it.
            situation: What the step is planned in.
        """
        ball = situation.ball
        if ball is None:
            return Step()
        mirror = situation.swing.sign
        x, y = ball.position[0], mirror * ball.position[1] + 0.0
        vx, vy = ball.velocity[0], mirror * ball.velocity[1] + 0.0
        speed = math.hypot(vx, vy)
        if speed < _ROLLS:
            return Step()
        parameters, limits = self._parameters, situation.limits
        way = vx / speed, vy / speed
        meeting = self._meeting((x, y), way, speed, ball.deceleration, kicked)
        ahead, aside = meeting.ahead, meeting.aside
        wide = limits.possible().side
        straight = limits.region(0.0, situation.last.x, hurried=True)
        if meeting.soon:
            low, high = parameters.forward
            near = ahead < parameters.hit_point and not meeting.crosses
            ahead = -parameters.step_back if near else clamp(ahead, low, high)
            aside = meeting.aside_at(ahead)
        aside = clamp(aside, -wide, wide)
        if kicked is not None:
            rolls = RollingBall(0.0, x, y, vx, vy, ball.deceleration)
            ahead = self._in_time(kicked, rolls)
        if aside < 0.0:
            aside = 0.0
        ahead, aside = straight.nearest(ahead, aside)
        turn = 0.0
        if abs(math.atan2(vy, vx)) < parameters.steep:
            inwards, outwards = limits.turn_range()
            free = limits.free_turn(ahead, aside)
            wanted = math.copysign(min(parameters.turn, free), -vy)
            turn = clamp(wanted, -inwards, outwards)
        return Step(ahead, mirror * aside + 0.0, mirror * turn + 0.0)

    def renewed(
        self, kicked: KickedAway | None, running: RunningStep, situation: Situation
    ) -> Step | None:
        """Return the running step with its way aside as the ball is now; None where it stays.

        The foot's target moves no faster than a leg that swings can follow without a jerk.

        Args:
            kicked: As of `step`.
            running: The step.
            situation: What is known, from the running step's zero-step frame.
        """
        own = self._parameters.inside_step
        if not own.active or situation.ball is None or running.time < own.after:
            return None
        way = self.way(situation.ball, kicked)
        if way is None:
            return None
        mirror, planned = running.swing.sign, running.planned
        widest = situation.limits.reach.side_limit(planned.x)
        most = own.speed * running.cycle
        before = mirror * planned.y
        aside = toward(before, clamp(mirror * way[1], 0.0, widest), most)
        return None if aside == before else replace(planned, y=mirror * aside + 0.0)

    def way(self, ball: BallAhead, kicked: KickedAway | None) -> FlatPoint | None:
        """Return how far the robot must go ahead and aside to meet the ball.

        None if the ball lies, or rolls away from the robot. Feet that are in its way already need
        not go anywhere: that is exactly 0.
        """
        vx, vy = ball.velocity
        speed = math.hypot(vx, vy)
        x, y = ball.position
        coming = vx * (self._parameters.hit_point - x) - vy * y
        if speed < _ROLLS or coming <= 0.0:
            return None
        way = vx / speed, vy / speed
        met = self._meeting((x, y), way, speed, ball.deceleration, kicked)
        return (0.0, 0.0) if met.stopped else (met.ahead, met.aside)

    def _in_time(self, kicked: KickedAway, ball: RollingBall) -> float:
        """Return how far ahead a left step goes so that the foot that kicks is next when it comes.

        Args:
            kicked: From where and when.
            ball: Where it is now, at a time of 0.
        """
        speed = math.hypot(ball.vx, ball.vy)
        along = max((ball.vx * (kicked.ahead - ball.x) - ball.vy * ball.y) / speed, 0.0)
        first = 2 if ball.y + along * ball.vy / speed > 0.0 else 1
        least = math.inf
        for steps in range(first, first + 2 * _LOOKS, 2):
            then = ball.at(steps * kicked.step + kicked.touch)
            least = min(least, (then.x - kicked.ahead) / steps, key=abs)
        return clamp(least, *self._parameters.in_time)

    def _meeting(
        self,
        ball: FlatPoint,
        way: tuple[float, float],
        speed: float,
        deceleration: float,
        kicked: KickedAway | None,
    ) -> _Meeting:
        """Return where the feet meet the ball, and whether soon.

        With time left their middle goes into the line, the shortest way; else they only go as far
        as they must.

        Args:
            ball: Where it is.
            way: Direction of its way, of length 1.
            speed: m/s.
            deceleration: While it rolls, m/s2.
            kicked: From where it is kicked; None stops it.
        """
        parameters = self._parameters
        along = way[0] * (parameters.hit_point - ball[0]) - way[1] * ball[1]
        passed, along = along < 0.0, max(along, 0.0)  # what has passed is met where it is
        x = ball[0] + along * way[0] - parameters.hit_point
        y = ball[1] + along * way[1]
        soon = time_to_roll(along, speed, deceleration) < parameters.soon
        if kicked is not None:
            return _Meeting(x, y - math.copysign(kicked.beside, y), soon)
        if passed:
            reach = parameters.foot - parameters.overlap
            return _Meeting(x, math.copysign(max(abs(y) - reach, 0.0), y), soon)
        off = math.hypot(x, y)
        across = (x / off, y / off) if off > 0.0 else (-way[1], way[0])
        covered = self._covered(across)
        share = max(1.0 - covered / off, 0.0) if soon and off > 0.0 else 1.0
        return _Meeting(share * x, share * y, soon, across, off, covered)

    def _covered(self, across: tuple[float, float]) -> float:
        """Return how far from the hit point the feet stop a ball, to one direction, m."""
        parameters = self._parameters
        reach = parameters.foot - parameters.overlap
        x, y = across
        return (reach * x if x > 0.0 else -parameters.hit_point * x) + reach * abs(y)
