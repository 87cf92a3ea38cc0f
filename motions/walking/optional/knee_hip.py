"""Gyro feedback to knee and hip of the support leg.

The ankle only presses from below; a little of the same rotation in knee and hip also moves the
torso's weight. This permanent variant has a small gain, so it is safe without conditions.

Source: permanent knee and hip balance of the B-Human code release 2025.
"""

from dataclasses import dataclass

from hardware.units import AnglePerRate, UnsignedAngle
from motions.scalars import clamp
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class KneeHipParameters:
    """Parameters of the gyro feedback to knee and hip.

    Attributes:
        active: Whether knee and hip of the support leg assist the ankle.
        gain: Angle per angular velocity, s.
        limit: Largest angle, rad.
    """

    active: bool
    gain: AnglePerRate
    limit: UnsignedAngle


class KneeHipFeedback(BalanceTerm):
    """Adds gyro feedback to knee and hip of the support leg."""

    group = "knee_hip"

    def __init__(self, parameters: KneeHipParameters) -> None:
        self._parameters: KneeHipParameters = parameters

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Turn hip pitch and knee of the support leg by the same angle."""
        turn, leg = self._turn(walk), walk.legs[walk.support]
        joints[leg.hip_pitch] += turn
        joints[leg.knee_pitch] += turn

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the angle."""
        return (self.angle("support leg", self._turn(walk)),)

    def _turn(self, walk: WalkState) -> float:
        limit = self._parameters.limit
        rate = walk.gyro.strength * walk.gyro.pitch_rate
        return clamp(self._parameters.gain * rate, -limit, limit)
