"""Arms that swing against the legs, and the straight head between them."""

from dataclasses import dataclass

from hardware.limbs import ARM
from hardware.nao import Side
from hardware.units import Angle, AnglePerLength
from motions.walking.trajectories import FootOffset


@dataclass(frozen=True, slots=True)
class ArmSwingParameters:
    """Arms swing against the legs.

    Attributes:
        active: They do; otherwise they rest.
        pitch_gain: Shoulder pitch per forward offset of the foot of the same side, rad/m.
        roll_gain: Shoulder roll per outward offset of the foot of the same side, rad/m.
    """

    active: bool
    pitch_gain: AnglePerLength
    roll_gain: AnglePerLength


@dataclass(frozen=True, slots=True)
class ArmParameters:
    """The arms of a walking robot.

    Attributes:
        shoulder_pitch: At rest, rad.
        shoulder_roll: At rest, outwards, rad.
        elbow_roll: At rest, bent, rad.
        wrist_yaw: At rest, inwards, rad.
        swing: How they leave their rest.
    """

    shoulder_pitch: Angle
    shoulder_roll: Angle
    elbow_roll: Angle
    wrist_yaw: Angle
    swing: ArmSwingParameters


def set_arms(joints: list[float], arms: ArmParameters, left: FootOffset, right: FootOffset) -> None:
    """Write both arms into the joint targets.

    The arm swings back while the foot of the same side goes forward.

    Args:
        joints: Joint targets, (25,), rad; changed in place.
        arms: Rest pose and gains.
        left: Offset of the left foot from the stance.
        right: Offset of the right foot from the stance.
    """
    swing = arms.swing
    pitch_gain, roll_gain = (swing.pitch_gain, swing.roll_gain) if swing.active else (0.0, 0.0)
    for side, foot in ((Side.LEFT, left), (Side.RIGHT, right)):
        arm, sign = ARM[side], side.sign
        joints[arm.shoulder_pitch] = arms.shoulder_pitch + pitch_gain * foot.forward
        joints[arm.shoulder_roll] = sign * (arms.shoulder_roll + roll_gain * abs(foot.side))
        joints[arm.elbow_yaw] = 0.0
        joints[arm.elbow_roll] = -sign * arms.elbow_roll
        joints[arm.wrist_yaw] = -sign * arms.wrist_yaw
