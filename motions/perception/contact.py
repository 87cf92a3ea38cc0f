"""Ground contact from the pressure of both soles.

Contact is lost only if both soles are unloaded. It is regained only if one sole has pressure and
the other had it recently (a stepping foot may be up), because a robot put down on one foot is still
held by a person. It is not regained by a lying robot: whatever touches its soles is not the ground.
"""

from motions.perception.parameters import ContactParameters
from motions.perception.state import FootSupport

_NEVER = 1e9


class GroundContact:
    """Detects ground contact by timing the pressure of both soles over received frames.

    Attributes:
        contact: Whether the robot stands on the ground.
        left_unloaded: Time since the left sole had pressure, s.
        right_unloaded: Time since the right sole had pressure, s.
    """

    def __init__(self, parameters: ContactParameters, cycle: float) -> None:
        self._cycle = cycle
        # Half a cycle of tolerance, as sums of cycles are not exact.
        self._lost_after = parameters.lost_after - 0.5 * cycle
        self._regained_after = parameters.regained_after - 0.5 * cycle
        self._both = 0.0
        self.left_unloaded = _NEVER
        self.right_unloaded = _NEVER
        self.contact = False
        self._starting = self._lost_after

    def update(self, support: FootSupport, *, lies: bool) -> bool:
        """Update the contact from one frame and return it.

        Args:
            support: Pressure of the soles.
            lies: Whether the torso is tilted as in a lying robot, which does not regain contact.
        """
        self.left_unloaded = 0.0 if support.left_pressure else self.left_unloaded + self._cycle
        self.right_unloaded = 0.0 if support.right_pressure else self.right_unloaded + self._cycle
        left, right = self.left_unloaded, self.right_unloaded
        both = min(left, right) == 0.0 and max(left, right) < self._lost_after and not lies
        self._both = self._both + self._cycle if both else 0.0
        self._starting = max(0.0, self._starting - self._cycle)
        if self._starting > 0.0 and not self.contact:
            # At the start there is no history: a robot on both soles stands, even if the first
            # frames show unloaded soles because of a jolt.
            self.contact = max(left, right) == 0.0
        elif min(left, right) >= self._lost_after:
            self.contact = False
        elif self._both >= self._regained_after:
            self.contact = True
        return self.contact
