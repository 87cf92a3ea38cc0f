"""The running walk delay: the feet are held while the next swing leg is stretched.

The next swing leg pushes the weight over to the other leg, so that the step can begin.
"""

from dataclasses import dataclass, replace

from hardware.robots.model import Side
from hardware.units import PositiveMilliseconds, Ratio, UnsignedLength
from motions.scalars import clamp
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class WalkDelayParameters:
    """The walk delay phase, which stretches the next swing leg before its step.

    Attributes:
        active: Whether steps are delayed; otherwise only the first is, by a single cycle.
        duration: Time for which the feet are held, s.
        stretch: Extension of the next swing leg at the end, m.
        start_share: Share of the extension when the walk starts from standing.
        support_shift: Outward shift of the support foot at the end, m.
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
        swing: The next swing foot.
        start: Offsets of the feet when the delay began.
        share: Share of the full stretch, 0..1.
        first: Whether the next step is the first of the walk.
        cycle: Length of the control cycle, s.
        time: Time since the beginning, s.
    """

    swing: Side
    start: FeetOffsets
    share: float
    first: bool
    cycle: float
    time: float = 0.0

    @property
    def support(self) -> Side:
        """Return the support foot."""
        return self.swing.other

    def advance(self) -> None:
        """Advance by one cycle."""
        self.time += self.cycle

    def over(self, parameters: WalkDelayParameters) -> bool:
        """Return whether the feet have been held long enough."""
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
