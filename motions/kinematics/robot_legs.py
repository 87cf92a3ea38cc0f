"""Which leg kinematics a robot has."""

from hardware.robots.model import RobotModel
from motions.kinematics.legs import LegKinematics
from motions.kinematics.nao_legs import NaoLegs
from motions.kinematics.numeric_legs import NumericLegs


def legs_of(model: RobotModel) -> LegKinematics:
    """Return the kinematics of a robot's legs: only the NAO turns both hips with one motor."""
    return NaoLegs(model.dimensions) if model.shares_hip_yaw else NumericLegs(model)
