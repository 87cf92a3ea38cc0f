"""Tracking of joint requests: tracking error, lag and current."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.plants.play_measure import REQUEST_AGE

JOINTS = ("hip_roll", "hip_pitch", "knee_pitch", "ankle_pitch", "ankle_roll")
"""Joints of both legs with figures of their own."""

LONGEST = 12
"""Largest lag considered, cycles."""

Angles = NDArray[np.float64]
"""Angles of some joints, rad, shape (cycles, joints)."""


@dataclass(frozen=True, slots=True)
class WalkedCycle:
    """One cycle of a walk.

    Attributes:
        frame: The last received frame.
        requested: Joint angles commanded in response, in wire order, rad.
    """

    frame: SensorFrame
    requested: Sequence[float]


def leg_figures(nao: RobotModel, walk: Sequence[WalkedCycle]) -> dict[str, float]:
    """Return the figures of each joint over consecutive cycles, left and right together."""
    measured = np.array([cycle.frame.positions for cycle in walk])
    requested = np.array([cycle.requested for cycle in walk])
    currents = np.array([cycle.frame.currents for cycle in walk])
    current = np.sqrt(np.mean(currents**2, axis=0))
    figures = {}
    for name in JOINTS:
        pair = [getattr(leg, name) for leg in nao.legs.values()]
        asked, found = np.take(requested, pair, axis=1), np.take(measured, pair, axis=1)
        figures[f"missed_{name}_deg"] = math.degrees(missed(found, asked))
        figures[f"lag_{name}_ms"] = 1000.0 * nao.cycle * lag(found, asked)
        figures[f"current_{name}_a"] = float(np.mean(current[pair]))
    return figures


def missed(measured: Angles, requested: Angles) -> float:
    """Return the mean absolute difference from the request three cycles earlier, rad."""
    return float(np.mean(np.abs(_differences(measured, requested, REQUEST_AGE))))


def lag(measured: Angles, requested: Angles) -> float:
    """Return the delay with the least squared error, cycles, interpolated by a parabola."""
    ages = range(LONGEST + 1)
    errors = [float(np.mean(_differences(measured, requested, age) ** 2)) for age in ages]
    best = int(np.argmin(errors))
    if not 0 < best < LONGEST:
        return float(best)
    before, least, after = errors[best - 1 : best + 2]
    curvature = before - 2.0 * least + after
    return best + (0.5 * (before - after) / curvature if curvature > 0.0 else 0.0)


def _differences(measured: Angles, requested: Angles, age: int) -> Angles:
    """Return the differences from the requests `age` cycles earlier, rad."""
    late: Angles = requested[LONGEST - age : len(requested) - age]
    return measured[LONGEST:] - late
