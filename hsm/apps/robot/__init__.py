"""The robot process, and its client for programs, which is `hsm.RobotClient`."""

from typing import Final

PROTOCOL: Final = 1
"""Version of the protocol between programs and the robot process."""
