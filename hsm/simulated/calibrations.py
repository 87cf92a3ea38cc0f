"""The calibration of a simulated robot as a file: a share of its true errors."""

from dataclasses import replace

from hardware.robots.model import RobotModel
from hardware.simulation.plant.individual import draw_individual, usual_calibration
from hardware.simulation.plant.parameters import PlantParameters
from hsm.settings.writer import yaml_text
from hsm.simulated.served import simulated_body


def calibration_text(plant: PlantParameters, number: int, share: float, robot: RobotModel) -> str:
    """Return the calibration file of an individual, with a share, 0..1, of its true errors."""
    known = replace(plant, individual=replace(plant.individual, calibrated=share))
    whole = usual_calibration(known, draw_individual(plant, number))
    joints = {joint: error for joint, error in whole.joints.items() if joint not in robot.hands}
    comment = (
        f"Robot {number}: true minus reported joint angles, and the roll and pitch that its\n"
        f"inertial unit shows in an upright torso; {100.0 * share:g} % of the true errors."
    )
    body = simulated_body(number)
    return yaml_text(replace(whole, joints=joints, body=body), comment, names=robot.known)
