"""Calibration of one robot: measured errors and their correction in commands and frames.

A robot's encoders have zero errors, and its inertial unit is mounted at an angle. The measured
values are kept in a file; the backend applies them to every command and every frame, so that the
software above it sees calibrated angles only.
"""

import math
from dataclasses import dataclass, replace
from operator import add, sub
from typing import Annotated

from annotated_types import Ge, Le

from hardware.mounting import Mounting, tilt
from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.units import JointIndex, Unit

Correction = Annotated[float, Unit("deg"), Ge(-15.0), Le(15.0)]
"""Larger errors call for a repair: the largest published offsets are hip yaws of 11.5 degrees."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Measured errors of one robot.

    Attributes:
        joints: True angle minus reported angle of a joint, rad, by its index on the wire; joints
            left out have no error.
        torso_roll: Roll shown by the inertial unit while the torso is upright, rad.
        torso_pitch: Pitch shown by the inertial unit while the torso is upright, rad.
        body: Body id reported by the robot; empty if not recorded.
    """

    joints: dict[JointIndex, Correction]
    torso_roll: Correction
    torso_pitch: Correction
    body: str = ""


class Corrector:
    """Applies a calibration to commands and frames."""

    def __init__(self, calibration: Calibration) -> None:
        """Prepare the corrections."""
        joints = calibration.joints
        self._offsets = tuple(joints.get(index, 0.0) for index in range(JOINT_COUNT))
        self._mounting = Mounting(calibration.torso_roll, calibration.torso_pitch)
        self._nothing = not any((*self._offsets, calibration.torso_roll, calibration.torso_pitch))

    def commanded(self, command: JointCommand) -> JointCommand:
        """Return the command to send so that the joints reach the commanded angles."""
        if self._nothing:
            return command
        return replace(command, positions=tuple(map(sub, command.positions, self._offsets)))

    def measured(self, frame: SensorFrame) -> SensorFrame:
        """Return the frame with all measured errors removed."""
        if self._nothing:
            return frame
        return replace(
            frame,
            positions=tuple(map(add, frame.positions, self._offsets)),
            gyro=self._mounting.meant(frame.gyro),
            accelerometer=self._mounting.meant(frame.accelerometer),
            angles=self._straight(frame.angles),
        )

    def _straight(self, angles: tuple[float, float]) -> tuple[float, float]:
        roll, pitch = angles
        if not math.isfinite(roll + pitch):
            return angles
        c = math.cos(pitch)
        return tilt(
            self._mounting.meant((-math.sin(pitch), c * math.sin(roll), c * math.cos(roll)))
        )
