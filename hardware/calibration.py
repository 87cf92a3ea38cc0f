"""Calibration of one robot: the measured errors of its sensors.

A robot's encoders have zero errors, and its inertial unit is mounted at an angle. The measured
values are kept in a file; the backend corrects every command and every frame by them
(`hardware.wire_precision`), so that the software above it sees calibrated angles only.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

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
