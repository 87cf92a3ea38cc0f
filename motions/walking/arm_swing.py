"""Arms that swing against the legs, and the straight head between them."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel, Side
from hardware.units import Angle, AnglePerLength
from motions.walking.trajectories import FootOffset


@dataclass(frozen=True, slots=True)
class ArmSwingParameters:
    """Arms swing against the legs.

    Attributes:
        active: They do; otherwise they rest.
        pitch_gain: Shoulder pitch per forward offset of the foot of the same side, rad/m.
        roll_gain: Shoulder roll outwards per sideways offset of the foot of the same side,
            whichever way that is, rad/m.
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


def set_arms(
    model: RobotModel,
    joints: list[float],
    arms: ArmParameters,
    left: FootOffset,
    right: FootOffset,
) -> None:
    """Write both arms into the joint targets.

    The arm swings back while the foot of the same side goes forward.

    Args:
        model: The robot.
        joints: Joint targets, rad; changed in place.
        arms: Rest pose and gains.
        left: Offset of the left foot from the stance.
        right: Offset of the right foot from the stance.
    """
    swing = arms.swing
    pitch_gain, roll_gain = (swing.pitch_gain, swing.roll_gain) if swing.active else (0.0, 0.0)
    for side, foot in ((Side.LEFT, left), (Side.RIGHT, right)):
        as_left = (
            arms.shoulder_pitch + pitch_gain * foot.forward,
            arms.shoulder_roll + roll_gain * abs(foot.side),
            0.0,
            -arms.elbow_roll,
            -arms.wrist_yaw,
        )
        for joint, value in zip(model.arms[side], as_left, strict=False):  # arms may be shorter
            sign = 1.0 if side is Side.LEFT else model.mirror[joint][1]
            joints[joint] = sign * value + 0.0  # never -0.0
