"""Moves a foot into the path of a rolling ball: widest sidestep first, a turn while closing.

Usually a turn shortens the step; here the step limits the turn.
"""

import math
from dataclasses import dataclass, replace

from hardware.units import FlatPoint
from motions.generators.parameters import InterceptParameters
from motions.generators.situation import KickedAway, Situation
from motions.perception.world import RollingBall
from motions.scalars import clamp, toward
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step

_ROLLS = 1e-3
"""Slower balls count as at rest, m/s."""
_LOOKS = 4
"""Number of coming steps of the kicking foot that are considered."""
_ALONG = 1e-6
"""With a smaller sideways component of the normal, sidesteps never reach the line."""


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Where the feet meet a ball, relative to their present position.

    Attributes:
        ahead: Distance ahead, m.
        aside: Distance to the left, m.
        soon: Whether the ball arrives within a few steps.
        across: Unit vector of the shortest path into the ball's line; None for a ball that is
            met in a single point.
        off: Distance of the line, m.
        covered: Reach of the feet in that direction, m.
    """

    ahead: float
    aside: float
    soon: bool
    across: tuple[float, float] | None = None
    off: float = 0.0
    covered: float = 0.0

    @property
    def stopped(self) -> bool:
        """Return whether the feet already stop the ball."""
        return self.across is not None and math.hypot(self.ahead, self.aside) <= self.covered

    @property
    def crosses(self) -> bool:
        """Return whether the ball rolls past ahead or behind rather than towards the robot."""
        return self.across is not None and abs(self.across[0]) > abs(self.across[1])

    def aside_at(self, ahead: float) -> float:
        """Return the least sideways distance to meet the ball with this distance ahead, m."""
        if self.across is None or abs(self.across[1]) < _ALONG:
            return self.aside
        return max(self.off - self.covered - self.across[0] * ahead, 0.0) / self.across[1]


class InterceptBall:
    """Plans the step into the path of a ball, as a left step; right steps are mirrored."""

    def __init__(self, parameters: InterceptParameters) -> None:
        self._parameters = parameters

    def step(self, kicked: KickedAway | None, situation: Situation) -> Step:
        """Return the coming step; zero for a ball that is unknown or at rest.

        Args:
            kicked: Where and when the ball is kicked away; None stops it.
            situation: The planning situation.
        """
        ball = situation.ball
        if ball is None:
            return Step()
        mirror = situation.swing.sign
        ball = _mirrored(ball, mirror)
        if math.hypot(ball.vx, ball.vy) < _ROLLS:
            return Step()
        parameters, limits = self._parameters, situation.limits
        meeting = self._meeting(ball, kicked)
        ahead, aside = meeting.ahead, meeting.aside
        straight = limits.urgent(situation.last.x)
        if meeting.soon:
            low, high = parameters.forward
            near = ahead < parameters.hit_point and not meeting.crosses
            ahead = -parameters.step_back if near else clamp(ahead, low, high)
            aside = meeting.aside_at(ahead)
        if kicked is not None:
            ahead = self._in_time(kicked, ball)
        if aside < 0.0:
            aside = 0.0
        ahead, aside = straight.nearest(ahead, aside)
        turn = 0.0
        if abs(math.atan2(ball.vy, ball.vx)) < parameters.steep:
            inwards, outwards = limits.turn_range()
            free = limits.free_turn(ahead, aside)
            wanted = math.copysign(min(parameters.turn, free), -ball.vy)
            turn = clamp(wanted, -inwards, outwards)
        return Step(ahead, mirror * aside + 0.0, mirror * turn + 0.0)

    def renewed(
        self, kicked: KickedAway | None, running: RunningStep, situation: Situation
    ) -> Step | None:
        """Return the running step, moved sideways to the current ball; None if unchanged.

        Length and turn of the step stay, so it goes as far sideways as they need and allow. The
        foot's target moves no faster than the swinging leg can follow without a jerk.

        Args:
            kicked: As in `step`.
            running: The running step.
            situation: The situation in the running step's zero-step frame.
        """
        own, ball = self._parameters.inside_step, situation.ball
        if not own.active or ball is None or running.time < own.after:
            return None
        if self.offset_to_meeting(ball, kicked) is None:
            return None
        limits, mirror, planned = situation.limits, running.swing.sign, running.planned
        meeting = self._meeting(_mirrored(ball, mirror), kicked)
        wanted = meeting.aside_at(planned.x) if meeting.soon else meeting.aside
        left = limits.region(mirror * planned.turn, planned.x).side / limits.possible().side
        urgent = limits.urgent(planned.x)
        widest = min(left * urgent.side, urgent.side_at(planned.x))
        before = mirror * planned.y
        aside = toward(before, clamp(wanted, 0.0, widest), own.speed * running.cycle)
        return None if aside == before else replace(planned, y=mirror * aside + 0.0)

    def offset_to_meeting(self, ball: RollingBall, kicked: KickedAway | None) -> FlatPoint | None:
        """Return how far the robot must move ahead and sideways to meet the ball, m.

        None if the ball is at rest or rolls away from the robot. Exactly 0 if the feet already
        stop the ball.
        """
        coming = ball.vx * (self._parameters.hit_point - ball.x) - ball.vy * ball.y
        if math.hypot(ball.vx, ball.vy) < _ROLLS or coming <= 0.0:
            return None
        met = self._meeting(ball, kicked)
        return (0.0, 0.0) if met.stopped else (met.ahead, met.aside)

    def within_reach(self, ball: RollingBall, kicked: KickedAway | None) -> bool:
        """Return whether the ball will come past, near enough to interrupt another walk."""
        if not ball.passes(self._parameters.hit_point, 0.0):
            return False
        offset = self.offset_to_meeting(ball, kicked)
        return offset is not None and math.hypot(*offset) < self._parameters.interrupts_within

    def _in_time(self, kicked: KickedAway, ball: RollingBall) -> float:
        """Return the forward length of a left step that lets the kicking foot be next in time, m.

        Args:
            kicked: Where and when the ball is kicked.
            ball: The ball now, at time 0.
        """
        speed = math.hypot(ball.vx, ball.vy)
        along = max((ball.vx * (kicked.ahead - ball.x) - ball.vy * ball.y) / speed, 0.0)
        first = 2 if ball.y + along * ball.vy / speed > 0.0 else 1
        least = math.inf
        for steps in range(first, first + 2 * _LOOKS, 2):
            then = ball.at(steps * kicked.step + kicked.touch)
            least = min(least, (then.x - kicked.ahead) / steps, key=abs)
        return clamp(least, *self._parameters.in_time)

    def _meeting(self, ball: RollingBall, kicked: KickedAway | None) -> _Meeting:
        """Return where the feet meet the ball, and whether soon.

        With time left, the point between the feet moves into the line by the shortest path; else
        the feet only move as far as they must.

        Args:
            ball: The rolling ball now.
            kicked: Where it is kicked; None stops it.
        """
        parameters = self._parameters
        speed = math.hypot(ball.vx, ball.vy)
        direction = ball.vx / speed, ball.vy / speed
        along = direction[0] * (parameters.hit_point - ball.x) - direction[1] * ball.y
        passed, along = along < 0.0, max(along, 0.0)  # a ball that has passed is met where it is
        x = ball.x + along * direction[0] - parameters.hit_point
        y = ball.y + along * direction[1]
        soon = ball.time_to_roll(along) < parameters.soon
        if kicked is not None:
            return _Meeting(x, y - math.copysign(kicked.beside, y), soon)
        if passed:
            reach = parameters.foot - parameters.overlap
            return _Meeting(x, math.copysign(max(abs(y) - reach, 0.0), y), soon)
        off = math.hypot(x, y)
        across = (x / off, y / off) if off > 0.0 else (-direction[1], direction[0])
        covered = self._covered(across)
        share = max(1.0 - covered / off, 0.0) if soon and off > 0.0 else 1.0
        return _Meeting(share * x, share * y, soon, across, off, covered)

    def _covered(self, across: tuple[float, float]) -> float:
        """Return the distance from the hit point at which the feet stop a ball, m."""
        parameters = self._parameters
        reach = parameters.foot - parameters.overlap
        x, y = across
        return (reach * x if x > 0.0 else -parameters.hit_point * x) + reach * abs(y)


def _mirrored(ball: RollingBall, mirror: float) -> RollingBall:
    """Return the ball for a left step, at time 0; `mirror` is -1 for a right one."""
    return replace(ball, time=0.0, y=mirror * ball.y + 0.0, vy=mirror * ball.vy + 0.0)
