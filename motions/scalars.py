"""Small things that are done to single numbers."""


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
