"""A walk at a velocity puts its foot where a robot that was disturbed needs it.

The next step is as it was planned if its foot lands beside its plan by what the divergent component
of motion has beyond its own. Left alone that gap grows until then; ankles that hold against it keep
it about as it is, so it is answered as it is. It is what a free foothold gets in the preview of a
pendulum, in closed form. Footsteps that somebody has asked for are never moved.
Source: Herdt et al. 2010; Englsberger et al. 2011 for the closed form.
"""

from motions.locomotion.preview.parameters import CaptureParameters
from motions.scalars import beyond, clamp, toward

Place = tuple[float, float]
"""Forward and left of the robot, m."""


class Capture:
    """By how much the running step is moved.

    Attributes:
        shift: Forward and left, m.
    """

    def __init__(self, parameters: CaptureParameters) -> None:
        self._parameters = parameters
        self.shift: Place = (0.0, 0.0)

    def begin(self) -> None:
        """Begin a step."""
        self.shift = (0.0, 0.0)

    def update(self, gap: Place, left: float, cycle: float) -> bool:
        """Return whether the foothold is to be moved in this cycle.

        Args:
            gap: Of the divergent component from its plan, m.
            left: Time until the foot lands, s.
            cycle: Time since the last look, s.
        """
        own = self._parameters
        if left < own.latest:
            return False
        wanted = (
            clamp(own.gain * beyond(gap[0], own.band), -own.limit, own.limit),
            clamp(own.gain * beyond(gap[1], own.band), -own.limit, own.limit),
        )
        step = own.speed * cycle
        new = (toward(self.shift[0], wanted[0], step), toward(self.shift[1], wanted[1], step))
        moves = new != self.shift
        self.shift = new
        return moves
