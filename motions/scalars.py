"""Small things that are done to single numbers."""


def clamp(value: float, low: float, high: float) -> float:
    """Return the value, not below low and not above high."""
    return low if value < low else high if value > high else value


def toward(value: float, target: float, most: float) -> float:
    """Return the value moved towards the target by at most `most`."""
    return value + clamp(target - value, -most, most)


def ramp(value: float, low: float, high: float) -> float:
    """Return 0 at `low` to 1 at `high`, clipped."""
    return clamp((value - low) / (high - low), 0.0, 1.0)
