"""A ball that rolls with constant deceleration until it stops."""

import math


def time_to_roll(way: float, speed: float, deceleration: float) -> float:
    """Return the time a ball takes to roll a distance, s; infinite if it stops before.

    Args:
        way: Distance, not negative, m.
        speed: Initial speed, m/s.
        deceleration: Rolling deceleration, m/s2.
    """
    square = speed * speed - 2.0 * deceleration * way
    return math.inf if square < 0.0 else (speed - math.sqrt(square)) / deceleration
