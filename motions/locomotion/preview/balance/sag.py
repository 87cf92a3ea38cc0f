"""Compensates the sag of the support leg's joints under the weight.

A servo holds a load only with an error, and its gear's play lies on the loaded side. On one leg the
pelvis therefore drops to the other side and the knee bends; the swing foot is lower than planned,
lands early and pushes the robot out over the support leg.
"""

from collections.abc import Mapping

from hardware.robots.model import RobotModel, Side
from motions.locomotion.preview.balance.parameters import SupportSagParameters


def add_sag(
    model: RobotModel,
    joints: list[float],
    parameters: SupportSagParameters,
    load: Mapping[Side, float],
) -> None:
    """Add the sag compensation to the commands of loaded legs, in place.

    Args:
        model: The robot.
        joints: Joint targets, rad.
        parameters: Sag at full load.
        load: Share of the weight on each foot.
    """
    for side, share in load.items():
        leg = model.legs[side]
        joints[leg.hip_roll] += side.sign * share * parameters.hip_roll
        joints[leg.knee_pitch] -= share * parameters.knee_pitch
        joints[leg.ankle_roll] += side.sign * share * parameters.ankle_roll
