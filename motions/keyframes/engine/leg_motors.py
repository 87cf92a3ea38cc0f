"""Detection of dead leg motors: a get-up on a dead knee only causes more damage.

A motor whose joint is far from its request draws its full current. One that is far off and draws no
current is not driven: its driver is off, or a cable has come loose. Stuck joints and joints at
their stop draw a high current; fast ones are far off only for a moment.
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
        idle: Largest current of a dead motor, A.
        driving: Current above which a motor counts as alive again, A.
        after: Time for which a motor must be off and idle, s.
    """

    active: bool
    error: Angle
    idle: Current
    driving: Current
    after: Milliseconds

    def __post_init__(self) -> None:
        demand_order(self, "idle", "driving")


class LegMotors:
    """Monitors the leg motors while a motion is played.

    Attributes:
        dead: The dead leg motor; kept until it drives again, as a limp robot gives no evidence.
    """

    def __init__(self, model: RobotModel, parameters: MalfunctionParameters) -> None:
        self._legs = model.leg_joints
        self._parameters = parameters
        self.forget()

    def forget(self) -> None:
        """Reset: a person may have repaired the motor."""
        self._idle = [0.0] * len(self._legs)
        self.dead: int | None = None

    def update(self, command: JointCommand, state: RobotState) -> None:
        """Compare the last command with the present state of the motors."""
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
