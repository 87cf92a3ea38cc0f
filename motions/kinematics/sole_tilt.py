"""How a sole is tilted over the floor, and which joints of its leg turn it.

A sole that stands is flat. Attitude and joints that tell otherwise tell by what the zeros of that
leg's joints are wrong; which joint it is nobody can see, so each gets its share, the ankle most.
"""

from dataclasses import dataclass

from hardware.robots.model import Leg
from hardware.units import Ratio
from motions.kinematics.geometry import Pose3, rotation_from_rpy


@dataclass(slots=True)
class Tilt:
    """How a torso or a sole is inclined.

    Attributes:
        roll: rad.
        pitch: rad.
    """

    roll: float = 0.0
    pitch: float = 0.0


@dataclass(frozen=True, slots=True)
class TiltShares:
    """Which joints of a leg turn its sole; the ankle does the rest.

    Attributes:
        hip_roll: Share of the roll.
        hip_pitch: Share of the pitch.
        knee_pitch: Likewise.
    """

    hip_roll: Ratio
    hip_pitch: Ratio
    knee_pitch: Ratio

    def __post_init__(self) -> None:
        if self.hip_pitch + self.knee_pitch > 1.0:
            raise ValueError("'hip_pitch' and 'knee_pitch' must be at most 1 together")


def tilt_over_floor(sole: Pose3, roll: float, pitch: float) -> Tilt:
    """Return how a sole is tilted over the floor.

    Args:
        sole: In the hip frame.
        roll: Of the torso, rad.
        pitch: Likewise.
    """
    level = Pose3(0.0, 0.0, 0.0, rotation_from_rpy(roll, pitch, 0.0))
    over = level @ Pose3(0.0, 0.0, 0.0, sole.rotation)
    return Tilt(over.roll, over.pitch)


def turn_sole(joints: list[float], leg: Leg, turn: Tilt, shares: TiltShares) -> None:
    """Turn the sole of a leg, rad, in place.

    Args:
        joints: Of the whole robot.
        leg: Numbers of its joints.
        turn: By so much.
        shares: Which joints do it.
    """
    joints[leg.hip_roll] += shares.hip_roll * turn.roll
    joints[leg.ankle_roll] += (1.0 - shares.hip_roll) * turn.roll
    joints[leg.hip_pitch] += shares.hip_pitch * turn.pitch
    joints[leg.knee_pitch] += shares.knee_pitch * turn.pitch
    joints[leg.ankle_pitch] += (1.0 - shares.hip_pitch - shares.knee_pitch) * turn.pitch
