"""How joints follow what is requested of them: what they miss, and how late they are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hsm.campaigns.plants.play_measure import REQUEST_AGE

_LONGEST = 12
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
        errors = [float(np.mean(self._differences(age) ** 2)) for age in range(_LONGEST + 1)]
        best = int(np.argmin(errors))
        if not 0 < best < _LONGEST:
            return float(best)
        before, least, after = errors[best - 1 : best + 2]
        curvature = before - 2.0 * least + after
        return best + (0.5 * (before - after) / curvature if curvature > 0.0 else 0.0)

    def _differences(self, age: int) -> NDArray[np.float64]:
        """Return the differences to the requests of so many cycles before, rad."""
        measured, requested = np.array(self._measured), np.array(self._requested)
        late: NDArray[np.float64] = requested[_LONGEST - age : len(requested) - age]
        return measured[_LONGEST:] - late
