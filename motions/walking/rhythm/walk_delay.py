"""A walk delay while it runs: the feet are held, the coming swing leg is stretched.

The leg that swings next pushes the weight over to the other one, so that the step can begin.
"""

from dataclasses import dataclass, replace

from hardware.robots.model import Side
from hardware.units import PositiveMilliseconds, Ratio, UnsignedLength
from motions.scalars import clamp
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class WalkDelayParameters:
    """The walk delay phase: stretch the coming swing leg before the step.

    Attributes:
        active: Steps are delayed; otherwise the feet are held for a single cycle before the first.
        duration: How long the feet are held, s.
        stretch: Extension of the coming swing leg at the end, m.
        start_share: Share of the extension when the walk starts from standing.
        support_shift: Support foot moved outwards at the end, m.
    """

    active: bool
    duration: PositiveMilliseconds
    stretch: UnsignedLength
    start_share: Ratio
    support_shift: UnsignedLength


@dataclass(slots=True)
class RunningDelay:
    """State of a running walk delay.

    Attributes:
        swing: The foot that will swing.
        start: Feet when the delay began.
        share: Share of the full stretch, 0..1.
        first: The step to come is the first one.
        cycle: Length of the control cycle, s.
        time: Since the beginning, s.
    """

    swing: Side
    start: FeetOffsets
    share: float
    first: bool
    cycle: float
    time: float = 0.0

    @property
    def support(self) -> Side:
        """Return the foot that stands."""
        return self.swing.other

    def advance(self) -> None:
        """Go on by one cycle."""
        self.time += self.cycle

    def over(self, parameters: WalkDelayParameters) -> bool:
        """Return whether the feet were held long enough."""
        return not parameters.active or self.time >= parameters.duration - 0.5 * self.cycle

    def feet(self, parameters: WalkDelayParameters) -> FeetOffsets:
        """Return the feet at the end of this cycle."""
        start = self.start
        feet = FeetOffsets(replace(start.left), replace(start.right), start.turn)
        if not parameters.active:
            return feet
        progress = clamp((self.time + self.cycle) / parameters.duration, 0.0, 1.0)
        feet.of(self.swing).lift -= self.share * parameters.stretch * progress
        feet.of(self.support).side -= self.swing.sign * parameters.support_shift * progress
        return feet
