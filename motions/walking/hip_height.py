"""Hip height by speed: bent knees cost torque and heat, so a slow walk stands higher.

Long steps need bent knees to reach; short ones do not. The hips rise slowly while the steps are
short and come down quickly when they grow.

Source: energy saving walk of the B-Human code release 2025.
"""

from dataclasses import dataclass

from hardware.frames import CYCLE
from hardware.units import Length, Speed
from motions.scalars import clamp
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class HipHeight:
    """Hip height by speed.

    Attributes:
        active: Slow walks stand higher than the stance.
        raised: Height over the stance for a walk on the spot, m.
        down: How fast the hips come down, m/s.
        up: How fast they rise, m/s.
    """

    active: bool
    raised: Length
    down: Speed
    up: Speed


class HipHeightBySpeed:
    """How far the hips are above the stance.

    Attributes:
        raised: m.
    """

    def __init__(self, parameters: HipHeight) -> None:
        self._parameters = parameters
        self.raised = 0.0

    def reset(self) -> None:
        """Begin at the height of the stance."""
        self.raised = 0.0

    def update(self, share: float) -> None:
        """Go on by one cycle.

        Args:
            share: Of the longest step in any direction, 0..1.
        """
        limits = self._parameters
        target = (1.0 - share) * limits.raised
        self.raised += clamp(target - self.raised, -limits.down * CYCLE, limits.up * CYCLE)

    def apply(self, feet: FeetOffsets) -> None:
        """Put both feet lower under the hips; changes `feet` in place."""
        feet.left.lift -= self.raised
        feet.right.lift -= self.raised

    def remove(self, feet: FeetOffsets) -> None:
        """Take out what `apply` has done, in place."""
        feet.left.lift += self.raised
        feet.right.lift += self.raised
