"""The hip strategy: the support hip turns the whole body where the feet alone do not catch it.

Over the support foot's outer edge no step helps: the swing foot is on the other side and cannot
cross. The pressure is at the edge of the sole already, so the ankle has no more to give. What is
left is angular momentum: while the body is thrown towards the fall, the ground pushes the centre of
mass back. Forward and backward a step does help, but its foot is slow: there the hip turns the body
against the fall, which takes the centre of mass and the swinging leg back at once. Either is taken
back slowly, when the foot carries the robot again.

Source: the hip strategy of human balance (Horak and Nashner 1986), with the divergent component of
motion as its measure. The walks that this one comes from have no such thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.nao import Side
from hardware.units import AnglePerLength, AngularSpeed, Length, PositiveAngle
from motions.scalars import beyond, clamp, toward
from motions.walking.balance.pendulum import Excess
from motions.walking.joints.legs import LEG


@dataclass(frozen=True, slots=True)
class HipStrategy:
    """The support hip answers a fall that the feet alone do not catch.

    Attributes:
        active: It does.
        dead_band_side: Excess over the support foot's outer edge that is left alone, m.
        gain_side: Angle of the hip per excess beyond that, rad/m.
        dead_band_forward: Excess forward or backward that is left alone, m.
        gain_forward: Angle of the hip per excess beyond that, rad/m.
        limit: Largest angle, rad.
        speed: How fast the hip is turned, rad/s.
        return_speed: How fast it is turned back, rad/s.
    """

    active: bool
    dead_band_side: Length
    gain_side: AnglePerLength
    dead_band_forward: Length
    gain_forward: AnglePerLength
    limit: PositiveAngle
    speed: AngularSpeed
    return_speed: AngularSpeed


class HipStrategyBalance:
    """How far each hip is turned.

    Attributes:
        roll: The body outwards over the leg, rad.
        pitch: The body forward over the leg, rad.
    """

    def __init__(self, parameters: HipStrategy) -> None:
        self._parameters = parameters
        self.reset()

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self.roll = {Side.LEFT: 0.0, Side.RIGHT: 0.0}
        self.pitch = {Side.LEFT: 0.0, Side.RIGHT: 0.0}

    def update(self, excess: Excess, support: Side) -> None:
        """Turn the support hip as its excess needs, and the other one back."""
        parameters = self._parameters
        limit = parameters.limit
        outwards = max(-excess.side - parameters.dead_band_side, 0.0)
        ahead = beyond(excess.forward, parameters.dead_band_forward)
        roll = min(parameters.gain_side * outwards, limit)
        pitch = clamp(-parameters.gain_forward * ahead, -limit, limit)
        for side in Side:
            bears = side is support
            self.roll[side] = self._turned(self.roll[side], roll if bears else 0.0)
            self.pitch[side] = self._turned(self.pitch[side], pitch if bears else 0.0)

    def _turned(self, angle: float, target: float) -> float:
        parameters = self._parameters
        further = abs(target) > abs(angle) and target * angle >= 0.0
        speed = parameters.speed if further else parameters.return_speed
        return toward(angle, target, speed * CYCLE)

    def apply(self, joints: list[float]) -> None:
        """Turn the hips; changes the joint targets, (25,), rad, in place."""
        for side in Side:
            leg = LEG[side]
            joints[leg.hip_roll] += side.sign * self.roll[side]
            joints[leg.hip_pitch] -= self.pitch[side]

    def without(self, positions: Sequence[float]) -> Sequence[float]:
        """Return joint angles, (25,), rad, as they would be without what `apply` has added."""
        joints = list(positions)
        for side in Side:
            leg = LEG[side]
            joints[leg.hip_roll] -= side.sign * self.roll[side]
            joints[leg.hip_pitch] += self.pitch[side]
        return joints
