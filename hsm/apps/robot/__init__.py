"""The robot process, and `Robot`: what a program asks of it; `hsm.RobotClient` is the same."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hsm.apps.robot.client import RobotClient as Robot

__all__ = ["Robot"]

PROTOCOL: Final = 1
"""Version of what programs and the robot process say to each other."""


def __getattr__(name: str) -> Any:
    """Import the client when it is used: the process that moves the robot has no need of it."""
    if name == "Robot":
        from hsm.apps.robot.client import RobotClient

        return RobotClient
    raise AttributeError(f"module 'hsm.apps.robot' has no attribute '{name}'")
