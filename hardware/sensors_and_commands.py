"""Messages between software and robot: one per cycle in each direction."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate, pairwise
from typing import Final

from hardware.cycle_data import cycle_data
from hardware.units import Point

CYCLE = 0.012
"""Length of the NAO's control cycle in s, one LoLA message each. Only for its simulation; all other
code takes the cycle from the robot's model."""
GRAVITY = 9.81
"""m/s2: the accelerometer's reading on z while the robot stands still."""


class Touch(IntEnum):
    """Buttons and touch pads in the order of LoLA's `Touch` array."""

    CHEST = 0
    HEAD_FRONT = 1
    HEAD_MIDDLE = 2
    HEAD_REAR = 3
    L_FOOT_BUMPER_LEFT = 4
    L_FOOT_BUMPER_RIGHT = 5
    L_HAND_BACK = 6
    L_HAND_LEFT = 7
    L_HAND_RIGHT = 8
    R_FOOT_BUMPER_LEFT = 9
    R_FOOT_BUMPER_RIGHT = 10
    R_HAND_BACK = 11
    R_HAND_LEFT = 12
    R_HAND_RIGHT = 13


@cycle_data
class SensorFrame:
    """One complete set of measurements. A missing or broken value is NaN.

    Attributes:
        time: Time of the frame in s, from the robot or the plant: the motions' only clock.
        positions: Joint angles, in wire order, rad in calibrated angles; hands 0..1.
        stiffness: Applied stiffness, in wire order, 0..1.
        currents: Motor currents, in wire order, A.
        temperatures: Motor temperatures, in wire order, degrees Celsius.
        status: Temperature status of the motors, in wire order, 0 regular to 3 critically hot,
            -1 unknown.
        gyro: Angular velocity in torso axes, rad/s; y > 0 pitches forward.
        accelerometer: Specific force in torso axes, m/s2; +9.81 on z when standing still.
        angles: Roll and pitch of the torso from the robot's own filter, rad.
        fsr: Forces on the sole cells, (8,), N: left FL FR RL RR, then right FL FR RL RR.
        touch: Buttons and pads, (14,), 0..1, in `Touch` order.
        battery_charge: 0..1.
        battery_current: A, negative while discharging.
        sonar: Distance of the nearest echo to the left and to the right, m.
        battery_status: 16-bit status word of the battery; 0x80 is set while it charges.
        battery_temperature: Degrees Celsius.
    """

    time: float
    positions: tuple[float, ...]
    stiffness: tuple[float, ...]
    currents: tuple[float, ...]
    temperatures: tuple[float, ...]
    status: tuple[int, ...]
    gyro: Point
    accelerometer: Point
    angles: tuple[float, float]
    fsr: tuple[float, ...]
    touch: tuple[float, ...]
    battery_charge: float
    battery_current: float
    sonar: tuple[float, float] = (math.nan, math.nan)
    battery_status: int = 0
    battery_temperature: float = math.nan

    @property
    def tilt(self) -> float:
        """Return the angle between torso and vertical, rad; 0 if no sensor is valid.

        From the robot's own attitude filter; from the accelerometer alone if the filter is invalid.
        """
        roll, pitch = self.angles
        if math.isfinite(roll + pitch):
            return math.acos(max(-1.0, min(1.0, math.cos(roll) * math.cos(pitch))))
        x, y, z = self.accelerometer
        return math.atan2(math.hypot(x, y), z) if math.isfinite(x + y + z) else 0.0


_BLACK: Final = (0.0, 0.0, 0.0)
_DARK_EYE: Final = (0.0,) * 24
_DARK_EAR: Final = (0.0,) * 10


@dataclass(frozen=True, slots=True)
class Lights:
    """Brightness of the robot's LEDs, each from 0 (off) to 1, in the order of its wire.

    Attributes:
        chest: Red, green, blue of the button.
        left_foot: Red, green, blue.
        right_foot: Red, green, blue.
        left_eye: 8 red, then 8 green, then 8 blue, in descending angle from 45 degrees: at 45, 0,
            315 and so on to 90.
        right_eye: Likewise, in ascending angle from 0 degrees: at 0, 45 and so on to 315.
        left_ear: Blue, (10,), ascending from 0 degrees in steps of 36.
        right_ear: Blue, (10,), descending from 324 degrees in steps of 36.
        skull: (12,), left side from front to rear: two in front, one in the middle, three behind;
            then the right side from rear to front.

    Raises:
        ValueError: If a group has the wrong number of values, or a value is outside 0..1.
    """

    chest: Point = _BLACK
    left_foot: Point = _BLACK
    right_foot: Point = _BLACK
    left_eye: tuple[float, ...] = _DARK_EYE
    right_eye: tuple[float, ...] = _DARK_EYE
    left_ear: tuple[float, ...] = _DARK_EAR
    right_ear: tuple[float, ...] = _DARK_EAR
    skull: tuple[float, ...] = (0.0,) * 12

    def __post_init__(self) -> None:
        for name, size in LIGHT_SIZES.items():
            values = getattr(self, name)
            if len(values) != size or not all(0.0 <= value <= 1.0 for value in values):
                raise ValueError(f"{name} must be {size} numbers from 0 to 1 (got {values})")

    def numbers(self) -> tuple[float, ...]:
        """Return all values in one sequence."""
        return tuple(value for name in LIGHT_SIZES for value in getattr(self, name))

    @classmethod
    def of(cls, numbers: Iterable[float]) -> "Lights":
        """Return the lights with these values, in the order of `numbers`."""
        values = tuple(numbers)
        ends = pairwise(accumulate(LIGHT_SIZES.values(), initial=0))
        parts = {name: values[a:b] for name, (a, b) in zip(LIGHT_SIZES, ends, strict=True)}
        return cls(**parts)  # type: ignore[arg-type] # lengths are checked there


LIGHT_SIZES: Final = {
    "chest": 3, "left_foot": 3, "right_foot": 3, "left_eye": 24, "right_eye": 24,
    "left_ear": 10, "right_ear": 10, "skull": 12,
}  # fmt: skip
"""Number of values in each group of `Lights`."""
LIGHT_COUNT: Final = sum(LIGHT_SIZES.values())
DARK: Final = Lights()


@cycle_data
class JointCommand:
    """Joint targets, stiffness and lights until the next command.

    Attributes:
        positions: Joint targets, in wire order, rad in calibrated angles; hands 0..1.
        stiffness: Share of the motors' torque limit, in wire order, 0 limp to 1.
        lights: Brightness of the LEDs.
    """

    positions: tuple[float, ...]
    stiffness: tuple[float, ...]
    lights: Lights = DARK


def demand_sound(command: JointCommand, joints: int) -> None:
    """Raise an error if a command must not reach the motors.

    Args:
        command: The command to be sent.
        joints: Number of joint values on the robot's wire.

    Raises:
        ValueError: If the number of positions or stiffnesses differs, or a value is not finite.
    """
    counts = len(command.positions), len(command.stiffness)
    if counts != (joints, joints):
        raise ValueError(
            f"a command needs {joints} positions and as many stiffnesses (got {counts[0]} and "
            f"{counts[1]})"
        )
    if not math.isfinite(sum(command.positions) + sum(command.stiffness)):
        raise ValueError(f"a command must be finite (got {command})")
