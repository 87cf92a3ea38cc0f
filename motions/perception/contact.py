"""Ground contact from the pressure of both soles.

Lost only if both soles are unloaded; regained only if one has pressure and the other had it not
long ago, since a foot that steps may be up: a robot that is put down on one foot is still in the
hands of a person. So is one that lies: whatever touches its soles is no ground to stand on.
"""

from motions.perception.parameters import ContactParameters
from motions.perception.state import FootSupport

_NEVER = 1e9


class GroundContact:
    """Times the pressure of both soles, by the frames that came: lost ones say nothing of soles.

    Attributes:
        contact: The robot stands on the ground.
        left_unloaded: Time since the left sole had pressure, s.
        right_unloaded: Time since the right sole had pressure, s.
    """

    def __init__(self, parameters: ContactParameters, cycle: float) -> None:
        self._cycle = cycle
        # Half a cycle of slack: sums of cycles are not exact.
        self._lost_after = parameters.lost_after - 0.5 * cycle
        self._regained_after = parameters.regained_after - 0.5 * cycle
        self._both = 0.0
        self.left_unloaded = _NEVER
        self.right_unloaded = _NEVER
        self.contact = False
        self._starting = self._lost_after

    def update(self, support: FootSupport, *, lies: bool) -> bool:
        """Return whether there is ground contact in this cycle.

        Args:
            support: Pressure of the soles.
            lies: The torso is as far over as in a robot that lies: no contact comes back.
        """
        self.left_unloaded = 0.0 if support.left_pressure else self.left_unloaded + self._cycle
        self.right_unloaded = 0.0 if support.right_pressure else self.right_unloaded + self._cycle
        left, right = self.left_unloaded, self.right_unloaded
        both = min(left, right) == 0.0 and max(left, right) < self._lost_after and not lies
        self._both = self._both + self._cycle if both else 0.0
        self._starting = max(0.0, self._starting - self._cycle)
        if self._starting > 0.0 and not self.contact:
            # There is no past to wait for: a robot that starts on both soles stands, even if the
            # first frames show a jolt in which they carry nothing.
            self.contact = max(left, right) == 0.0
        elif min(left, right) >= self._lost_after:
            self.contact = False
        elif self._both >= self._regained_after:
            self.contact = True
        return self.contact
