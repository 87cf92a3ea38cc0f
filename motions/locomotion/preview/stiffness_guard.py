"""A walk that computes what the joints will do ends where they are too soft to do it."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.units import Percent, demand_order
from motions.perception.state import RobotState
from motions.requests import MotionRequest


@dataclass(frozen=True, slots=True)
class GuardParameters:
    """When a leg joint is too soft.

    Attributes:
        soft: Stiffness of a leg joint at or below which the walk ends.
        armed: All must have been above it before that counts: legs that stand are softer.
    """

    soft: Percent
    armed: Percent

    def __post_init__(self) -> None:
        demand_order(self, "soft", "armed")


class StiffnessGuard:
    """Watches the legs' stiffness, as it is asked for and as the robot reports it.

    Attributes:
        soft: Which joint is too soft to walk, in words; empty if none is.
    """

    def __init__(self, parameters: GuardParameters, model: RobotModel) -> None:
        self._parameters = parameters
        self._legs = tuple((joint, model.names[joint]) for joint in model.leg_joints)
        self._armed = False
        self.soft = ""

    def begin(self) -> None:
        """Begin a walk."""
        self._armed = False
        self.soft = ""

    def update(self, robot: RobotState, request: MotionRequest) -> None:
        """Look at the legs in one cycle."""
        own, most = self._parameters, request.stiffness_most
        self.soft = ""
        if request.preview is not None and not request.preview.stiffness_guard:
            return
        reported = [robot.applied_stiffness[joint] for joint, _ in self._legs]
        least = min(reported)
        self._armed = self._armed or least > own.armed
        if not most and (least > own.soft or not self._armed):
            return
        for (joint, name), real in zip(self._legs, reported, strict=True):
            stiffness = min(real if self._armed else 1.0, most[joint] if joint < len(most) else 1.0)
            if stiffness <= own.soft:
                self.soft = f"stiffness of {name} is {100.0 * stiffness:.0f} %"
                return
