"""Ends the walk when leg joints are too soft to follow its commands."""

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
        armed: Stiffness that all must have exceeded first, as standing legs are softer.
    """

    soft: Percent
    armed: Percent

    def __post_init__(self) -> None:
        demand_order(self, "soft", "armed")


class StiffnessGuard:
    """Monitors the requested and the reported stiffness of the legs.

    Attributes:
        soft: Message about a joint that is too soft to walk; empty if there is none.
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
        """Check the legs in one cycle."""
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
