"""Calibrations of single robots: one file, or a folder with one file per body."""

import re
from collections.abc import Iterator
from pathlib import Path

from hardware.calibration import Calibration
from hardware.errors import HsmError
from hardware.robots.model import RobotModel
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Body ids permitted as file names: an id is untrusted input."""


class NoCalibrationError(HsmError):
    """The given path of a calibration does not exist."""

    hint = "`--calibration` takes a file, or a folder with a file for every body."

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: there is no such file or folder")


class OtherBodyError(HsmError):
    """The calibration belongs to another robot than the connected one."""

    def __init__(self, path: Path, expected: str, body: str) -> None:
        self.hint = f"`--calibration` takes the file of {body}, or a folder that has {body}.yaml."
        super().__init__(f"{path}: was measured on body {expected}, but this robot is {body}")


def load_calibration(path: Path, robot: RobotModel) -> Calibration:
    """Load the calibration of one robot.

    Raises:
        ConfigError: With all mistakes in the file.
    """

    def check(calibration: Calibration) -> Iterator[tuple[DataPath, str]]:
        for hand in set(calibration.joints) & set(robot.hands):
            yield ("joints", robot.names[hand]), "a hand has no zero to calibrate: leave it out"

    return load(path, Calibration, names=robot.known, check=check)


def demand_calibration(place: Path) -> None:
    """Raise NoCalibrationError if the given file or folder does not exist."""
    if not place.exists():
        raise NoCalibrationError(place)


def calibration_of(body: str, place: Path, robot: RobotModel) -> Calibration | None:
    """Return the calibration of a body.

    Args:
        body: Body id reported by the robot.
        place: A file, or a folder that may contain one with the body's name.
        robot: The robot's model, which defines the joint names.

    Returns:
        The calibration; None if the folder has none for this body.

    Raises:
        ConfigError: With all mistakes in the file.
        OtherBodyError: If the file names another body.
    """
    file = place
    if place.is_dir() or not (place.suffix or place.exists()):
        file = place / f"{body}.yaml"
        if not _ID.fullmatch(body) or not file.is_file():
            return None
    found = load_calibration(file, robot)
    if found.body not in ("", body):
        raise OtherBodyError(file, found.body, body)
    return found
