"""A ball that rolls on a floor: it slows down evenly, and stops."""

import math


def time_to_roll(way: float, speed: float, deceleration: float) -> float:
    """Return when a ball has rolled a way, s; infinite if it stops before.

    Args:
        way: m, not negative.
        speed: At the beginning, m/s.
        deceleration: While it rolls, m/s2.
    """
    square = speed * speed - 2.0 * deceleration * way
    return math.inf if square < 0.0 else (speed - math.sqrt(square)) / deceleration
