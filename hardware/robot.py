"""The one interface to a robot, real or simulated."""

from typing import Protocol

from hardware.sensors_and_commands import JointCommand, SensorFrame


class Robot(Protocol):
    """A NAO. The cycle calls `receive`, then `send`, once each, for ever.

    `receive` is the clock: it returns once per 12 ms cycle, on the robot when the frame arrives or
    when it is overdue, in the simulation as soon as the physics has been computed.
    """

    def receive(self) -> SensorFrame | None:
        """Return the newest frame, or None when none came in this cycle."""

    def send(self, command: JointCommand) -> None:
        """Hand over the command for the coming cycle."""

    def close(self) -> None:
        """Release the robot; it keeps its last command."""
