"""A ball that rolls on a floor: it slows down evenly, and stops."""

import math

from motions.generators.situation import Point2

DECELERATION = 0.30
"""Of a ball on turf, m/s2."""


def time_to_roll(way: float, speed: float) -> float:
    """Return when a ball has rolled a way, s; infinite if it stops before.

    Args:
        way: m, not negative.
        speed: At the beginning, m/s.
    """
    square = speed * speed - 2.0 * DECELERATION * way
    return math.inf if square < 0.0 else (speed - math.sqrt(square)) / DECELERATION


def speed_to_roll(way: float) -> float:
    """Return the speed with which a ball stops after a way, m/s."""
    return math.sqrt(2.0 * DECELERATION * way)


def velocity_to(begin: Point2, end: Point2) -> Point2:
    """Return the velocity with which a ball rolls from one point to another and stops there."""
    x, y = end[0] - begin[0], end[1] - begin[1]
    way = math.hypot(x, y)
    speed = speed_to_roll(way)
    return (speed * x / way, speed * y / way) if way > 0.0 else (0.0, 0.0)
