"""Names, lengths and orders of everything that LoLA says: the only table of them.

Joints are ordered as `Joint`, buttons as `Touch`, lights as `Lights` has them: the wire's own
orders, told there. Nothing else in this folder spells a key.
"""

from typing import Final

from hardware.robots.nao import JOINT_COUNT
from hardware.sensors_and_commands import Touch

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

SENSORS: Final = {
    POSITION: JOINT_COUNT, STIFFNESS: JOINT_COUNT, CURRENT: JOINT_COUNT,
    TEMPERATURE: JOINT_COUNT, STATUS: JOINT_COUNT, BATTERY: 4, ACCELEROMETER: 3,
    GYROSCOPE: 3, ANGLES: 2, SONAR: 2, FSR: 8, TOUCH: len(Touch),
}  # fmt: skip
"""Numbers behind every key of a sensor message, besides `ROBOT_CONFIG` and its four texts."""
CONFIG: Final = ("body id", "body version", "head id", "head version")
"""The texts of `ROBOT_CONFIG`."""
BATTERY_ORDER: Final = ("charge", "status", "current", "temperature")
"""The vendor's page has current and status the other way round; robots and teams have it so."""

LIGHTS: Final = {
    "Chest": "chest", "LFoot": "left_foot", "RFoot": "right_foot", "LEye": "left_eye",
    "REye": "right_eye", "LEar": "left_ear", "REar": "right_ear", "Skull": "skull",
}  # fmt: skip
"""Keys of the lights, and which part of `Lights` each shows."""
LIGHT_SIZES: Final = {
    "Chest": 3, "LFoot": 3, "RFoot": 3, "LEye": 24, "REye": 24, "LEar": 10, "REar": 10, "Skull": 12,
}  # fmt: skip
ACTUATORS: Final = {POSITION: JOINT_COUNT, STIFFNESS: JOINT_COUNT, **LIGHT_SIZES, SONAR: 2}
"""Values behind every key of an actuator message: numbers, for `SONAR` whether each is on."""

LEFT_EYE_DEGREES: Final = (45, 0, 315, 270, 225, 180, 135, 90)
RIGHT_EYE_DEGREES: Final = (0, 45, 90, 135, 180, 225, 270, 315)
LEFT_EAR_DEGREES: Final = tuple(range(0, 360, 36))
RIGHT_EAR_DEGREES: Final = tuple(range(324, -1, -36))
SKULL: Final = (
    "front-left-1", "front-left-0", "middle-left-0", "rear-left-0", "rear-left-1", "rear-left-2",
    "rear-right-2", "rear-right-1", "rear-right-0", "middle-right-0", "front-right-0",
    "front-right-1",
)  # fmt: skip
"""Where every light of an eye, an ear and the skull is, in the wire's order."""

BODY_VERSION: Final = "6.0.0"
"""The robot that all this is true of."""
SENSOR_BYTES: Final = 896
"""Bytes of a sensor message as a robot sends it; told, never relied on."""
ACTUATOR_BYTES: Final = 786
"""Bytes of a command with all its keys."""
LARGEST: Final = 1 << 16
"""Bytes of one message, seventy times what any has: what is larger is none."""
