"""Names, lengths and orders of everything that LoLA says: the only table of them.

Joints are ordered as `Joint`, buttons as `Touch`, lights as `Lights` has them: the wire's own
orders and sizes, told there. Nothing else in this folder spells a key.
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
    """The numbers behind `BATTERY`, in their order; units as in `SensorFrame`.

    The vendor's page has current and status the other way round; robots and teams have it so.
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
"""Numbers behind every key of a sensor message, besides `ROBOT_CONFIG` and its four texts."""
CONFIG: Final = ("body id", "body version", "head id", "head version")
"""The texts of `ROBOT_CONFIG`."""
LIGHTS: Final = {
    "Chest": "chest", "LFoot": "left_foot", "RFoot": "right_foot", "LEye": "left_eye",
    "REye": "right_eye", "LEar": "left_ear", "REar": "right_ear", "Skull": "skull",
}  # fmt: skip
"""Keys of the lights, and which part of `Lights` each shows."""
ACTUATORS: Final = {
    POSITION: JOINT_COUNT,
    STIFFNESS: JOINT_COUNT,
    **{key: LIGHT_SIZES[part] for key, part in LIGHTS.items()},
    SONAR: 2,
}
"""Values behind every key of an actuator message: numbers, for `SONAR` whether each is on."""

BODY_VERSION: Final = "6.0.0"
"""The robot that all this is true of."""
SENSOR_BYTES: Final = 896
"""Bytes of a sensor message as a robot sends it; told, never relied on."""
ACTUATOR_BYTES: Final = 786
"""Bytes of a command with all its keys."""
LARGEST: Final = 1 << 16
"""Bytes of one message, seventy times what any has: what is larger is none."""
