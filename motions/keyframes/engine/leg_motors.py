"""Leg motors that do not drive any more: a get-up on a dead knee only breaks more.

A motor whose joint is far from its request pushes or pulls with all it has. One that is far off
and takes no current is not driven: its driver is off, or a cable has come loose. Stuck joints and
joints on their stop take much current, fast ones are far off only for a moment.
"""

from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from hardware.units import Angle, Current, Milliseconds, demand_order
from motions.perception.state import RobotState


@dataclass(frozen=True, slots=True)
class MalfunctionParameters:
    """When a leg motor counts as dead.

    Attributes:
        active: Whether a dead leg motor ends a motion at all.
        error: Least distance of the joint from its request, rad.
        idle: Largest current of a motor that does not drive, A.
        driving: Current by which a motor proves that it is alive again, A.
        after: How long a motor must be off and idle, s.
    """

    active: bool
    error: Angle
    idle: Current
    driving: Current
    after: Milliseconds

    def __post_init__(self) -> None:
        demand_order(self, "idle", "driving")


class LegMotors:
    """Watches the leg motors while a motion is played.

    Attributes:
        dead: The leg motor that does not drive; kept until it does, for a limp robot shows nothing.
    """

    def __init__(self, model: RobotModel, parameters: MalfunctionParameters) -> None:
        self._legs = model.leg_joints
        self._parameters = parameters
        self.forget()

    def forget(self) -> None:
        """Begin anew: a person may have mended the motor."""
        self._idle = [0.0] * len(self._legs)
        self.dead: int | None = None

    def update(self, command: JointCommand, state: RobotState) -> None:
        """Compare what was commanded in the last cycle with what the motors do in this one."""
        limits = self._parameters
        if not limits.active:
            return
        for index, joint in enumerate(self._legs):
            current = abs(state.currents[joint])
            off = abs(command.positions[joint] - state.positions[joint]) > limits.error
            stiff = min(command.stiffness[joint], state.applied_stiffness[joint]) > 0.0
            idle = stiff and off and current <= limits.idle
            self._idle[index] = self._idle[index] + state.cycle if idle else 0.0
            if idle and self._idle[index] >= limits.after:
                self.dead = joint
            elif joint == self.dead and stiff and current >= limits.driving:
                self.dead = None
