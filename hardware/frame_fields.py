"""Fields of a frame by their names, for whoever breaks one: a disturbance, a wire."""

from collections.abc import Mapping
from typing import Final, Literal

from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import Touch

FrameField = Literal[
    "time", "positions", "stiffness", "currents", "temperatures", "gyro", "accelerometer", "angles",
    "fsr", "touch", "battery_charge",
]  # fmt: skip
LENGTHS: Final[Mapping[FrameField, int]] = {
    "time": 1,
    "positions": JOINT_COUNT,
    "stiffness": JOINT_COUNT,
    "currents": JOINT_COUNT,
    "temperatures": JOINT_COUNT,
    "gyro": 3,
    "accelerometer": 3,
    "angles": 2,
    "fsr": 8,
    "touch": len(Touch),
    "battery_charge": 1,
}
"""Fields of a frame that may arrive broken, and how many numbers they have."""
