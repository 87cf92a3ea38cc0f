"""Arm swing: the arms move against the legs."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel, Side
from hardware.units import Angle, AnglePerLength
from motions.walking.trajectories import FootOffset


@dataclass(frozen=True, slots=True)
class ArmSwingParameters:
    """Arm swing gains.

    Attributes:
        active: Whether the arms swing; otherwise they keep their rest pose.
        pitch_gain: Shoulder pitch per forward offset of the foot of the same side, rad/m.
        roll_gain: Outward shoulder roll per sideways offset of the foot of the same side, in either
            direction, rad/m.
    """

    active: bool
    pitch_gain: AnglePerLength
    roll_gain: AnglePerLength


@dataclass(frozen=True, slots=True)
class ArmParameters:
    """Arm pose of a walking robot.

    Attributes:
        shoulder_pitch: At rest, rad.
        shoulder_roll: At rest, outwards, rad.
        elbow_roll: At rest, bent, rad.
        wrist_yaw: At rest, inwards, rad.
        swing: Deviation from the rest pose.
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
    """Set the joint targets of both arms.

    The arm swings back while the foot of the same side goes forward.

    Args:
        model: The robot model.
        joints: Joint targets, rad; modified in place.
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
            joints[joint] = sign * value + 0.0  # avoid -0.0
