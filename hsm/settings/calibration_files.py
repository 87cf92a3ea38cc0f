"""What is known of single robots, as files: one by one, or a folder with a file for every body."""

import re
from collections.abc import Iterator
from pathlib import Path

from hardware.calibration import Calibration
from hardware.errors import HsmError
from hardware.robots.model import RobotModel
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a body's id may be as a name of a file: it comes from strangers."""


class NoCalibrationError(HsmError):
    """A path that was given for what is known of a robot, and that leads nowhere."""

    hint = "`--calibration` takes a file, or a folder with a file for every body."

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: there is no such file or folder")


class OtherBodyError(HsmError):
    """A calibration of another robot than the one that is there."""

    def __init__(self, path: Path, expected: str, body: str) -> None:
        self.hint = f"`--calibration` takes the file of {body}, or a folder with {body}.yaml in it."
        super().__init__(f"{path}: was measured of body {expected}; this one is {body}")


def load_calibration(path: Path, robot: RobotModel) -> Calibration:
    """Load what has been measured of one robot.

    Raises:
        ConfigError: With all mistakes of the file.
    """

    def check(calibration: Calibration) -> Iterator[tuple[DataPath, str]]:
        for hand in set(calibration.joints) & set(robot.hands):
            yield ("joints", robot.names[hand]), "a hand has no zero to calibrate: leave it out"

    return load(path, Calibration, names=robot.known, check=check)


def demand_calibration(place: Path) -> None:
    """Raise NoCalibrationError if a file or folder that somebody has named is not there."""
    if not place.exists():
        raise NoCalibrationError(place)


def calibration_of(body: str, place: Path, robot: RobotModel) -> Calibration | None:
    """Return what is known of a body.

    Args:
        body: Its id, as it says itself.
        place: A file, or a folder that may have one of the body's name.
        robot: The joints that there are.

    Returns:
        None if the folder has nothing about it.

    Raises:
        ConfigError: With all mistakes of the file.
        OtherBodyError: If the file says that it belongs to another one.
    """
    file = place
    if not place.suffix or place.is_dir():
        file = place / f"{body}.yaml"
        if not _ID.fullmatch(body) or not file.is_file():
            return None
    found = load_calibration(file, robot)
    if found.body not in ("", body):
        raise OtherBodyError(file, found.body, body)
    return found
