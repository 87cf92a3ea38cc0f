"""Start poses of motions, and commands that hold the measured pose."""

from hardware.sensors_and_commands import JointCommand
from motions.perception.state import RobotState


def start_of(last: JointCommand, state: RobotState) -> tuple[float, ...]:
    """Return the pose from which a motion continues, in wire order, rad.

    It is the last command, but the measured angle for joints that were limp.
    """
    return tuple(
        command if stiffness > 0.0 else measured
        for command, stiffness, measured in zip(
            last.positions, last.stiffness, state.positions, strict=True
        )
    )


def limp_command(state: RobotState) -> JointCommand:
    """Return the command that leaves every joint free at its measured angle."""
    return damped_command(state, 0.0)


def damped_command(state: RobotState, stiffness: float) -> JointCommand:
    """Return the command that holds the measured pose softly; stiffness of every joint, 0..1."""
    return JointCommand(state.positions, (stiffness,) * len(state.positions))
