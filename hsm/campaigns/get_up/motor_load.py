"""How hard the motors of a motion work, as shares of their stall torque.

The stall torque is the datasheet's, of a cold motor. A warm one behind its driver gives 0.5 to 0.7
of it, so a larger torque comes from outside: the ground turns the joint, whose motor brakes. Such a
blow shows in the force on the whole robot, which follows from how its centre of mass accelerates.
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
"""Force on the robot beyond which it is struck, in its weight: a slow motion presses with 1."""
_AROUND = 2
"""Cycles before and after a blow that belong to it: its force is a mean over a cycle, and play lets
it reach a motor late."""


@dataclass(frozen=True, slots=True)
class TorqueShare:
    """A share of its stall torque, and the joint whose motor gave it."""

    value: float
    joint: int


@dataclass(frozen=True, slots=True)
class MotorLoad:
    """What the motors gave in a motion.

    Attributes:
        rms: Largest root mean square.
        peak: Largest torque outside blows.
        struck: Largest torque in blows; 0 without any.
    """

    rms: TorqueShare
    peak: TorqueShare
    struck: TorqueShare

    @property
    def largest(self) -> TorqueShare:
        """Return the largest torque at all."""
        return hardest((self.peak, self.struck))


class MotorMeter:
    """Watches the motors of some joints."""

    def __init__(self, nao: RobotModel, joints: Sequence[int] = MOTORS) -> None:
        self._cycle = nao.cycle
        self._joints = tuple(joints)
        self._stall = np.array([nao.motors[nao.specs[j].motor].joint_stall_torque for j in joints])
        self._shares: list[Any] = []
        self._struck: list[bool] = []
        self._velocity: Any = None

    def look(self, truth: GroundTruth) -> Any:
        """Take in one cycle; return the share of every joint in it, shape (joints,)."""
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
        """Return what was seen; all cycles must have been consecutive, one at least."""
        shares, struck = np.array(self._shares), self._in_blows()
        return MotorLoad(
            rms=self._largest(np.sqrt(np.mean(shares**2, axis=0))),
            peak=self._largest(np.max(shares[~struck], axis=0, initial=0.0)),
            struck=self._largest(np.max(shares[struck], axis=0, initial=0.0)),
        )

    def _in_blows(self) -> Any:
        """Return which cycles belong to a blow."""
        window = np.ones(2 * _AROUND + 1)
        return np.convolve(self._struck, window)[_AROUND:-_AROUND] > 0.0

    def _largest(self, shares: Any) -> TorqueShare:
        index = int(np.argmax(shares))
        return TorqueShare(float(shares[index]), self._joints[index])


def hardest(shares: Sequence[TorqueShare]) -> TorqueShare:
    """Return the largest of some shares; there must be one."""
    return max(shares, key=lambda share: share.value)


def most_frequent(joints: Sequence[int]) -> int:
    """Return the joint that is named most often, the first of several; there must be one."""
    return max(sorted(set(joints)), key=joints.count)
