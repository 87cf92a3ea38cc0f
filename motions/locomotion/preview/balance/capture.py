"""A walk at a velocity puts its foot where a robot that was disturbed needs it.

What the divergent component of motion has beyond its plan grows until the foot lands; a foothold
that is moved by what it will be then leaves the next step as it was planned. It is the answer that
a free foothold gets in the preview of a pendulum, in closed form. Footsteps that somebody has asked
for are never moved. Source: Herdt et al. 2010; Englsberger et al. 2011 for the closed form.
"""

import math

from motions.locomotion.preview.parameters import CaptureParameters
from motions.scalars import beyond, clamp, toward

Place = tuple[float, float]
"""Forward and left of the robot, m."""


class Capture:
    """By how much the running step is moved.

    Attributes:
        shift: Forward and left, m.
    """

    def __init__(self, parameters: CaptureParameters, rate: float) -> None:
        """Keep the pendulum's rate, 1/s."""
        self._parameters = parameters
        self._rate = rate
        self.shift: Place = (0.0, 0.0)

    def begin(self) -> None:
        """Begin a step."""
        self.shift = (0.0, 0.0)

    def update(self, gap: Place, left: float, cycle: float) -> Place:
        """Return by how much the foothold is to be moved in this cycle, m.

        Args:
            gap: Of the divergent component from its plan, m.
            left: Time until the foot lands, s.
            cycle: Time since the last look, s.
        """
        own = self._parameters
        if left < own.latest:
            return 0.0, 0.0
        growth = own.gain * math.exp(own.growth * self._rate * left)
        wanted = (
            clamp(growth * beyond(gap[0], own.band), -own.limit, own.limit),
            clamp(growth * beyond(gap[1], own.band), -own.limit, own.limit),
        )
        step = own.speed * cycle
        new = (toward(self.shift[0], wanted[0], step), toward(self.shift[1], wanted[1], step))
        moved = new[0] - self.shift[0], new[1] - self.shift[1]
        self.shift = new
        return moved
