"""The one interface to a robot, real or simulated."""

from typing import Protocol

from hardware.sensors_and_commands import JointCommand, SensorFrame


class Robot(Protocol):
    """A NAO. Every cycle calls `receive`, then `send`, once each.

    `receive` is the clock: it returns once per 12 ms cycle. On a real robot it returns when the
    frame arrives or is overdue, in simulation as soon as the physics has been computed.
    """

    def receive(self) -> SensorFrame | None:
        """Return the newest frame, or None if none arrived in this cycle."""

    def send(self, command: JointCommand) -> None:
        """Send the command for the coming cycle."""

    def close(self) -> None:
        """Release the robot; it keeps its last command."""
