"""Joint stiffness while walking and standing."""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import JointCommand
from hardware.units import Milliseconds, Percent


@dataclass(frozen=True, slots=True)
class Stiffness:
    """Stiffness of the joints, 0..1.

    Attributes:
        legs: Moving legs.
        swing_ankle: Ankle pitch of the swing foot.
        standing: Legs after standing still for `standing_after`.
        in_air: Legs while the robot is held in the air; a hand may be between them.
        high: Legs after standing high for `high_after`; straight knees need no torque.
        high_ankle: Ankle pitches after standing high for `high_after`.
        arms: Arms and hands.
        head: Head.
        standing_after: Time in the stance after which the legs become softer, s.
        high_after: Time of standing high after which the legs become softer, s.
    """

    legs: Percent
    swing_ankle: Percent
    standing: Percent
    in_air: Percent
    high: Percent
    high_ankle: Percent
    arms: Percent
    head: Percent
    standing_after: Milliseconds
    high_after: Milliseconds


def stiffness_of(model: RobotModel, parameters: Stiffness, legs: float) -> list[float]:
    """Return the stiffness of all joints, in wire order, 0..1, for a given leg stiffness."""
    stiffness = [legs] * len(model.names)
    for joint in model.head:
        stiffness[joint] = parameters.head
    for joint in model.arm_joints + model.hands:
        stiffness[joint] = parameters.arms
    return stiffness


def softened(command: JointCommand, most: Sequence[float]) -> JointCommand:
    """Return a command whose stiffness is capped per joint, in wire order, 0..1.

    Joints beyond the end of the list are unchanged; if it is empty, the command itself is returned.
    """
    if not most:
        return command
    capped = tuple(map(min, command.stiffness, most))
    stiffness = capped + command.stiffness[len(capped) :]
    return JointCommand(command.positions, stiffness, command.lights)
