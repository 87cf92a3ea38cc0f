"""The last stage before the robot: commands that leave it are finite and feasible for the motors.

Every joint stays within its limits and moves no faster than the no-load speed of its motor. The
clipped command is the one that is sent, logged and fed back, so the next motion continues from it.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import DARK, JointCommand, Lights
from hardware.units import PositiveMilliseconds
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


@dataclass(frozen=True, slots=True)
class OutputParameters:
    """Stiffening of a robot that was limp.

    Attributes:
        stiffen: Time over which a joint becomes fully stiff for the first time, s.
    """

    stiffen: PositiveMilliseconds


class OutputStage:
    """Clips commands to the limits of position, speed and stiffness."""

    def __init__(self, model: RobotModel, parameters: OutputParameters) -> None:
        """Start with no joint having been stiff."""
        self._rise = model.cycle / parameters.stiffen
        self._ceilings = dict.fromkeys(range(len(model.names)), 0.0)
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

    def limit(
        self, command: JointCommand, robot: RobotState, last: JointCommand, lights: Lights = DARK
    ) -> JointCommand:
        """Return the command within the limits.

        A joint without stiffness follows its measured angle. Any other moves from the last command,
        or from its measured angle if it was limp, by at most what its motor turns in one cycle:
        however long frames were missing, it was held at the last command. A joint beyond a limit is
        sent back to the limit at once. A joint becomes stiff gradually the first time, because
        people may have their hands on it.

        Args:
            command: The command of the active component.
            robot: The state estimate.
            last: The last command that was sent.
            lights: Lights to send with it.

        Raises:
            CommandError: If a value is not finite.
        """
        if not math.isfinite(sum(command.positions) + sum(command.stiffness)):
            self._demand_finite(command)
        positions: list[float] = []
        stiffnesses: list[float] = []
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
        if self._ceilings:
            self._ease(stiffnesses, last)
        return JointCommand(tuple(positions), tuple(stiffnesses), lights)

    def _ease(self, stiffnesses: list[float], last: JointCommand) -> None:
        """Limit the rate at which joints become fully stiff for the first time.

        The ceiling of a joint rises in every cycle in which it is stiff, however little, and is
        gone once it allows full stiffness.
        """
        for joint, before in tuple(self._ceilings.items()):
            if (stiffness := stiffnesses[joint]) <= 0.0:
                continue
            ceiling = max(before, last.stiffness[joint]) + self._rise
            if ceiling < 1.0:
                self._ceilings[joint] = ceiling
                stiffnesses[joint] = min(stiffness, ceiling)
            else:
                del self._ceilings[joint]

    def _demand_finite(self, command: JointCommand) -> None:
        for joint, position, stiffness in zip(
            self._names, command.positions, command.stiffness, strict=True
        ):
            if not (math.isfinite(position) and math.isfinite(stiffness)):
                raise CommandError(joint, position, stiffness)
