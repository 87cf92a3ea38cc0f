"""Small things that are done to single numbers."""

import math


def clamp(value: float, low: float, high: float) -> float:
    """Return the value, not below low and not above high."""
    return low if value < low else high if value > high else value


def toward(value: float, target: float, most: float) -> float:
    """Return the value moved towards the target by at most `most`."""
    return value + clamp(target - value, -most, most)


def outside(value: float, low: float, high: float) -> float:
    """Return by how much the value is outside a range, signed."""
    return value - clamp(value, low, high)


def beyond(value: float, band: float) -> float:
    """Return what is left of the value outside a dead band around zero."""
    return outside(value, -band, band)


def ramp(value: float, begin: float, end: float) -> float:
    """Return 0 at `begin` to 1 at `end`, clipped; `end` may be the smaller one.

    If both are the same, it is a step: 1 from there on.
    """
    if begin == end:
        return 1.0 if value >= end else 0.0
    return clamp((value - begin) / (end - begin), 0.0, 1.0)


def smooth(share: float) -> float:
    """Return half a cosine over a share, clipped to 0..1: from 0 to 1, at rest at both ends."""
    return 0.5 - 0.5 * math.cos(math.pi * clamp(share, 0.0, 1.0))


def cubic(
    begin: float, leave: float, end: float, arrive: float, duration: float, u: float
) -> float:
    """Return a place on the cubic that joins two places with two speeds (Hermite, or Bezier).

    Args:
        begin: Where it begins, m.
        leave: Speed there, m/s.
        end: Where it ends, m.
        arrive: Speed there, m/s.
        duration: s.
        u: Share of the duration, 0..1.
    """
    v = 1.0 - u
    way = u * u * (3.0 - 2.0 * u)
    return begin + way * (end - begin) + duration * u * v * (v * leave - u * arrive)


def kalman_share(variance: float, noise: float, least: float) -> tuple[float, float]:
    """Return the share of a new measurement that counts, and the variance that is left.

    Args:
        variance: Of what is believed, above 0.
        noise: Variance of the measurement, above 0.
        least: Share that always counts, however sure one is, 0 to 1.
    """
    share = max(variance / (variance + noise), least)
    return share, variance * (1.0 - share)
