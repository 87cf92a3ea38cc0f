"""The last stage before the robot: what leaves here is finite and something the motors can do.

Every joint stays within its limits and moves no faster than its motor turns unloaded. What is
clipped here is what is sent, logged and fed back, so the next motion continues from it.
"""

import math

from hardware.frames import JointCommand
from hardware.robots.model import RobotModel
from hsm.errors import HsmError
from motions.perception.state import RobotState


class CommandError(HsmError):
    """A component produced a command that must not reach a motor.

    Attributes:
        joint: Name of the joint.
        position: The target, rad.
        stiffness: The stiffness.
    """

    def __init__(self, joint: str, position: float, stiffness: float) -> None:
        self.joint = joint
        self.position = position
        self.stiffness = stiffness
        super().__init__(
            f"{joint}: position {position}, stiffness {stiffness}; both must be finite"
        )


class OutputStage:
    """Clips commands to the limits of position, speed and stiffness."""

    def __init__(self, model: RobotModel) -> None:
        self._names = model.names
        count = len(model.names)
        low, high = [0.0] * count, [0.0] * count
        reach = [0.0] * count
        for joint, spec in enumerate(model.specs):
            low[joint], high[joint] = spec.min, spec.max
            reach[joint] = model.cycle * model.no_load_speed(joint)
        for joint in model.hands:
            high[joint] = reach[joint] = 1.0  # openings; their motors have no published speed
        self._low, self._high, self._reach = tuple(low), tuple(high), tuple(reach)

    def limit(self, command: JointCommand, robot: RobotState, last: JointCommand) -> JointCommand:
        """Return the command within the limits.

        A joint without stiffness follows its measured angle. Any other goes on from the last
        command, or from its measured angle where it was limp, by what its motor turns in one
        cycle: however long no frame came, it has been held where it was last sent. A joint that
        is found beyond a limit is sent back to the limit at once.

        Args:
            command: What the active component wants.
            robot: The robot now.
            last: The last command that was sent.

        Raises:
            CommandError: If a value is not finite.
        """
        if not math.isfinite(sum(command.positions) + sum(command.stiffness)):
            self._demand_finite(command)
        positions, stiffnesses = [], []
        for position, stiffness, measured, before, held, low, high, reach in zip(
            command.positions,
            command.stiffness,
            robot.positions,
            last.positions,
            last.stiffness,
            self._low,
            self._high,
            self._reach,
            strict=True,
        ):
            if stiffness <= 0.0:
                position, stiffness = measured, 0.0
            else:
                start = before if held > 0.0 else measured
                if position - start > reach:
                    position = start + reach
                elif start - position > reach:
                    position = start - reach
                if stiffness > 1.0:
                    stiffness = 1.0
            positions.append(low if position < low else high if position > high else position)
            stiffnesses.append(stiffness)
        return JointCommand(tuple(positions), tuple(stiffnesses), command.lights)

    def _demand_finite(self, command: JointCommand) -> None:
        for joint, position, stiffness in zip(
            self._names, command.positions, command.stiffness, strict=True
        ):
            if not (math.isfinite(position) and math.isfinite(stiffness)):
                raise CommandError(joint, position, stiffness)
