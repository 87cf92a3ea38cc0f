"""Which joint does what in a leg and in an arm, for those who act on both sides alike."""

from typing import Final, NamedTuple

from hardware.nao import LEFT_ARM_JOINTS, RIGHT_ARM_JOINTS, Joint, Side

HIP_YAW_PITCH: Final = Joint.L_HIP_YAW_PITCH
"""The one motor that turns both legs."""


class Leg(NamedTuple):
    """Indices of one leg's own joints, from the hip down."""

    hip_roll: int
    hip_pitch: int
    knee_pitch: int
    ankle_pitch: int
    ankle_roll: int


LEG: Final = {
    Side.LEFT: Leg(
        Joint.L_HIP_ROLL,
        Joint.L_HIP_PITCH,
        Joint.L_KNEE_PITCH,
        Joint.L_ANKLE_PITCH,
        Joint.L_ANKLE_ROLL,
    ),
    Side.RIGHT: Leg(
        Joint.R_HIP_ROLL,
        Joint.R_HIP_PITCH,
        Joint.R_KNEE_PITCH,
        Joint.R_ANKLE_PITCH,
        Joint.R_ANKLE_ROLL,
    ),
}


class Arm(NamedTuple):
    """Indices of one arm's joints, from the shoulder down; the hand is not among them."""

    shoulder_pitch: int
    shoulder_roll: int
    elbow_yaw: int
    elbow_roll: int
    wrist_yaw: int


ARM: Final = {Side.LEFT: Arm(*LEFT_ARM_JOINTS), Side.RIGHT: Arm(*RIGHT_ARM_JOINTS)}
