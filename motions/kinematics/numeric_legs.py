"""Numeric kinematics of legs with six joints each, in any order and with any offsets.

Uses Newton's method with the geometric Jacobian of one leg, always from the same bent knee, so that
the same soles give the same angles regardless of earlier calls. It takes about ten times as long as
a closed form; a robot that needs more speed gets a closed form of its own.
"""

import math
from collections.abc import Sequence

import numpy as np

from hardware.robots.model import RobotModel, Side
from motions.kinematics.chains import Chain
from motions.kinematics.geometry import Pose3, multiply, rotation_vector, transpose
from motions.kinematics.legs import LegSolution

_KNEE = 0.6
"""Initial knee angle, rad; determines the side to which the knee bends."""
_STEPS = 40
_EXACT = 1e-10
_NEAR = 1e-6
_DAMPING = 3.0
"""Factor of the squared error in the damping: a leg that is too short converges to stretched, one
that is long enough converges as fast as without damping."""
_LONGEST_STEP = 0.5


class NumericLegs:
    """Leg kinematics of any robot whose legs have six independent joints each."""

    def __init__(self, model: RobotModel) -> None:
        self._down = -model.dimensions.hip_offset_z
        self._legs = tuple(_Leg(model, side) for side in Side)
        joints = [joint for leg in self._legs for joint in leg.chain.joints]
        self._order = tuple(joints.index(joint) for joint in model.leg_joints)

    def solve(self, left: Pose3, right: Pose3, *, clip: float = 0.0) -> LegSolution:
        """Return the leg angles that place both soles; see `LegKinematics`."""
        drop = Pose3(z=self._down)
        angles: list[float] = []
        misses = []
        for leg, sole in zip(self._legs, (left, right), strict=True):
            found, miss = leg.solve(drop @ sole)
            angles += found
            misses.append(miss)
        ordered = tuple(angles[place] for place in self._order)
        return LegSolution(ordered, max(misses) <= clip + _NEAR)

    def soles(self, positions: Sequence[float]) -> tuple[Pose3, Pose3]:
        """Return the poses of the left and the right sole; see `LegKinematics`."""
        lift = Pose3(z=-self._down)
        left, right = (lift @ leg.chain.pose(positions) for leg in self._legs)
        return left, right


class _Leg:
    """One leg, from the torso to the sole."""

    def __init__(self, model: RobotModel, side: Side) -> None:
        leg = model.legs[side]
        sole = (0.0, 0.0, -model.dimensions.foot_height)
        self.chain = Chain(model, model.tip(leg.ankle_roll), sole)
        start = [0.0] * len(model.names)
        start[leg.hip_pitch] = start[leg.ankle_pitch] = -0.5 * _KNEE
        start[leg.knee_pitch] = _KNEE
        self._start = start

    def solve(self, sole: Pose3) -> tuple[list[float], float]:
        """Return the joints of the chain, rad, and the remaining position error of the sole, m."""
        positions = list(self._start)
        joints = self.chain.joints
        miss = math.inf
        for _ in range(_STEPS):
            pose, jacobian = self.chain.jacobian(positions)
            error = _error(pose, sole)
            miss = math.hypot(*error[:3])
            if max(map(abs, error)) < _EXACT:
                break
            # The damping grows with the error, so it remains if the leg cannot reach the sole and
            # vanishes if it can; steps are limited because the linearisation holds only for small
            # rotations.
            damping = _DAMPING * sum(item * item for item in error)
            square = jacobian @ jacobian.T + damping * np.eye(6)
            step = jacobian.T @ np.linalg.solve(square, error)
            longest = float(np.abs(step).max())
            scale = min(1.0, _LONGEST_STEP / longest) if longest > 0.0 else 1.0
            for joint, turn in zip(joints, step.tolist(), strict=True):
                positions[joint] += scale * turn
        return [positions[joint] for joint in joints], miss


def _error(pose: Pose3, wanted: Pose3) -> tuple[float, float, float, float, float, float]:
    """Return the position error, m, then a rotation vector, rad."""
    turn = rotation_vector(multiply(wanted.rotation, transpose(pose.rotation)))
    return (wanted.x - pose.x, wanted.y - pose.y, wanted.z - pose.z, *turn)
