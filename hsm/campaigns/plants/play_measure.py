"""The joint play measure by which real NAOs are judged, in its own formula and weights.

What hip, knee and ankle pitch miss of the request of three cycles before, beyond a reference, is
low-passed while the robot walks, weighted, and summed over both legs. It judges plants, from
outside; what the walk believes of its own joints is `motions.walking.joints.play`, with weights of
its own.

Source: JointPlayProvider of the B-Human code release 2025 and its `jointPlayProvider.cfg`.
"""

import math
from collections.abc import Sequence

from hardware.robots.model import RobotModel
from motions.scalars import clamp

REQUEST_AGE = 3
"""Cycles between a request and the measurement that it is compared with."""
GOOD, WORN_OUT = math.radians(0.5), math.radians(1.9)
"""Sums of robots whose quality is 1 and 0, rad."""
HIP_AND_KNEE, ANKLE = math.radians(1.4), math.radians(1.0)
"""What joints of a good robot miss, rad: the references."""
_LESS = math.radians(0.2)
"""By so much less the ankles of a robot that walks slowly, rad."""
_SLOW, _FAST = 0.2, 0.25
"""Forward speeds up to which that holds in full, and from which it does not, m/s."""
_WAIT = 1.0
"""Time of walking before anything counts, s."""
_SHARE_FIRST, _SHARE_LATER, _LEARNING = 0.03, 0.001, 5.0
"""Share of a new sample at first, and after so many seconds of walking."""


class PlayMeasure:
    """The measure of one robot.

    Attributes:
        sum: Weighted sum of what its joints miss beyond the references, rad.
        walked: Time of walking so far, s.
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
        """Take one cycle of walking.

        Args:
            measured: Joint angles, in wire order, rad.
            requested: What was requested of them three cycles before, rad.
            forward: Speed that is walked, m/s.
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
    """Return the hardware quality of a sum (rad): 1 of a good robot, 0 of one that is worn out."""
    return 1.0 - clamp((play - GOOD) / (WORN_OUT - GOOD), 0.0, 1.0)
