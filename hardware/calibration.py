"""What is known of one robot's errors, and where it is put right: at the border, both ways.

A robot's encoders do not stand at zero where they should, and its inertial unit sits askew. Who
has measured that writes it into a file; whatever connects a robot lays it on every command and on
every frame, so that nobody above ever sees an angle that is not calibrated.
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
"""More is no calibration but a repair: the largest published are hip yaws of 11.5 degrees."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What has been measured of one robot.

    Attributes:
        joints: How much further a joint stands than the robot reports, rad, by its place on the
            wire; joints that are not named are right.
        torso_roll: Roll that the inertial unit shows in an upright torso, rad.
        torso_pitch: Pitch that it shows there.
        body: Id of the robot's body, as it says itself; empty if nobody has noted it.
    """

    joints: dict[JointIndex, Correction]
    torso_roll: Correction
    torso_pitch: Correction
    body: str = ""


class Corrector:
    """Lays a calibration on what goes to the robot and on what comes from it."""

    def __init__(self, calibration: Calibration) -> None:
        """Learn what has to be put right."""
        joints = calibration.joints
        self._offsets = tuple(joints.get(index, 0.0) for index in range(JOINT_COUNT))
        self._mounting = Mounting(calibration.torso_roll, calibration.torso_pitch)
        self._nothing = not any((*self._offsets, calibration.torso_roll, calibration.torso_pitch))

    def commanded(self, command: JointCommand) -> JointCommand:
        """Return what the robot has to be told so that its joints go where they should."""
        if self._nothing:
            return command
        return replace(command, positions=tuple(map(sub, command.positions, self._offsets)))

    def measured(self, frame: SensorFrame) -> SensorFrame:
        """Return a frame as if the robot had no errors but those that nobody has measured."""
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
