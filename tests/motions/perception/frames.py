"""Hand-made sensor frames of a robot in the walk stance."""

from dataclasses import replace
from typing import Any

import numpy as np

from hardware.robots.model import RobotModel
from hardware.robots.nao import JOINT_COUNT, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE, SensorFrame
from hardware.units import Point
from motions.kinematics.geometry import Pose3, rotation_from_rpy, unrotate
from motions.kinematics.nao_legs import solve_legs

GRAVITY = 9.81
STANDING = (6.5,) * 8
ON_LEFT = (13.0,) * 4 + (0.0,) * 4
ON_RIGHT = (0.0,) * 4 + (13.0,) * 4
IN_THE_AIR = (0.0,) * 8


class FrameMaker:
    """Makes one frame per call, 12 ms apart, with a little noise on the inertial unit."""

    def __init__(self, nao: RobotModel, seed: int):
        self._rng = np.random.default_rng(seed)
        self._cycle = 0
        positions = [0.0] * JOINT_COUNT
        for joint, spec in enumerate(nao.specs):
            positions[joint] = min(max(0.0, spec.min), spec.max)
        positions[Joint.L_SHOULDER_PITCH] = positions[Joint.R_SHOULDER_PITCH] = 1.57
        stance = Pose3(-0.012, 0.05, -0.23), Pose3(-0.012, -0.05, -0.23)
        for joint, angle in zip(
            LEG_JOINTS, solve_legs(*stance, nao.dimensions).angles, strict=True
        ):
            positions[joint] = angle
        self.positions = tuple(positions)

    def __call__(
        self, *, roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0, **changes: Any
    ) -> SensorFrame:
        """Return the next frame of a torso at this attitude, at rest unless `gyro` or
        `accelerometer` is given; both get noise.
        """
        self._cycle += 1
        noise = self._rng.normal(0.0, 0.003, 6).tolist()
        rotation = rotation_from_rpy(roll, pitch, yaw)
        ax, ay, az = changes.pop("accelerometer", unrotate(rotation, (0.0, 0.0, GRAVITY)))
        gyro: Point = changes.pop("gyro", (0.0, 0.0, 0.0))
        frame = SensorFrame(
            time=self._cycle * CYCLE,
            positions=self.positions,
            stiffness=(1.0,) * JOINT_COUNT,
            currents=(0.1,) * JOINT_COUNT,
            temperatures=(40.0,) * JOINT_COUNT,
            status=(0,) * JOINT_COUNT,
            gyro=(gyro[0] + noise[0], gyro[1] + noise[1], gyro[2] + noise[2]),
            accelerometer=(ax + noise[3], ay + noise[4], az + noise[5]),
            angles=(roll, pitch),
            fsr=STANDING,
            touch=(0.0,) * 14,
            battery_charge=0.8,
            battery_current=-1.0,
        )
        return replace(frame, **changes)
