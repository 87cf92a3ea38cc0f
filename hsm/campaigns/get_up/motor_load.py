"""Motor load of a motion, as shares of the stall torque.

The stall torque is the datasheet's, for a cold motor. A warm one behind its driver gives 0.5 to 0.7
of it; a larger torque is external: the ground turns the joint, whose motor brakes. Such an impact
shows in the force on the whole robot, which follows from the acceleration of its centre of mass.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import GRAVITY
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.truth import GroundTruth

BLOW = 1.5
"""Force on the robot beyond which it is an impact, in units of its weight; 1 in slow motions."""
_AROUND = 2
"""Cycles before and after an impact that belong to it: its force is a mean over a cycle, and play
delays its effect on a motor."""


@dataclass(frozen=True, slots=True)
class TorqueShare:
    """A torque as a share of the stall torque, with the joint."""

    value: float
    joint: int


@dataclass(frozen=True, slots=True)
class MotorLoad:
    """Motor load of a motion.

    Attributes:
        rms: Largest root mean square.
        peak: Largest torque outside impacts.
        struck: Largest torque in impacts; 0 without any.
    """

    rms: TorqueShare
    peak: TorqueShare
    struck: TorqueShare

    @property
    def largest(self) -> TorqueShare:
        """Return the largest torque."""
        return hardest((self.peak, self.struck))


class MotorMeter:
    """Measures the motor load of some joints."""

    def __init__(self, nao: RobotModel, joints: Sequence[int] = MOTORS) -> None:
        self._cycle = nao.cycle
        self._joints = tuple(joints)
        self._stall = np.array([nao.motors[nao.specs[j].motor].joint_stall_torque for j in joints])
        self._shares: list[Any] = []
        self._struck: list[bool] = []
        self._velocity: Any = None

    def look(self, truth: GroundTruth) -> Any:
        """Process one cycle; return the share of every joint in it, shape (joints,)."""
        torques = np.array([truth.torques[joint] for joint in self._joints])
        shares = np.abs(torques) / self._stall
        self._shares.append(shares)
        velocity = np.array(truth.com_velocity)
        before = velocity if self._velocity is None else self._velocity
        push = (velocity - before) / self._cycle + (0.0, 0.0, GRAVITY)
        self._struck.append(float(np.linalg.norm(push)) > BLOW * GRAVITY)
        self._velocity = velocity
        return shares

    def load(self) -> MotorLoad:
        """Return the load over all cycles, which must be consecutive, and at least one."""
        shares, struck = np.array(self._shares), self._in_blows()
        return MotorLoad(
            rms=self._largest(np.sqrt(np.mean(shares**2, axis=0))),
            peak=self._largest(np.max(shares[~struck], axis=0, initial=0.0)),
            struck=self._largest(np.max(shares[struck], axis=0, initial=0.0)),
        )

    def _in_blows(self) -> Any:
        """Return which cycles belong to an impact."""
        window = np.ones(2 * _AROUND + 1)
        return np.convolve(self._struck, window)[_AROUND:-_AROUND] > 0.0

    def _largest(self, shares: Any) -> TorqueShare:
        index = int(np.argmax(shares))
        return TorqueShare(float(shares[index]), self._joints[index])


def hardest(shares: Sequence[TorqueShare]) -> TorqueShare:
    """Return the largest share of a non-empty sequence."""
    return max(shares, key=lambda share: share.value)


def most_frequent(joints: Sequence[int]) -> int:
    """Return the most frequent joint of a non-empty sequence; the lowest of several."""
    return max(sorted(set(joints)), key=joints.count)
