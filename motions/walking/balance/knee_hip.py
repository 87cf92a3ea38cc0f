"""Gyro feedback into knee and hip of the support leg.

The ankle alone presses from below; a little of the same turn in knee and hip moves the torso's
weight with it. This is the permanent form with a small gain: it needs no conditions to be safe.

Source: permanent knee and hip balance of the B-Human code release 2025.
"""

from dataclasses import dataclass

from hardware.limbs import LEG
from hardware.nao import Side
from hardware.units import Angle, AnglePerRate
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class KneeHipBalance:
    """Gyro feedback into knee and hip.

    Attributes:
        active: Knee and hip of the support leg help the ankle.
        gain: Angle per angular velocity, s.
        limit: Largest angle, rad.
    """

    active: bool
    gain: AnglePerRate
    limit: Angle


def add_knee_hip(
    parameters: KneeHipBalance, joints: list[float], support: Side, pitch_rate: float
) -> None:
    """Add to hip pitch and knee of the support leg; changes the targets, (25,), rad, in place.

    Args:
        parameters: Of the feedback.
        joints: Joint targets.
        support: The support foot.
        pitch_rate: Filtered angular velocity about y, rad/s; 0 without ground contact.
    """
    turn = clamp(parameters.gain * pitch_rate, -parameters.limit, parameters.limit)
    leg = LEG[support]
    joints[leg.hip_pitch] += turn
    joints[leg.knee_pitch] += turn
