"""The joint play measure used for real NAOs, with its original formula and weights.

The tracking errors of hip, knee and ankle pitch against the request three cycles earlier, beyond a
reference, are low-passed while the robot walks, weighted, and summed over both legs. The measure
judges plants from outside; the walk estimates its own joints' play in
`motions.walking.joints.play`, with other weights.

Source: JointPlayProvider of the B-Human code release 2025 and its `jointPlayProvider.cfg`.
"""

import math
from collections.abc import Sequence

from hardware.robots.model import RobotModel
from motions.scalars import clamp

REQUEST_AGE = 3
"""Cycles between a request and the measurement compared with it."""
GOOD, WORN_OUT = math.radians(0.5), math.radians(1.9)
"""Sums at which the quality is 1 and 0, rad."""
HIP_AND_KNEE, ANKLE = math.radians(1.4), math.radians(1.0)
"""References: tracking errors of a good robot, rad."""
_LESS = math.radians(0.2)
"""Reduction of the ankles' reference at low speed, rad."""
_SLOW, _FAST = 0.2, 0.25
"""Forward speeds up to which the reduction is full, and from which it is zero, m/s."""
_WAIT = 1.0
"""Time of walking that is ignored at first, s."""
_SHARE_FIRST, _SHARE_LATER, _LEARNING = 0.03, 0.001, 5.0
"""Filter gain at first and later, and the counted walking time of the transition, s."""


class PlayMeasure:
    """The measure of one robot.

    Attributes:
        sum: Weighted sum of the tracking errors beyond the references, rad.
        walked: Walking time so far, s.
    """

    def __init__(self, robot: RobotModel) -> None:
        legs = robot.legs.values()
        self._cycle = robot.cycle
        self._joints = [
            *((leg.hip_pitch, 0.5, HIP_AND_KNEE, 0.0) for leg in legs),
            *((leg.knee_pitch, 0.5, HIP_AND_KNEE, 0.0) for leg in legs),
            *((leg.ankle_pitch, 1.5, ANKLE, _LESS) for leg in legs),
        ]
        self._beyond = [0.0] * len(self._joints)
        self.walked = 0.0
        self.sum = 0.0

    def look(self, measured: Sequence[float], requested: Sequence[float], forward: float) -> None:
        """Process one cycle of walking.

        Args:
            measured: Joint angles, in wire order, rad.
            requested: Joint angles requested three cycles earlier, rad.
            forward: Forward walking speed, m/s.
        """
        self.walked += self._cycle
        counted = self.walked - _WAIT
        if counted <= 0.0:
            return
        late = min(counted / _LEARNING, 1.0)
        share = _SHARE_LATER * late + _SHARE_FIRST * (1.0 - late)
        slow = 1.0 - clamp((forward - _SLOW) / (_FAST - _SLOW), 0.0, 1.0)
        total = 0.0
        for index, (joint, weight, reference, less) in enumerate(self._joints):
            missed = abs(measured[joint] - requested[joint]) - (reference - slow * less)
            self._beyond[index] += share * (missed - self._beyond[index])
            total += weight * max(self._beyond[index], 0.0)
        self.sum = total


def quality(play: float) -> float:
    """Return the hardware quality for a sum in rad: 1 for a good robot, 0 for a worn-out one."""
    return 1.0 - clamp((play - GOOD) / (WORN_OUT - GOOD), 0.0, 1.0)
