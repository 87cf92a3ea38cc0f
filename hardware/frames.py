"""What crosses the border between software and robot, once per 12 ms cycle in each direction."""

from dataclasses import dataclass
from enum import IntEnum

from hardware.units import Point

CYCLE = 0.012
"""Length of the control cycle in s: one LoLA message every 12 ms."""
GRAVITY = 9.81
"""m/s2: what the accelerometer shows on z while the robot stands still."""


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


@dataclass(frozen=True, slots=True)
class SensorFrame:
    """One complete set of measurements. A value that is missing or broken is NaN.

    Attributes:
        time: Time of the frame in s, from the robot or the plant: the only clock of the motions.
        positions: Joint angles, (25,), rad in calibrated angles; hands 0..1.
        stiffness: Stiffness that the robot applies, (25,), 0..1.
        currents: Motor currents, (25,), A.
        temperatures: Motor temperatures, (25,), degrees Celsius.
        status: Temperature status of the motors, (25,), 0 regular to 3 critically hot.
        gyro: Angular velocity in torso axes, rad/s; y > 0 pitches forward.
        accelerometer: Specific force in torso axes, m/s2; +9.81 on z when standing still.
        angles: Roll and pitch of the torso from the robot's own filter, rad.
        fsr: Forces on the sole cells, (8,), N: left FL FR RL RR, then right FL FR RL RR.
        touch: Buttons and pads, (14,), 0..1, in `Touch` order.
        battery_charge: 0..1.
        battery_current: A, negative while discharging.
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


@dataclass(frozen=True, slots=True)
class JointCommand:
    """What the robot shall do until the next command.

    Attributes:
        positions: Joint targets, (25,), rad in calibrated angles; hands 0..1.
        stiffness: Share of the motors' torque limit, (25,), 0 limp to 1.
    """

    positions: tuple[float, ...]
    stiffness: tuple[float, ...]
