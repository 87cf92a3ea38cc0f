"""Selection of a robot's leg kinematics."""

from hardware.robots.model import RobotModel
from motions.kinematics.legs import LegKinematics
from motions.kinematics.nao_legs import NaoLegs
from motions.kinematics.numeric_legs import NumericLegs


def legs_of(model: RobotModel) -> LegKinematics:
    """Return the kinematics of a robot's legs; only the NAO has one motor for both hip yaws."""
    return NaoLegs(model.dimensions) if model.shares_hip_yaw else NumericLegs(model)
