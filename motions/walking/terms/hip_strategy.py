"""Hip strategy: a robot falling over its support foot's outer edge throws its body that way.

No step helps there: the swing foot is on the other side and cannot cross. The pressure is already
at the edge of the sole, so the ankle is saturated. What remains is angular momentum: while the body
is accelerated about the support hip in the direction of the fall, the ground pushes the centre of
mass back. The body is turned back slowly once the DCM error has decreased.

The free leg is thrown the other way: it turns in the same sense as the body, and then hangs out as
a counterweight while the robot stands on the edge of its sole, where millimetres decide.

Forward and backward a step does help, and a hip strategy in these directions made undisturbed walks
fall.

Source: the hip strategy of human balance (Horak and Nashner 1986), driven by the divergent
component of motion. The walks on which this one is based have no counterpart.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import (
    AnglePerLength,
    AngularSpeed,
    PositiveAngle,
    PositiveAngularSpeed,
    Ratio,
    UnsignedLength,
)
from motions.perception.state import RobotState
from motions.scalars import toward
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@dataclass(frozen=True, slots=True)
class HipStrategyParameters:
    """Hip motion against a sideways fall that no step can catch.

    Attributes:
        active: Whether the hips are used.
        dead_band: DCM error over the support foot's outer edge that is ignored, m.
        side_sway: Dead band per length of a side step, where larger: the body lags when it is
            pushed sideways.
        gain: Angle of the support hip per DCM error beyond the dead band, rad/m.
        limit: Largest angle, rad.
        speed: Speed of the hip, rad/s.
        free_leg_dead_band: Dead band of the free leg beyond that of the body, m.
        free_leg_gain: Outward angle of the free leg per DCM error beyond both, rad/m.
        free_leg_limit: Its largest angle, rad.
        free_leg_speed: Its speed, rad/s.
        return_speed: Speed at which the hip and the free leg return, rad/s.
    """

    active: bool
    dead_band: UnsignedLength
    side_sway: Ratio
    gain: AnglePerLength
    limit: PositiveAngle
    speed: AngularSpeed
    free_leg_dead_band: UnsignedLength
    free_leg_gain: AnglePerLength
    free_leg_limit: PositiveAngle
    free_leg_speed: AngularSpeed
    return_speed: PositiveAngularSpeed


class HipStrategy(BalanceTerm):
    """Turns the support hip and the free leg by the DCM error over the outer edge.

    Attributes:
        angles: Outward turn of the body over each leg, rad.
        legs: Outward turn of each leg while it is free, rad; its sole keeps its orientation.
    """

    group = "hip_strategy"
    lasting = True

    def __init__(self, parameters: HipStrategyParameters) -> None:
        self._parameters: HipStrategyParameters = parameters
        self.reset()

    def reset(self) -> None:
        """Reset the angles: the walk starts from standing."""
        self.angles = {Side.LEFT: 0.0, Side.RIGHT: 0.0}
        self.legs = {Side.LEFT: 0.0, Side.RIGHT: 0.0}

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Turn the support hip and the free leg by the DCM error, and the others back."""
        own, running, support = self._parameters, walk.step, walk.support
        sway = max(own.dead_band, own.side_sway * abs(running.step.y))
        outwards = max(walk.dcm_error.outward - sway, 0.0)
        thrown = min(own.gain * outwards, own.limit)
        beyond = max(outwards - own.free_leg_dead_band, 0.0)
        swung = min(own.free_leg_gain * beyond, own.free_leg_limit)
        for side in Side:
            body, leg = (thrown, 0.0) if side is support else (0.0, swung)
            self.angles[side] = self._turned(self.angles[side], body, own.speed, running.cycle)
            self.legs[side] = self._turned(self.legs[side], leg, own.free_leg_speed, running.cycle)

    def _turned(self, angle: float, target: float, speed: float, cycle: float) -> float:
        """Return an angle a cycle later: outwards at a speed, back at the return speed."""
        if target <= angle:
            speed = self._parameters.return_speed
        return toward(angle, target, speed * cycle)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add the turns to both hip rolls, and those of the legs against the ankle rolls."""
        for side in Side:
            leg, out = walk.legs[side], side.sign * self.legs[side]
            joints[leg.hip_roll] += side.sign * self.angles[side] + out
            joints[leg.ankle_roll] -= out

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turns of the support hip and of the free leg."""
        support = walk.support
        return (
            self.angle("support hip", self.angles[support]),
            self.angle("free leg", self.legs[support.other]),
        )
