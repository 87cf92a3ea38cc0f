"""Reach of the legs, which bounds the step limits and the step adjustment."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """Longest steps that both legs can reach, as a rectangle with cut front corners.

    Attributes:
        forward: Longest forward step, m.
        backward: Longest backward step, m, positive.
        side: Longest side step, m.
        side_at_forward: Longest side step that can be combined with the longest forward step, m.
        forward_at_side: Longest forward step that can be combined with the longest side step, m.
    """

    forward: float
    backward: float
    side: float
    side_at_forward: float
    forward_at_side: float

    def side_limit(self, x: float) -> float:
        """Return the longest side step that can be combined with a forward step of x, m."""
        if x <= self.forward_at_side or self.forward <= self.forward_at_side:
            return self.side
        share = (x - self.forward_at_side) / (self.forward - self.forward_at_side)
        return self.side + min(share, 1.0) * (self.side_at_forward - self.side)

    def forward_limit(self, y: float) -> float:
        """Return the longest forward step that can be combined with a side step of y, m."""
        wide = abs(y)
        if wide <= self.side_at_forward or self.side <= self.side_at_forward:
            return self.forward
        share = (wide - self.side_at_forward) / (self.side - self.side_at_forward)
        return self.forward + min(share, 1.0) * (self.forward_at_side - self.forward)
