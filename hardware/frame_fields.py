"""Fields of a frame by their names, for whoever breaks one: a disturbance, a wire."""

from collections.abc import Mapping
from typing import Final, Literal

from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import Touch

FrameField = Literal[
    "time", "positions", "stiffness", "currents", "temperatures", "status", "gyro", "accelerometer",
    "angles", "fsr", "touch", "battery_charge", "battery_current", "sonar", "battery_status",
    "battery_temperature",
]  # fmt: skip
LENGTHS: Final[Mapping[FrameField, int]] = {
    "time": 1,
    "positions": JOINT_COUNT,
    "stiffness": JOINT_COUNT,
    "currents": JOINT_COUNT,
    "temperatures": JOINT_COUNT,
    "status": JOINT_COUNT,
    "gyro": 3,
    "accelerometer": 3,
    "angles": 2,
    "fsr": 8,
    "touch": len(Touch),
    "battery_charge": 1,
    "battery_current": 1,
    "sonar": 2,
    "battery_status": 1,
    "battery_temperature": 1,
}
"""Fields of a frame that may arrive broken, and how many numbers they have."""
