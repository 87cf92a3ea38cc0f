"""Helper functions for scalar values."""

import math


def clamp(value: float, low: float, high: float) -> float:
    """Return the value limited to the range from low to high."""
    return low if value < low else high if value > high else value


def toward(value: float, target: float, most: float) -> float:
    """Return the value moved towards the target by at most `most`."""
    return value + clamp(target - value, -most, most)


def outside(value: float, low: float, high: float) -> float:
    """Return the signed distance of the value outside a range; 0 inside."""
    return value - clamp(value, low, high)


def beyond(value: float, band: float) -> float:
    """Return the value beyond a symmetric dead band; 0 inside."""
    return outside(value, -band, band)


def ramp(value: float, begin: float, end: float) -> float:
    """Return a linear ramp from 0 at `begin` to 1 at `end`, clipped; `end` may be smaller.

    If both are equal, the ramp is a step: 1 from there on.
    """
    if begin == end:
        return 1.0 if value >= end else 0.0
    return clamp((value - begin) / (end - begin), 0.0, 1.0)


def smooth(share: float) -> float:
    """Return a cosine blend from 0 to 1 over a share clipped to 0..1, at rest at both ends."""
    return 0.5 - 0.5 * math.cos(math.pi * clamp(share, 0.0, 1.0))


def cubic(
    begin: float, leave: float, end: float, arrive: float, duration: float, u: float
) -> float:
    """Return a point of the cubic given by positions and velocities at both ends (Hermite).

    Args:
        begin: Position at the beginning, m.
        leave: Velocity at the beginning, m/s.
        end: Position at the end, m.
        arrive: Velocity at the end, m/s.
        duration: Duration, s.
        u: Share of the duration, 0..1.
    """
    v = 1.0 - u
    way = u * u * (3.0 - 2.0 * u)
    return begin + way * (end - begin) + duration * u * v * (v * leave - u * arrive)


def kalman_share(variance: float, noise: float, least: float) -> tuple[float, float]:
    """Return the Kalman gain of a measurement and the variance after the update.

    Args:
        variance: Variance of the estimate, above 0.
        noise: Variance of the measurement, above 0.
        least: Lower limit of the gain, 0 to 1.
    """
    share = max(variance / (variance + noise), least)
    return share, variance * (1.0 - share)
