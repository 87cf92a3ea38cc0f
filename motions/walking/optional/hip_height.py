"""Hip height by speed: bent knees cost torque and heat, so a slow walk stands higher.

Long steps need bent knees to reach; short ones do not. The hips rise slowly while the steps are
short and come down quickly when they grow.

Source: energy saving walk of the B-Human code release 2025.
"""

from dataclasses import dataclass

from hardware.units import Speed, UnsignedLength
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.terms.term import BalanceTerm, Value, WalkState
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class HipHeightParameters:
    """Hip height by speed.

    Attributes:
        active: Slow walks stand higher than the stance.
        raised: Height over the stance for a walk on the spot, m.
        down: How fast the hips come down, m/s.
        up: How fast they rise, m/s.
    """

    active: bool
    raised: UnsignedLength
    down: Speed
    up: Speed


class HipHeightBySpeed(BalanceTerm):
    """How far the hips are above the stance.

    Attributes:
        raised: m.
    """

    group = "hip_height"
    lasting = True

    def __init__(self, parameters: HipHeightParameters) -> None:
        self._parameters: HipHeightParameters = parameters
        self.raised = 0.0

    def reset(self) -> None:
        """Begin at the height of the stance."""
        self.raised = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Go on towards the height that the length of the step allows."""
        limits, cycle = self._parameters, robot.cycle
        target = (1.0 - walk.step.extent) * limits.raised
        self.raised += clamp(target - self.raised, -limits.down * cycle, limits.up * cycle)

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Put both feet lower under the hips."""
        feet.left.lift -= self.raised
        feet.right.lift -= self.raised

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the height over the stance."""
        return (self.length("raised", self.raised),)
