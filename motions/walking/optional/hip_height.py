"""Hip height by speed: a slow walk stands higher, as bent knees cost torque and heat.

Only long steps need bent knees for their reach. The hips rise slowly while the steps are short and
come down quickly when they grow.

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
    """Parameters of the hip height by speed.

    Attributes:
        active: Whether slow walks stand higher than the stance.
        raised: Height above the stance for a walk on the spot, m.
        down: Speed of lowering the hips, m/s.
        up: Speed of raising the hips, m/s.
    """

    active: bool
    raised: UnsignedLength
    down: Speed
    up: Speed


class HipHeightBySpeed(BalanceTerm):
    """Raises the hips in slow walks.

    Attributes:
        raised: Height of the hips above the stance, m.
    """

    group = "hip_height"
    lasting = True

    def __init__(self, parameters: HipHeightParameters) -> None:
        self._parameters: HipHeightParameters = parameters
        self.raised = 0.0

    def reset(self) -> None:
        """Reset to the height of the stance."""
        self.raised = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Move towards the height that the length of the step allows."""
        limits, cycle = self._parameters, robot.cycle
        target = (1.0 - walk.step.extent) * limits.raised
        self.raised += clamp(target - self.raised, -limits.down * cycle, limits.up * cycle)

    def feet(self, feet: FeetOffsets, walk: WalkState) -> None:
        """Lower both feet relative to the hips."""
        feet.left.lift -= self.raised
        feet.right.lift -= self.raised

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the height above the stance."""
        return (self.length("raised", self.raised),)
