"""Adapts the footholds of a walk at a velocity or to a pose to disturbances.

The next step is as planned if its foothold is shifted by the gap of the divergent component of
motion from its plan. Left alone, the gap would grow until the landing; the ankles keep it about
constant, so its present value is used. This is the closed form of a free foothold in the preview of
a pendulum. A gap forward or back that lasts over several steps, in spite of their shifts, causes a
larger one: a robot that leans back on its heels does so for seconds before it falls. Footsteps that
were requested exactly are never moved.

Source: Herdt et al. 2010; Englsberger et al. 2011 for the closed form.
"""

from hardware.units import FlatPoint
from motions.locomotion.preview.balance.parameters import CaptureParameters
from motions.scalars import beyond, clamp, toward


class Capture:
    """Shift of the running step for balance.

    Attributes:
        shift: Shift, forward and left of the robot, m.
    """

    def __init__(self, parameters: CaptureParameters) -> None:
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk without a lasting gap."""
        self._lasts = 0.0
        self.step()

    def step(self) -> None:
        """Begin a step."""
        self.shift: FlatPoint = (0.0, 0.0)

    def look(self, gap: FlatPoint, cycle: float) -> None:
        """Update the mean gap, whether or not a foot is in the air; arguments as of `update`."""
        self._lasts += cycle / self._parameters.lasts * (gap[0] - self._lasts)

    def update(self, gap: FlatPoint, left: float, cycle: float) -> bool:
        """Update the shift, and return whether it has changed.

        Args:
            gap: Gap of the divergent component from its plan, forward and left of the robot, m.
            left: Time until the foot lands, s.
            cycle: Time since the last update, s.
        """
        own = self._parameters
        if left < own.latest:
            return False
        wanted = self._wanted(gap[0], self._lasts), self._wanted(gap[1], 0.0)
        step = own.speed * cycle
        new = (toward(self.shift[0], wanted[0], step), toward(self.shift[1], wanted[1], step))
        moves = new != self.shift
        self.shift = new
        return moves

    def _wanted(self, gap: float, lasts: float) -> float:
        own = self._parameters
        wanted = own.gain * beyond(gap, own.band) + own.lasting_gain * beyond(lasts, own.band)
        return clamp(wanted, -own.limit, own.limit)
