"""How joints follow what is requested of them: what they miss, how late they are, and currents."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.plants.play_measure import REQUEST_AGE

JOINTS = ("hip_roll", "hip_pitch", "knee_pitch", "ankle_pitch", "ankle_roll")
"""Of both legs, that are told one by one."""

LONGEST = 12
"""Lag up to which a joint is taken to follow at all, cycles."""


class Following:
    """Requests and measurements of some joints, cycle by cycle without a gap."""

    def __init__(self, joints: Sequence[int]) -> None:
        self._joints = list(joints)
        self._requested: list[list[float]] = []
        self._measured: list[list[float]] = []

    def look(self, measured: Sequence[float], requested: Sequence[float]) -> None:
        """Take one cycle: what its frame measured, and what was requested on it, rad."""
        self._measured.append([measured[joint] for joint in self._joints])
        self._requested.append([requested[joint] for joint in self._joints])

    def missed(self) -> float:
        """Return the mean difference to the request of three cycles before, rad."""
        return float(np.mean(np.abs(self._differences(REQUEST_AGE))))

    def lag(self) -> float:
        """Return by how many cycles the measurements suit the requests best, as a fraction."""
        errors = [float(np.mean(self._differences(age) ** 2)) for age in range(LONGEST + 1)]
        best = int(np.argmin(errors))
        if not 0 < best < LONGEST:
            return float(best)
        before, least, after = errors[best - 1 : best + 2]
        curvature = before - 2.0 * least + after
        return best + (0.5 * (before - after) / curvature if curvature > 0.0 else 0.0)

    def _differences(self, age: int) -> NDArray[np.float64]:
        """Return the differences to the requests of so many cycles before, rad."""
        measured, requested = np.array(self._measured), np.array(self._requested)
        late: NDArray[np.float64] = requested[LONGEST - age : len(requested) - age]
        return measured[LONGEST:] - late


class LegsFollowing:
    """The joints of both legs in a walk, cycle by cycle without a gap."""

    def __init__(self, nao: RobotModel) -> None:
        self._cycle = nao.cycle
        self._pairs = {name: [getattr(leg, name) for leg in nao.legs.values()] for name in JOINTS}
        self._following = {name: Following(pair) for name, pair in self._pairs.items()}
        self._currents: list[tuple[float, ...]] = []

    def look(self, frame: SensorFrame, requested: Sequence[float]) -> None:
        """Take one cycle: its frame, and what was requested on it, in wire order, rad."""
        for following in self._following.values():
            following.look(frame.positions, requested)
        self._currents.append(frame.currents)

    def values(self) -> dict[str, float]:
        """Return the figures of each joint, left and right together."""
        current = np.sqrt(np.mean(np.array(self._currents) ** 2, axis=0))
        values = {}
        for name, following in self._following.items():
            values[f"missed_{name}_deg"] = math.degrees(following.missed())
            values[f"lag_{name}_ms"] = 1000.0 * self._cycle * following.lag()
            values[f"current_{name}_a"] = float(np.mean(current[self._pairs[name]]))
        return values
