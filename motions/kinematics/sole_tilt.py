"""Tilt of a sole over the floor, and rotations of a sole that the joints of the leg share."""

from dataclasses import dataclass

from hardware.robots.model import Leg
from hardware.units import Ratio
from motions.kinematics.geometry import Pose3, multiply, rotation_from_rpy


@dataclass(slots=True)
class Tilt:
    """Inclination of a torso or a sole.

    Attributes:
        roll: Roll, rad.
        pitch: Pitch, rad.
    """

    roll: float = 0.0
    pitch: float = 0.0


@dataclass(frozen=True, slots=True)
class TiltShares:
    """Shares of the leg joints in a rotation of the sole; the ankle makes the rest.

    Attributes:
        hip_roll: Share of the hip roll in the roll.
        hip_pitch: Share of the hip pitch in the pitch.
        knee_pitch: Share of the knee in the pitch.
    """

    hip_roll: Ratio
    hip_pitch: Ratio
    knee_pitch: Ratio

    def __post_init__(self) -> None:
        if self.hip_pitch + self.knee_pitch > 1.0:
            raise ValueError("the sum of 'hip_pitch' and 'knee_pitch' must be at most 1")


def tilt_over_floor(sole: Pose3, roll: float, pitch: float) -> Tilt:
    """Return the tilt of a sole over the floor.

    Args:
        sole: Pose of the sole in the hip frame.
        roll: Roll of the torso, rad.
        pitch: Pitch of the torso, rad.
    """
    over = Pose3(rotation=multiply(rotation_from_rpy(roll, pitch, 0.0), sole.rotation))
    return Tilt(over.roll, over.pitch)


def turn_sole(joints: list[float], leg: Leg, turn: Tilt, shares: TiltShares) -> None:
    """Turn the sole of a leg by adding to joint targets, in place.

    Args:
        joints: Joint targets of the whole robot, in wire order, rad.
        leg: Joint indices of the leg.
        turn: Rotation of the sole.
        shares: Shares of the joints.
    """
    joints[leg.hip_roll] += shares.hip_roll * turn.roll
    joints[leg.ankle_roll] += (1.0 - shares.hip_roll) * turn.roll
    joints[leg.hip_pitch] += shares.hip_pitch * turn.pitch
    joints[leg.knee_pitch] += shares.knee_pitch * turn.pitch
    joints[leg.ankle_pitch] += (1.0 - shares.hip_pitch - shares.knee_pitch) * turn.pitch
