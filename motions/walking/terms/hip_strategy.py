"""Hip strategy: a robot falling over its support foot's outer edge throws its body that way.

No step helps there: the swing foot is on the other side and cannot cross. The pressure is already
at the edge of the sole, so the ankle is saturated. What remains is angular momentum: while the body
is accelerated about the support hip in the direction of the fall, the ground pushes the centre of
mass back. The body is turned back slowly once the DCM error has decreased.

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
        return_speed: Speed at which it returns, rad/s.
    """

    active: bool
    dead_band: UnsignedLength
    side_sway: Ratio
    gain: AnglePerLength
    limit: PositiveAngle
    speed: AngularSpeed
    return_speed: PositiveAngularSpeed


class HipStrategy(BalanceTerm):
    """Turns the support hip by the DCM error over the outer edge.

    Attributes:
        angles: Outward turn of the body over each leg, rad.
    """

    group = "hip_strategy"
    lasting = True

    def __init__(self, parameters: HipStrategyParameters) -> None:
        self._parameters: HipStrategyParameters = parameters
        self.reset()

    def reset(self) -> None:
        """Reset the angles: the walk starts from standing."""
        self.angles = {Side.LEFT: 0.0, Side.RIGHT: 0.0}

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Turn the support hip by the DCM error, and the other one back."""
        parameters, running, support = self._parameters, walk.step, walk.support
        sway = max(parameters.dead_band, parameters.side_sway * abs(running.step.y))
        outwards = max(walk.dcm_error.outward - sway, 0.0)
        wanted = min(parameters.gain * outwards, parameters.limit)
        for side, angle in self.angles.items():
            target = wanted if side is support else 0.0
            speed = parameters.speed if target > angle else parameters.return_speed
            self.angles[side] = toward(angle, target, speed * running.cycle)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add the turns to both hip rolls."""
        for side, angle in self.angles.items():
            joints[walk.legs[side].hip_roll] += side.sign * angle

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turn of the support hip."""
        return (self.angle("support hip", self.angles[walk.support]),)
