"""Keys, lengths and orders of all LoLA values: the only table of them.

The orders of joints, buttons and lights on the wire are those of `Joint`, `Touch` and `Lights`. No
other module of this folder contains a key.
"""

from typing import Final, NamedTuple

from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import LIGHT_SIZES, Touch

POSITION: Final = "Position"
STIFFNESS: Final = "Stiffness"
CURRENT: Final = "Current"
TEMPERATURE: Final = "Temperature"
STATUS: Final = "Status"
BATTERY: Final = "Battery"
ACCELEROMETER: Final = "Accelerometer"
GYROSCOPE: Final = "Gyroscope"
ANGLES: Final = "Angles"
SONAR: Final = "Sonar"
FSR: Final = "FSR"
TOUCH: Final = "Touch"
ROBOT_CONFIG: Final = "RobotConfig"


class Battery(NamedTuple):
    """Values of `BATTERY` in their order; units as in `SensorFrame`.

    The vendor's documentation swaps current and status; robots and teams' code use this order.
    """

    charge: float
    status: float
    current: float
    temperature: float


SENSORS: Final = {
    POSITION: JOINT_COUNT, STIFFNESS: JOINT_COUNT, CURRENT: JOINT_COUNT,
    TEMPERATURE: JOINT_COUNT, STATUS: JOINT_COUNT, BATTERY: len(Battery._fields), ACCELEROMETER: 3,
    GYROSCOPE: 3, ANGLES: 2, SONAR: 2, FSR: 8, TOUCH: len(Touch),
}  # fmt: skip
"""Number of values per key of a sensor message, without the four strings of `ROBOT_CONFIG`."""
CONFIG: Final = ("body id", "body version", "head id", "head version")
"""The strings of `ROBOT_CONFIG`."""
LIGHTS: Final = {
    "Chest": "chest", "LFoot": "left_foot", "RFoot": "right_foot", "LEye": "left_eye",
    "REye": "right_eye", "LEar": "left_ear", "REar": "right_ear", "Skull": "skull",
}  # fmt: skip
"""Keys of the lights and their fields in `Lights`."""
ACTUATORS: Final = {
    POSITION: JOINT_COUNT,
    STIFFNESS: JOINT_COUNT,
    **{key: LIGHT_SIZES[part] for key, part in LIGHTS.items()},
    SONAR: 2,
}
"""Number of values per key of an actuator message: numbers, for `SONAR` booleans."""

BODY_VERSION: Final = "6.0.0"
"""Body version that this table describes."""
SENSOR_BYTES: Final = 896
"""Size of a robot's sensor message, bytes; for documentation, the code does not rely on it."""
ACTUATOR_BYTES: Final = 786
"""Size of a command with all keys, bytes."""
LARGEST: Final = 1 << 16
"""Size limit of a message, bytes: seventy times that of the largest one."""
