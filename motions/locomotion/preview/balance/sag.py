"""Motors give under the weight: the support leg is commanded beyond where it should be.

A servo holds a load only with an error, and its gear's play lies on the loaded side. A robot on one
leg so lets its pelvis hang to the other side and bends its knee, the swinging foot hangs lower than
it is planned, lands early and pushes the robot out over the support leg.
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
    """Command support legs beyond where they should be, in place.

    Args:
        model: The robot.
        joints: rad.
        parameters: What the legs give.
        load: Share of the weight on each foot.
    """
    for side, share in load.items():
        leg = model.legs[side]
        joints[leg.hip_roll] += side.sign * share * parameters.hip_roll
        joints[leg.knee_pitch] -= share * parameters.knee_pitch
        joints[leg.ankle_roll] += side.sign * share * parameters.ankle_roll
