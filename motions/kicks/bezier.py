"""The way of a foot as cubic Bezier curves that join without a jump of its speed."""

from hardware.units import Point


def bezier(
    begin: Point, leave: Point, end: Point, arrive: Point, duration: float, u: float
) -> Point:
    """Return a place on the curve between two places.

    Args:
        begin: Where it begins, m.
        leave: Velocity there, m/s.
        end: Where it ends, m.
        arrive: Velocity there, m/s.
        duration: s.
        u: Share of the duration, 0..1.
    """
    v = 1.0 - u
    third = duration / 3.0
    a, b, c, d = v * v * v, 3.0 * v * v * u, 3.0 * v * u * u, u * u * u
    x, y, z = (
        a * p + b * (p + third * p_speed) + c * (q - third * q_speed) + d * q
        for p, p_speed, q, q_speed in zip(begin, leave, end, arrive, strict=True)
    )
    return x, y, z
