"""Loads the model of the robot; a module of its own, so that the watchdog imports no motions."""

from functools import lru_cache
from pathlib import Path

from hardware.robots.model import RobotModel
from hsm.settings.loader import config_folder, load


def load_robot(folder: Path | str | None = None) -> RobotModel:
    """Load the model of the robot.

    Args:
        folder: A copy of `config/` to use instead of the folder that ships with the program.

    Raises:
        ConfigError: With all mistakes of the file.
        HsmError: If there is no such folder.
    """
    path = config_folder(folder) / "robots" / "nao_v6.yaml"
    return _robot(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=4)
def _robot(path: Path, changed: int) -> RobotModel:
    """Read the file of a robot; cached until the file changes, as the model is immutable."""
    return load(path, RobotModel)
