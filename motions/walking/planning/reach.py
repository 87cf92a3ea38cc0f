"""How far the legs can step: what the limits of the steps and the step adjustment keep to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """Largest steps that both legs can reach, as a rectangle with cut front corners.

    Attributes:
        forward: Furthest forward step, m.
        backward: Furthest backward step, m, positive.
        side: Furthest side step, m.
        side_at_forward: Furthest side step that goes with the furthest forward step, m.
        forward_at_side: Furthest forward step that goes with the furthest side step, m.
    """

    forward: float
    backward: float
    side: float
    side_at_forward: float
    forward_at_side: float

    def side_limit(self, x: float) -> float:
        """Return the furthest side step that goes with a forward step of x, m."""
        if x <= self.forward_at_side or self.forward <= self.forward_at_side:
            return self.side
        share = (x - self.forward_at_side) / (self.forward - self.forward_at_side)
        return self.side + min(share, 1.0) * (self.side_at_forward - self.side)

    def forward_limit(self, y: float) -> float:
        """Return the furthest forward step that goes with a side step of y to any side, m."""
        wide = abs(y)
        if wide <= self.side_at_forward or self.side <= self.side_at_forward:
            return self.forward
        share = (wide - self.side_at_forward) / (self.side - self.side_at_forward)
        return self.forward + min(share, 1.0) * (self.forward_at_side - self.forward)
