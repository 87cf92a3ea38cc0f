"""Small generators: clear the line of a ball rolling to the goal, free a ball between the feet."""

import math
from enum import Enum

from hardware.units import FlatPoint
from motions.generators.heading import outward
from motions.generators.parameters import FreeBallParameters, OutOfLineParameters
from motions.generators.situation import Situation
from motions.perception.world import RollingBall
from motions.scalars import clamp
from motions.walking.step import Step

_ROLLS = 1e-3
"""Slower balls have no direction, m/s."""


class OutOfBallLine:
    """Steps out of the line of a ball that is to pass."""

    def __init__(self, parameters: OutOfLineParameters) -> None:
        self._parameters = parameters

    def step(self, goal: FlatPoint, situation: Situation) -> Step | None:
        """Return the coming step; None if the robot is not in the way.

        Args:
            goal: Place to which the ball should roll, m.
            situation: The planning situation.
        """
        ball = situation.ball
        off = None if ball is None else self.off_line(goal, ball)
        if ball is None or off is None:
            return None
        mirror = situation.swing.sign
        vx, vy = ball.vx, mirror * ball.vy
        speed = math.hypot(vx, vy)
        left = -vy / speed, vx / speed  # of the rolling direction
        off *= mirror
        # On the line, away is to the side of the swing foot.
        side = off if off != 0.0 else left[1] if left[1] != 0.0 else 1.0
        away = math.copysign(self._parameters.away, side)
        region = situation.limits.region(0.0, situation.last.x)
        ahead, aside = region.on_ray(away * left[0], away * left[1])
        return Step(ahead, mirror * max(aside, 0.0) + 0.0, 0.0)

    def off_line(self, goal: FlatPoint, ball: RollingBall) -> float | None:
        """Return the robot's offset to the left of the ball's line, m; None if not in its way.

        Args:
            goal: As in `step`.
            ball: The ball now.
        """
        x, y, vx, vy = ball.x, ball.y, ball.vx, ball.vy
        speed = math.hypot(vx, vy)
        gx, gy = goal[0] - x, goal[1] - y
        behind, away = -gx * x - gy * y < 0.0, gx * vx + gy * vy <= 0.0
        if speed < _ROLLS or behind or away:
            return None
        left = -vy / speed, vx / speed
        off = -left[0] * x - left[1] * y
        return off if abs(off) <= self._parameters.within else None


class _Round(Enum):
    """Next step for a ball between the feet."""

    ALIGN = "align"
    ROTATE = "rotate"
    ASIDE = "aside"
    CLOSE = "close"


class FreeBall:
    """Frees a ball between the feet: align with its direction, open a foot, sidestep, close."""

    def __init__(self, parameters: FreeBallParameters) -> None:
        self._parameters = parameters
        self._next = _Round.ALIGN

    def step(self, direction: float, situation: Situation) -> Step:
        """Return the coming step; it is zero where the feet close.

        Args:
            direction: Direction in which the ball is to come free, rad.
            situation: The planning situation.
        """
        mirror, limits = situation.swing.sign, situation.limits
        direction = outward(mirror * direction)
        inwards, outwards = limits.turn_range()
        if self._next is _Round.ALIGN and abs(direction) <= self._parameters.aligned:
            self._next = _Round.ROTATE
        match self._next:
            case _Round.ALIGN:
                return Step(turn=mirror * clamp(direction, -inwards, outwards))
            case _Round.ROTATE:
                self._next = _Round.ASIDE
                return Step(turn=mirror * outwards)
            case _Round.ASIDE:
                self._next = _Round.CLOSE
                return Step(y=mirror * limits.region(0.0, situation.last.x).side)
            case _Round.CLOSE:
                self._next = _Round.ALIGN
                return Step()
