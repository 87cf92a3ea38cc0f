"""The last stage before the robot: what leaves here is finite and within the joints' limits."""

import math

from hardware.frames import JointCommand
from hardware.nao import HAND_JOINTS, JOINT_COUNT, Joint, Nao
from hsm.errors import HsmError
from motions.perception.state import RobotState


class CommandError(HsmError):
    """A component produced a command that must not reach a motor.

    Attributes:
        joint: The joint.
        position: The target, rad.
        stiffness: The stiffness.
    """

    def __init__(self, joint: Joint, position: float, stiffness: float) -> None:
        self.joint = joint
        self.position = position
        self.stiffness = stiffness
        super().__init__(
            f"{joint.key}: position {position}, stiffness {stiffness}; both must be finite"
        )


class OutputStage:
    """Clips commands to the joints' limits; the clipped command is what is sent and fed back."""

    def __init__(self, nao: Nao) -> None:
        low, high = [0.0] * JOINT_COUNT, [0.0] * JOINT_COUNT
        for joint, spec in nao.joints.items():
            low[joint], high[joint] = spec.min, spec.max
        for joint in HAND_JOINTS:
            high[joint] = 1.0
        self._low, self._high = tuple(low), tuple(high)

    def limit(self, command: JointCommand, robot: RobotState) -> JointCommand:
        """Return the command within the limits; a joint without stiffness follows its angle.

        Raises:
            CommandError: If a value is not finite.
        """
        positions = list(command.positions)
        stiffness = list(command.stiffness)
        if not math.isfinite(sum(positions) + sum(stiffness)):
            for index, (position, value) in enumerate(zip(positions, stiffness, strict=True)):
                if not math.isfinite(position + value):
                    raise CommandError(Joint(index), position, value)
        measured, low, high = robot.positions, self._low, self._high
        for index, value in enumerate(stiffness):
            if value <= 0.0:
                stiffness[index] = 0.0
                positions[index] = measured[index]
            elif value > 1.0:
                stiffness[index] = 1.0
            if positions[index] < low[index]:
                positions[index] = low[index]
            elif positions[index] > high[index]:
                positions[index] = high[index]
        return JointCommand(tuple(positions), tuple(stiffness))
