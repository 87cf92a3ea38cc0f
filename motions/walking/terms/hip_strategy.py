"""The hip strategy: a robot that falls over its support foot's outer edge throws its body that way.

No step helps there: the swing foot is on the other side and cannot cross. The pressure is at the
edge of the sole already, so the ankle has no more to give. What is left is angular momentum: while
the body is turned in the direction of the fall, about the support hip, the ground pushes the centre
of mass back. It is turned back slowly, when the foot carries the robot again.

Forward and backward a step does help, and hips that turned the body against such a fall made
undisturbed walks fall.

Source: the hip strategy of human balance (Horak and Nashner 1986), with the divergent component of
motion as its measure. The walks that this one comes from have no such thing.
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
    """The body is thrown towards a fall to the side that no step can catch.

    Attributes:
        active: It is.
        dead_band: DCM error over the support foot's outer edge that is left alone, m.
        side_sway: The same per length of a step that opens the legs, where that is more: the body
            stays back when it is pushed aside.
        gain: Angle of the support hip per DCM error beyond that, rad/m.
        limit: Largest angle, rad.
        speed: How fast the hip is turned, rad/s.
        return_speed: How fast it is turned back, rad/s.
    """

    active: bool
    dead_band: UnsignedLength
    side_sway: Ratio
    gain: AnglePerLength
    limit: PositiveAngle
    speed: AngularSpeed
    return_speed: PositiveAngularSpeed


class HipStrategy(BalanceTerm):
    """How far each hip is turned.

    Attributes:
        angles: The body outwards over the leg, rad.
    """

    group = "hip_strategy"
    lasting = True

    def __init__(self, parameters: HipStrategyParameters) -> None:
        self._parameters: HipStrategyParameters = parameters
        self.reset()

    def reset(self) -> None:
        """Begin anew: the walk starts from standing."""
        self.angles = {Side.LEFT: 0.0, Side.RIGHT: 0.0}

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Turn the support hip as its DCM error needs, and the other one back."""
        parameters, running, support = self._parameters, walk.step, walk.support
        sway = max(parameters.dead_band, parameters.side_sway * abs(running.step.y))
        outwards = max(walk.dcm_error.outward - sway, 0.0)
        wanted = min(parameters.gain * outwards, parameters.limit)
        for side, angle in self.angles.items():
            target = wanted if side is support else 0.0
            speed = parameters.speed if target > angle else parameters.return_speed
            self.angles[side] = toward(angle, target, speed * running.cycle)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Turn the hips."""
        for side, angle in self.angles.items():
            joints[walk.legs[side].hip_roll] += side.sign * angle

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turn of the support hip."""
        return (self.angle("support hip", self.angles[walk.support]),)
