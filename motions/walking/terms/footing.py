"""Turns a support sole that stands on its edge until it is flat (`../joints/footing.py`).

The ankle strategy turns the sole by the DCM error without regard to the ground, but on sloping turf
the same angle presses elsewhere.
"""

from dataclasses import dataclass

from hardware.units import Length
from motions.perception.state import RobotState
from motions.walking.joints.footing import Footing, FootingParameters
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState


@dataclass(frozen=True, slots=True)
class WalkFootingParameters(FootingParameters):
    """Turning of support soles that stand on an edge.

    Attributes:
        active: Whether they are turned.
        centre_inward: Desired centre of pressure, measured from the point below the ankle towards
            the other foot, m. Along the sole it is below the centre of mass at mid-step.
    """

    active: bool
    centre_inward: Length


class WalkFooting(BalanceTerm):
    """Turns the support ankle until the centre of pressure is where it should be.

    Attributes:
        soles: Turn of each sole.
    """

    group = "footing"
    lasting = True

    def __init__(self, parameters: WalkFootingParameters, soles: Footing) -> None:
        self._parameters: WalkFootingParameters = parameters
        self.soles = soles

    @classmethod
    def of(cls, parameters: WalkFootingParameters, context: TermContext) -> "WalkFooting":
        """Return the term for a robot with these soles."""
        wanted = context.pendulum.centre_forward, parameters.centre_inward
        return cls(parameters, Footing(context.model, parameters, wanted))

    def reset(self) -> None:
        """Reset the turns: the walk starts from standing."""
        self.soles.begin()

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Turn the support ankle, and the swing ankle back."""
        error, running = walk.dcm_error, walk.step
        fall = error.forward, -running.support.sign * error.side
        self.soles.update(robot, running.swing, fall)

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Add the turns to both ankles."""
        self.soles.apply(joints)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the turn of the support ankle."""
        turn = self.soles.turns[walk.support]
        return self.angle("roll", turn.roll), self.angle("pitch", turn.pitch)
