"""The robot process, and `Robot`, its client for programs; the same as `hsm.RobotClient`."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hsm.apps.robot.client import RobotClient as Robot

__all__ = ["Robot"]

PROTOCOL: Final = 1
"""Version of the protocol between programs and the robot process."""


def __getattr__(name: str) -> Any:
    """Import the client on first use: the control process does not need it."""
    if name == "Robot":
        from hsm.apps.robot.client import RobotClient

        return RobotClient
    raise AttributeError(f"module 'hsm.apps.robot' has no attribute '{name}'")
