"""What tests ask of the truth of the physics."""

import math

from hardware.simulation.plant.truth import GroundTruth


def soles_apart(one: GroundTruth, other: GroundTruth) -> float:
    """Return by how much the sole that moved more has moved between two moments, m."""
    pairs = ((one.left_sole, other.left_sole), (one.right_sole, other.right_sole))
    return max(math.dist(a[:2], b[:2]) for a, b in pairs)
