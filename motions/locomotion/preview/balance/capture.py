"""A walk at a velocity puts its foot where a robot that was disturbed needs it.

The next step is as it was planned if its foot lands beside its plan by what the divergent component
of motion has beyond its own. Left alone that gap grows until then; ankles that hold against it keep
it about as it is, so it is answered as it is. It is what a free foothold gets in the preview of a
pendulum, in closed form. A gap forward or back that lasts over steps, though each has answered it,
is answered by more: a robot that leans back on its heels does so for seconds before it falls.
Footsteps that somebody has asked for are never moved.

Source: Herdt et al. 2010; Englsberger et al. 2011 for the closed form.
"""

from hardware.units import FlatPoint
from motions.locomotion.preview.balance.parameters import CaptureParameters
from motions.scalars import beyond, clamp, toward


class Capture:
    """By how much the running step is moved.

    Attributes:
        shift: Forward and left of the robot, m.
    """

    def __init__(self, parameters: CaptureParameters) -> None:
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk: nothing lasts."""
        self._lasts = 0.0
        self.step()

    def step(self) -> None:
        """Begin a step."""
        self.shift: FlatPoint = (0.0, 0.0)

    def look(self, gap: FlatPoint, cycle: float) -> None:
        """Take in the gap of a cycle, whether or not a foot is in the air; arguments as below."""
        self._lasts += cycle / self._parameters.lasts * (gap[0] - self._lasts)

    def update(self, gap: FlatPoint, left: float, cycle: float) -> bool:
        """Return whether the foothold is to be moved in this cycle.

        Args:
            gap: Of the divergent component from its plan, forward and left of the robot, m.
            left: Time until the foot lands, s.
            cycle: Time since the last look, s.
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
