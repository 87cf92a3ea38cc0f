"""Computes the step that kicks a ball.

All positions are in the zero-step frame of the step: midway between the feet if the swing foot had
closed up, x forward, y to the left, m.
"""

import math
from dataclasses import dataclass, replace

from hardware.robots.model import Dimensions, Side
from hardware.units import FlatPoint
from motions.kicks.in_walk_motion import InWalkKick, KickPoint
from motions.kinematics.geometry import rotate_flat
from motions.scalars import clamp
from motions.walking.swing_path import KickStep, PathPoint

_SLOWEST = 0.1
"""Lowest speed at a waypoint, m/s: a slower foot would not arrive."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The ball to be kicked, and how.

    Attributes:
        side: The kicking foot.
        ball: Position of the ball when the foot meets it, m.
        direction: Heading in which the ball is to roll, rad.
        strength: Strength, 0..1.
    """

    side: Side
    ball: FlatPoint
    direction: float
    strength: float


@dataclass(frozen=True, slots=True)
class AimedStep:
    """A step that kicks, and how far it was clipped.

    Attributes:
        step: The step.
        short: Distance by which its last point was clipped, m.
        unturned: Angle by which the turn of its last point was clipped, rad.
    """

    step: KickStep
    short: float
    unturned: float


class KickTargets:
    """Computes the steps of kicks."""

    def __init__(self, dimensions: Dimensions, ahead: float) -> None:
        """Keep the stance.

        Args:
            dimensions: Of the robot, whose soles stand below its hips.
            ahead: Distance of the hips in front of the soles' origins, m.
        """
        self._hip_offset = dimensions.hip_offset_y
        self._ahead = ahead
        self._toes = dimensions.sole.front - ahead
        self._outer_edge = dimensions.hip_offset_y + dimensions.sole.outer

    def beside_toes(self, x: float, y: float) -> bool:
        """Return whether a place, m, is behind the toes' line and between the outer edges."""
        return x < self._toes and abs(y) < self._outer_edge

    def step(self, kick: InWalkKick, aim: Aim) -> AimedStep:
        """Return the step that kicks this ball."""
        aim = replace(aim, direction=aim.direction - aim.side.sign * kick.veer)
        points, short, unturned = list[PathPoint](), 0.0, 0.0
        for point in kick.points:
            there, short, unturned = self._point(kick, point, aim)
            points.append(there)
        step = KickStep(
            swing=aim.side,
            points=tuple(points),
            style=kick,
            duration=kick.duration,
            touched_until=kick.through * kick.duration,
            high_until=kick.high_until * kick.duration,
        )
        return AimedStep(step, short, unturned)

    def _point(
        self, kick: InWalkKick, point: KickPoint, aim: Aim
    ) -> tuple[PathPoint, float, float]:
        """Return a point clipped to the reach, and the distance and angle clipped off."""
        share, sign = aim.strength, aim.side.sign
        along, across = (
            weak + share * (full - weak) for weak, full in zip(point.weak, point.ball, strict=True)
        )
        x, y = self._at_ball((along, across), aim)
        # Relative to the closed position of the foot.
        forward, outwards = x + self._ahead, sign * y - self._hip_offset
        turn = point.turn * aim.direction
        reach = kick.reach
        near = clamp(forward, *reach.forward), clamp(outwards, *reach.outwards)
        cut = clamp(turn, *_mirrored(reach.turn, aim.side))
        speed = None
        if point.speed is not None:
            slow, fast = point.speed
            speed = rotate_flat(max(slow + share * (fast - slow), _SLOWEST), 0.0, aim.direction)
        there = PathPoint(
            point.until * kick.duration,
            near[0],
            sign * near[1],
            cut,
            point.toes,
            point.pace,
            speed,
        )
        return (
            there,
            math.hypot(forward - near[0], outwards - near[1]),
            abs(turn - cut),
        )

    @staticmethod
    def _at_ball(place: FlatPoint, aim: Aim) -> FlatPoint:
        """Return the position of a place given relative to the ball, for the left foot."""
        x, y = rotate_flat(place[0], aim.side.sign * place[1], aim.direction)
        return aim.ball[0] + x, aim.ball[1] + y


def _mirrored(outwards: tuple[float, float], side: Side) -> tuple[float, float]:
    """Return a range of outward angles as angles to the left."""
    low, high = outwards
    return (low, high) if side is Side.LEFT else (-high, -low)
