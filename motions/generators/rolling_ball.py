"""A ball that rolls on a floor: it slows down evenly, and stops."""

import math

from hardware.units import FlatPoint


def time_to_roll(way: float, speed: float, deceleration: float) -> float:
    """Return when a ball has rolled a way, s; infinite if it stops before.

    Args:
        way: m, not negative.
        speed: At the beginning, m/s.
        deceleration: While it rolls, m/s2.
    """
    square = speed * speed - 2.0 * deceleration * way
    return math.inf if square < 0.0 else (speed - math.sqrt(square)) / deceleration


def speed_to_roll(way: float, deceleration: float) -> float:
    """Return the speed with which a ball stops after a way, m/s; arguments as above."""
    return math.sqrt(2.0 * deceleration * way)


def velocity_to(begin: FlatPoint, end: FlatPoint, deceleration: float) -> tuple[float, float]:
    """Return the velocity with which a ball rolls from one point to another and stops there."""
    x, y = end[0] - begin[0], end[1] - begin[1]
    way = math.hypot(x, y)
    speed = speed_to_roll(way, deceleration)
    return (speed * x / way, speed * y / way) if way > 0.0 else (0.0, 0.0)
