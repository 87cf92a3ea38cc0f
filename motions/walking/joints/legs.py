"""Which joints belong to which leg: the components of this folder act on roles, not on names."""

from typing import Final, NamedTuple

from hardware.nao import Joint, Side

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
