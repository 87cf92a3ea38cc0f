"""Names and lengths of the frame's fields, for fault injection by disturbances or on the wire."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import Touch

FrameField = Literal[
    "time", "positions", "stiffness", "currents", "temperatures", "status", "gyro", "accelerometer",
    "angles", "fsr", "touch", "battery_charge", "battery_current", "sonar", "battery_status",
    "battery_temperature",
]  # fmt: skip
_OF_JOINTS: Final = ("positions", "stiffness", "currents", "temperatures", "status")
LENGTHS: Final[Mapping[FrameField, int]] = {
    **dict.fromkeys(get_args(FrameField), 1),
    **dict.fromkeys(_OF_JOINTS, JOINT_COUNT),
    **{"gyro": 3, "accelerometer": 3, "angles": 2, "fsr": 8, "touch": len(Touch), "sonar": 2},
}
"""Fields of a frame that may arrive broken, with the number of values in each."""


def wrong_place(field: FrameField, index: int) -> str:
    """Return an error message if the index is out of range for the field, else an empty string."""
    last = LENGTHS[field] - 1
    return f"{field} has indexes from 0 to {last} (got {index})" if index > last else ""
