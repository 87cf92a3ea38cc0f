"""Numeric inverse kinematics of whole limbs, used when a motion is loaded.

Damped least squares is applied to all limbs together, because the legs may share a hip motor. The
walking engine, which solves its legs several times per cycle, uses `LegKinematics`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from motions.kinematics.chains import Chain
from motions.kinematics.geometry import Pose3, multiply, rotation_vector, transpose
from motions.scalars import clamp

_STEPS = 120
_DAMPING = 0.02
_LENGTH = 0.1
"""Position error that is weighted like an orientation error of one radian, m."""
_STILL = 1e-9


@dataclass(frozen=True, slots=True)
class Goal:
    """Goal of a limb's end.

    Attributes:
        chain: The limb.
        pose: Goal pose in the torso frame.
        turned: Whether the orientation counts too.
    """

    chain: Chain
    pose: Pose3
    turned: bool = True

    def miss(self, positions: Sequence[float]) -> tuple[float, float]:
        """Return position error, m, and orientation error, rad, of the limb's end."""
        error = self.error(self.chain.pose(positions))
        distance = math.hypot(*(item * _LENGTH for item in error[:3]))
        return distance, math.hypot(*error[3:])

    def error(self, pose: Pose3) -> list[float]:
        """Return the position error over the reference length, then a rotation vector, rad."""
        there = self.pose
        place = [
            (there.x - pose.x) / _LENGTH,
            (there.y - pose.y) / _LENGTH,
            (there.z - pose.z) / _LENGTH,
        ]
        if not self.turned:
            return place
        return [*place, *rotation_vector(multiply(there.rotation, transpose(pose.rotation)))]


def reach(
    goals: Sequence[Goal],
    starts: Sequence[Sequence[float]],
    model: RobotModel,
    *,
    fixed: frozenset[int],
) -> tuple[float, ...]:
    """Return the joint angles that bring the limbs closest to their goals, in wire order, rad.

    Args:
        goals: Limbs that do not share joints, except for a shared hip yaw.
        starts: Start postures, rad; the first that reaches all goals wins, else the best.
        model: The robot model; its joint limits are respected.
        fixed: Joints that keep their start angles.
    """
    moved = {joint for goal in goals for joint in goal.chain.joints} - fixed
    joints = sorted(moved)
    best: tuple[float, list[float]] = (math.inf, list(starts[0]))
    for start in starts:
        found = _descend(goals, list(start), joints, model)
        miss = max(max(goal.miss(found)) for goal in goals)
        if miss < best[0]:
            best = (miss, found)
        if miss < 1e-5:
            break
    return tuple(best[1])


def _descend(
    goals: Sequence[Goal], positions: list[float], joints: list[int], model: RobotModel
) -> list[float]:
    low = [model.specs[joint].min for joint in joints]
    high = [model.specs[joint].max for joint in joints]
    for _ in range(_STEPS):
        # Damped least squares, step = J^T (J J^T + damping^2 I)^-1 error: where a stretched limb
        # makes J J^T singular, the damping keeps the step short. Limits are applied per joint.
        error, jacobian = _linear(goals, positions, joints)
        square = jacobian @ jacobian.T + _DAMPING**2 * np.eye(len(error))
        step = jacobian.T @ np.linalg.solve(square, error)
        moved = 0.0
        for index, joint in enumerate(joints):
            wanted = clamp(positions[joint] + float(step[index]), low[index], high[index])
            moved = max(moved, abs(wanted - positions[joint]))
            positions[joint] = wanted
        if moved < _STILL:
            break
    return positions


def _linear(
    goals: Sequence[Goal], positions: Sequence[float], joints: list[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the error of all goals and the Jacobian."""
    errors: list[float] = []
    rows: list[NDArray[np.float64]] = []
    column = {joint: index for index, joint in enumerate(joints)}
    for goal in goals:
        pose, jacobian = goal.chain.jacobian(positions)
        error = goal.error(pose)
        block = np.zeros((len(error), len(joints)))
        for joint, motion in zip(goal.chain.joints, jacobian.T, strict=True):
            if joint in column:
                block[:, column[joint]] = motion[: len(error)]
        block[:3] /= _LENGTH
        errors += error
        rows.append(block)
    return np.array(errors), np.vstack(rows)
