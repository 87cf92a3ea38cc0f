"""Measures that tests take from the simulator's ground truth."""

import math

from hardware.simulation.plant.truth import GroundTruth


def soles_apart(one: GroundTruth, other: GroundTruth) -> float:
    """Return the larger horizontal displacement of the two soles between two moments, m."""
    pairs = ((one.left_sole, other.left_sole), (one.right_sole, other.right_sole))
    return max(math.dist(a[:2], b[:2]) for a, b in pairs)
