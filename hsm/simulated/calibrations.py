"""Calibrations as files: read with their bounds, and written of a simulated robot."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hardware.calibration import Calibration
from hardware.robots.model import RobotModel
from hardware.simulation.plant.individual import draw_individual, usual_calibration
from hardware.simulation.plant.parameters import PlantParameters
from hsm.settings.loader import load
from hsm.settings.located_yaml import DataPath
from hsm.settings.writer import yaml_text


def load_calibration(path: Path, robot: RobotModel) -> Calibration:
    """Load what has been measured of one robot.

    Raises:
        ConfigError: With all mistakes of the file.
    """

    def check(calibration: Calibration) -> Iterator[tuple[DataPath, str]]:
        for hand in set(calibration.joints) & set(robot.hands):
            yield ("joints", robot.names[hand]), "a hand has no zero to calibrate: leave it out"

    return load(path, Calibration, names=robot.known, check=check)


def calibration_text(plant: PlantParameters, number: int, share: float, robot: RobotModel) -> str:
    """Return the file of a simulated robot's calibration.

    Args:
        plant: The plant.
        number: Of the individual.
        share: Of every error that has been found, 0..1.
        robot: Whose joints it names.
    """
    known = replace(plant, individual=replace(plant.individual, calibrated=share))
    whole = usual_calibration(known, draw_individual(plant, number))
    joints = {joint: error for joint, error in whole.joints.items() if joint not in robot.hands}
    comment = (
        f"Robot {number}: how much further its joints stand than it reports, and what its\n"
        f"inertial unit shows in an upright torso; {100.0 * share:g} % of what is true."
    )
    return yaml_text(replace(whole, joints=joints), comment, names=robot.known)
